// Changes of the own account: name, language, password, one-time codes, and other open sessions.
import { prepareInput } from '#core/action/input.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { password } from '#core/model/properties/password.js'
import { string } from '#core/model/properties/string.js'
import type { AdminSession } from '#core/storage/admin/define.js'
import { empty, json, type Reply } from '../../http/reply.js'
import { type AdminScope, momentFor } from '../gate/scope.js'
import { adminLanguageChoice, sessionOf, words } from './session.js'

function requireSession({ visitor }: AdminScope): AdminSession {
  if (visitor.session) return visitor.session
  throw new NotFoundError('This is for accounts that the service keeps itself, signed in by password.')
}

/** The session, read again after a change of its account. */
async function changed(scope: AdminScope): Promise<Reply> {
  const visitor = await scope.app.host.adapters.adminGate.admit(scope.app, scope.request.headers)
  return json(await sessionOf(scope, visitor ?? scope.visitor))
}

const changeInput = {
  name: string('Name', { trimmed: true }),
  language: adminLanguageChoice,
  password: password('Password'),
  current_password: string('Present password', { blank: true }),
}

export async function changeAccount(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const change = prepareInput(changeInput, scope.request.fields, words('the account'))
  if (change.password !== undefined) await scope.tries.take(scope.request.address)
  const { changeOwn } = await import('#core/storage/admin/own-account.js')
  await changeOwn(scope.app.context, session, change)
  return changed(scope)
}

export async function beginTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const own = await import('#core/storage/admin/own-account.js')
  const { snapshot } = await momentFor(scope)
  const [store] = await snapshot.records(scope.app.context.database, 'store')
  return json(await own.beginTotp(scope.app.context, session, String(store?.['name'] || 'Product Configurator Service')))
}

export async function confirmTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  await scope.tries.take(scope.request.address)
  const { code } = prepareInput({ code: string('Code', { required: true }) }, scope.request.fields, words('the confirmation'))
  const own = await import('#core/storage/admin/own-account.js')
  await own.confirmTotp(scope.app.context, session, code)
  return changed(scope)
}

export async function endTotp(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  await scope.tries.take(scope.request.address)
  const input = { password: string('Password', { required: true, blank: true }) }
  const given = prepareInput(input, scope.request.fields, words('the request'))
  const own = await import('#core/storage/admin/own-account.js')
  await own.endTotp(scope.app.context, session, given.password)
  return changed(scope)
}

export async function endOneSession(scope: AdminScope): Promise<Reply> {
  const { account } = requireSession(scope)
  const { endSession } = await import('#core/storage/admin/sessions.js')
  const id = scope.request.params['id'] ?? ''
  await endSession(scope.app.context, account.id, /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)
  return empty(204)
}

export async function endOtherSessions(scope: AdminScope): Promise<Reply> {
  const { account, id } = requireSession(scope)
  const { endSessions } = await import('#core/storage/admin/sessions.js')
  await endSessions(scope.app.context.database, account.id, id)
  return empty(204)
}
