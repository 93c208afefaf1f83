// Changes of the own account: name, language, password, one-time codes, and other open sessions.
import { createMessage } from '#core/foundation/message.js'
import { prepareInput } from '#core/actions/input.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { password } from '#core/model/properties/password.js'
import { string } from '#core/model/properties/string.js'
import type { AdminSession } from '#core/storage/admin/define.js'
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
  const { updateAdminProfile } = await import('#core/storage/admin/own-account.js')
  await updateAdminProfile(scope.app.context, session, change)
  return replyWithSession(scope)
}

export async function beginOwnTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const own = await import('#core/storage/admin/own-account.js')
  const { snapshot } = await loadSettingsSnapshot(scope)
  const [store] = await snapshot.records(scope.app.context.database, 'store')
  return createJsonReply(
    await own.startTotpSetup(scope.app.context, session, String(store?.['name'] || 'Product Configurator Service')),
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
  const own = await import('#core/storage/admin/own-account.js')
  await own.confirmTotp(scope.app.context, session, code)
  return replyWithSession(scope)
}

export async function endOwnTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  await scope.tries.countRequest(scope.request.address)
  const input = { password: string('Password', { required: true, blank: true }) }
  const credentials = prepareInput(input, scope.request.fields, createInputWords(createMessage('errors.ownerRequest')))
  const own = await import('#core/storage/admin/own-account.js')
  await own.disableTotp(scope.app.context, session, credentials.password)
  return replyWithSession(scope)
}

export async function endOneSession(scope: AdminScope): Promise<Reply> {
  const { account } = requireSession(scope)
  const { endAdminSession } = await import('#core/storage/admin/admin-sessions.js')
  const id = scope.request.params['id'] ?? ''
  await endAdminSession(scope.app.context, account.id, /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)
  return createEmptyReply(204)
}

export async function endOtherSessions(scope: AdminScope): Promise<Reply> {
  const { account, id } = requireSession(scope)
  const { endAdminSessions } = await import('#core/storage/admin/admin-sessions.js')
  await endAdminSessions(scope.app.context.database, account.id, id)
  return createEmptyReply(204)
}
