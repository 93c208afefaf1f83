// The audit trail, for whoever may look after the service: of entities that he may read, the last entry first.
import { requireScopes } from '#core/ground/access/require.js'
import { ValidationError } from '#core/ground/errors.js'
import { scopesOf } from '#core/model/entity/scopes.js'
import { requireEntity } from '#core/model/registry.js'
import { listTrail } from '#core/storage/audit-trail.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import type { Trail } from './screen-shape.js'

/** Entries of a page. */
const most = 50

function numberOf({ request }: AdminScope, name: string): number | undefined {
  const text = request.query.values.get(name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw ValidationError.of(name, `The parameter '${name}' takes a whole number from 1.`)
}

export async function readTrail(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  requireScopes(visitor.grant, ['system:read'])
  const wanted = request.query.values.get('entity')
  const all = wanted === undefined ? [...app.registry.entities.values()] : [requireEntity(app.registry, wanted)]
  const entities = all.filter((entity) => visitor.grant.allowsAll(scopesOf(entity, 'list'))).map(({ name }) => name)
  const query = { entities, record: numberOf(scope, 'record'), before: numberOf(scope, 'before'), limit: most }
  return json({ days: app.context.auditDays, entries: await listTrail(app.context, query) } satisfies Trail)
}
