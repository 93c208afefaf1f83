// Scheduled tasks, the migrations of both tracks, and the latest failed requests.
import { requireScopes } from '#core/surface.js'
import { createEmptyReply, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator } from '../wording/label-translator.js'
import type { Maintenance } from './screen-shape.js'

export async function readMaintenance({ app, caller, language }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:read'])
  const { tracks, failure } = await app.operations.migrations.state()
  const frozenBy = failure && {
    owner: failure.owner,
    version: failure.version,
    name: failure.name,
    message: failure.message,
    at: failure.at,
  }
  const translate = createLabelTranslator(app.context.registry, language)
  const states = await app.operations.tasks.states()
  const tasks = states.map((task) => ({ ...task, description: translate(task.description, `labels.task.${task.name}`) }))
  return createJsonReply({ tasks, tracks, frozenBy } satisfies Maintenance)
}

/** Throws NOT_READY while any process runs the task. */
export async function runScheduledTask({ app, caller, request }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:write'])
  await app.operations.tasks.run(request.params['name'] ?? '')
  return createEmptyReply(204)
}

export function listFailures({ server, caller }: AdminScope): Reply {
  requireScopes(caller.grant, ['system:read'])
  return createJsonReply(server.failures())
}
