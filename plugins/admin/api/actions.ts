// Runs actions for the admin pages, transfers package files, and serves the maintenance screens: tasks, failures and audit trail.
import { createMessage, ValidationError } from '#core/contract.js'
import { accessRules, messageFormat, requireScopes, requiredScopes, requireEntity, serviceState } from '#core/surface.js'
import { openPackageDownload, receivePackage } from '../../packages/surface.js'
import { createJsonReply, type Reply, createReply, createEmptyReply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { type MessageTranslator, createMessageTranslator } from '../wording/message-translator.js'
import { readTypedNumbers } from './form-record.js'
import { createLabelTranslator, toHeading, toFieldKeys } from '../wording/label-translator.js'
import type { Maintenance, Trail } from './screen-shape.js'

/** Pages show commands as buttons: replaces the hyphens of an action's name by spaces. */
const formatActionName = (action: string): string => action.replaceAll('-', ' ')

type UntranslatedFinding = Parameters<MessageTranslator['finding']>[0]

/** Writes the findings of packages and sheets, then all other messages, in the caller's language. */
function translateActionResult(answer: object, { finding, text }: MessageTranslator): unknown {
  const { findings } = answer as { readonly findings?: readonly UntranslatedFinding[] }
  return messageFormat.writeMessages({ ...answer, ...(findings && { findings: findings.map((item) => finding(item)) }) }, text)
}

export async function callAction({ app, request, caller: adminCaller, language }: AdminScope): Promise<Reply> {
  const name = request.params['action'] ?? ''
  const action = app.context.registry.actions.get(name)
  // `act` refuses an unknown action, with the most similar name.
  if (!action) return createJsonReply(await app.act(name.slice(0, 100)))
  accessRules.requireAccess(app.context.registry, action, adminCaller.grant, request.fields)
  const answer =
    (await app.act(name, await readTypedNumbers(action.input, request.fields, language), {
      caller: { ...adminCaller, outside: true },
      formatActionName,
      keepsMessages: true,
    })) ?? null
  if (answer === null) return createJsonReply(null)
  const tell = createMessageTranslator(app.context.registry, language)
  return createJsonReply(translateActionResult(answer, tell))
}

/** Uploads and downloads of transfer packages. Callers pass a file name in the transfer folder, never a path. */
export async function storePackage({ app, request, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['catalog:write'])
  return createJsonReply(await receivePackage(app.context, caller, request.params['name'] ?? '', request.body), 201)
}

export async function readPackage({ app, request, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['catalog:read'])
  const name = request.params['name'] ?? ''
  const { bytes, size } = await openPackageDownload(app.context, caller, name)
  return createReply(bytes, 'application/zip', {
    'cache-control': 'no-store',
    'content-length': String(size),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}

/** Scheduled tasks, the migrations of both tracks, the latest failed requests, and the audit trail. */
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
