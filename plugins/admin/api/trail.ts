// The audit trail: entries of the entities that the caller may read, latest first. Needs the scope system:read.
import { createMessage, ValidationError } from '#core/contract.js'
import { listAuditEntries, requiredScopes, requireEntity, requireScopes } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading, toFieldKeys } from '../wording/label-translator.js'
import type { Trail } from './screen-shape.js'

/** Entries per page. */
const entriesPerPage = 50

function numberOf({ request }: AdminScope, name: string): number | undefined {
  const text = request.query.values.get(name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw ValidationError.of(name, createMessage('errors.parameterFromOne', { name }))
}

export async function readTrail(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  requireScopes(caller.grant, ['system:read'])
  const entityName = request.query.values.get('entity')
  const all =
    entityName === undefined ? [...app.context.registry.entities.values()] : [requireEntity(app.context.registry, entityName)]
  const entities = all.filter((entity) => caller.grant.allowsAll(requiredScopes(entity, 'list'))).map(({ name }) => name)
  const query = { entities, record: numberOf(scope, 'record'), before: numberOf(scope, 'before'), limit: entriesPerPage }
  const entries = await listAuditEntries(app.context, query)
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
