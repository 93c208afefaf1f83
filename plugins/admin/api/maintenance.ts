// Scheduled tasks, the migrations of both tracks, the latest failed requests, and the audit trail.
import { requireScopes, requiredScopes, requireEntity, serviceState } from '#core/surface.js'
import { createEmptyReply, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading, toFieldKeys } from '../wording/label-translator.js'
import type { Maintenance, Trail } from './screen-shape.js'
import { createMessage, ValidationError } from '#core/contract.js'

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

/** Entries per page. */
const entriesPerPage = 50

function numberOf({ request }: AdminScope, name: string): number | undefined {
  const text = request.query.values.get(name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw ValidationError.of(name, createMessage('errors.parameterFromOne', { name }))
}

/** The audit trail: entries of the entities that the caller may read, latest first. Needs the scope system:read. */
export async function readTrail(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  requireScopes(caller.grant, ['system:read'])
  const entityName = request.query.values.get('entity')
  const all =
    entityName === undefined ? [...app.context.registry.entities.values()] : [requireEntity(app.context.registry, entityName)]
  const entities = all.filter((entity) => caller.grant.allowsAll(requiredScopes(entity, 'list'))).map(({ name }) => name)
  const query = { entities, record: numberOf(scope, 'record'), before: numberOf(scope, 'before'), limit: entriesPerPage }
  const entries = await serviceState.listAuditEntries(app.context, query)
  const translate = createLabelTranslator(app.context.registry, scope.language)
  const labelEntries = [...new Set(entries.map(({ entity }) => entity))].map((name) => {
    const { label, properties } = requireEntity(app.context.registry, name)
    const fields = Object.values(properties).map(
      (property) => [property.name, translate(property.label, toFieldKeys(name, property.name).label)] as const,
    )
    return [name, { label: toHeading(translate(label, `labels.entity.${name}`)), fields: Object.fromEntries(fields) }] as const
  })
  return createJsonReply({ days: app.context.auditDays, entries, labels: Object.fromEntries(labelEntries) } satisfies Trail)
}
