// Changes of the own account: name, language, password, one-time codes, and other open sessions.
import { type AdminSession, createMessage, NotFoundError, string } from '#core/contract.js'
import { password, prepareInput } from '#core/surface.js'
import { createEmptyReply, createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { adminLanguageChoice, createSessionReply, createInputWords } from './session.js'

function requireSession({ caller }: AdminScope): AdminSession {
  if (caller.session) return caller.session
  throw new NotFoundError(createMessage('errors.accountsOfService'))
}

/** The session, read again after a change of its account. */
async function replyWithSession(scope: AdminScope): Promise<Reply> {
  const caller = await scope.app.host.adapters.adminGate.admit(scope.app, scope.request.headers)
  return createJsonReply(await createSessionReply(scope, caller ?? scope.caller))
}

const changeInput = {
  name: string('Name', { trimmed: true }),
  language: adminLanguageChoice,
  password: password('Password'),
  current_password: string('Present password', { blank: true }),
}

export async function changeOwnAccount(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const change = prepareInput(changeInput, scope.request.fields, createInputWords(createMessage('errors.ownerAccount')))
  if (change.password !== undefined) await scope.tries.countRequest(scope.request.address)
  await scope.app.access.admins.updateProfile(session, change)
  return replyWithSession(scope)
}

export async function beginOwnTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const { snapshot } = await loadSettingsSnapshot(scope)
  const [store] = await snapshot.records(scope.app.context.database, 'store')
  return createJsonReply(
    await scope.app.access.admins.startTotpSetup(session, String(store?.['name'] || 'Product Configurator Service')),
  )
}

export async function confirmOwnTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  await scope.tries.countRequest(scope.request.address)
  const { code } = prepareInput(
    { code: string('Code', { required: true }) },
    scope.request.fields,
    createInputWords(createMessage('errors.ownerConfirmation')),
  )
  await scope.app.access.admins.confirmTotp(session, code)
  return replyWithSession(scope)
}

export async function endOwnTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  await scope.tries.countRequest(scope.request.address)
  const input = { password: string('Password', { required: true, blank: true }) }
  const credentials = prepareInput(input, scope.request.fields, createInputWords(createMessage('errors.ownerRequest')))
  await scope.app.access.admins.disableTotp(session, credentials.password)
  return replyWithSession(scope)
}

export async function endOneSession(scope: AdminScope): Promise<Reply> {
  const { account } = requireSession(scope)
  const id = scope.request.params['id'] ?? ''
  await scope.app.access.admins.endSession(account.id, /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)
  return createEmptyReply(204)
}

export async function endOtherSessions(scope: AdminScope): Promise<Reply> {
  await scope.app.access.admins.endOtherSessions(requireSession(scope))
  return createEmptyReply(204)
}
