// The start screen: the tiles that plugins bring, as far as the caller may see them.
import type { Area } from '#core/ground/access/areas.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { scriptAddress, tilesFor } from '../plugged.js'
import { sayIn } from '../wording/label.js'
import type { Dashboard, PluggedTile } from './shape.js'

function pluggedTiles({ app, server, visitor, language }: AdminScope): readonly PluggedTile[] {
  const say = sayIn(app.registry, language)
  return tilesFor(app.registry, visitor.grant).map(({ name, label = name, of }) => ({
    name,
    label: say(label),
    script: scriptAddress(server, 'widget', name),
    may: { write: visitor.grant.allows(`${of as Area}:write`) },
  }))
}

export const readDashboard = (scope: AdminScope): Reply => json({ plugged: pluggedTiles(scope) } satisfies Dashboard)
