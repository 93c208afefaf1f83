// Signing in and out, first account and invitations, and the session data that every page loads first.
import {
  type AdminCaller,
  createMessage,
  dropdown,
  grantOf,
  type Message,
  NotFoundError,
  type Preset,
  presets,
  type Scope,
  string,
} from '#core/contract.js'
import {
  type ArgumentWords,
  emailAddress,
  getCoreVersion,
  password,
  prepareInput,
  type SessionOrigin,
  entities,
} from '#core/surface.js'
import { createJsonReply, createEmptyReply, type Reply } from '../../http/reply.js'
import { createExpiredCookie, createSessionCookie } from '../gate/session-cookie.js'
import { type AdminScope, adminRoot, getReplyLanguage, loadSettingsSnapshot, loadTimeZone } from '../gate/admin-scope.js'
import { formatLanguageName } from '../wording/display-name.js'
import { createCsrfToken } from '../gate/admin-caller.js'
import type { AdminLanguage, AdminSessionReply, SessionRow } from './shape.js'

/** How refusals name a request body. */
export const createInputWords = (owner: Message): ArgumentWords => ({ argument: 'field', owner })

export const adminLanguageChoice = dropdown('Language', { choices: { en: 'English', de: 'Deutsch' } })

/** The presets whose scopes are all included. */
export function listIncludedPresets(scopes: readonly Scope[]): readonly Preset[] {
  const grant = grantOf(scopes)
  return (Object.keys(presets) as Preset[]).filter((name) => grant.allowsAll(presets[name]))
}

/** The session data that every page loads first. */
export async function createSessionReply(scope: AdminScope, caller: AdminCaller = scope.caller): Promise<AdminSessionReply> {
  const { app, server, request } = scope
  const { snapshot } = await loadSettingsSnapshot(scope)
  const account = caller.session?.account ?? null
  const language: AdminLanguage = getReplyLanguage(caller, request)
  const currencies = await snapshot.records(app.context.database, entities.currency)
  return {
    account: {
      name: account?.name ?? caller.name,
      email: account?.email ?? null,
      language,
      scopes: caller.grant.scopes,
      presets: listIncludedPresets(caller.grant.scopes),
      signOut: account !== null,
      totp: account?.totp ?? false,
    },
    csrf: createCsrfToken(app, caller),
    platform: app.host.platform,
    commerce: app.host.commerce,
    languages: snapshot.languages.map((tag) => ({
      tag,
      label: formatLanguageName(tag, language, snapshot.languages),
      default: tag === snapshot.defaultLanguage,
    })),
    currencies: currencies
      .filter(({ published, is_base }) => published === true || is_base === true)
      .map(({ id, code, decimals, is_base: base }) => ({ id, code, decimals: decimals ?? 2, base: base === true })),
    modelImport: scope.app.context.registry.actions.has('import-model'),
    timeZone: await loadTimeZone(scope),
    version: getCoreVersion(),
    root: server.pathTo(adminRoot),
    rest: server.pathTo('/svc-api/v1'),
    shop: server.findPage('storefront'),
  }
}

export const readSession = async (scope: AdminScope): Promise<Reply> => createJsonReply(await createSessionReply(scope))

/** Address and browser of a new session, for the list of sessions. */
const getSessionPlace = ({ request }: AdminScope): SessionOrigin => ({
  address: request.address,
  agent: request.headers['user-agent'] ?? '',
})

/** Throws NOT_FOUND if the host stores the accounts. */
export function requireServiceAccounts({ app }: AdminScope): void {
  if (app.host.adapters.adminGate.keepsAccounts === true) return
  throw new NotFoundError(createMessage('errors.staffOfHost'))
}

/** The session of a token that was created just now. */
async function createOpenedSession(
  scope: AdminScope,
  token: string,
): Promise<{ readonly session: AdminSessionReply; readonly headers: Reply['headers'] }> {
  const caller = await scope.app.access.admins.visitor(token)
  if (!caller) throw new NotFoundError(createMessage('errors.accountGone'))
  return { session: await createSessionReply(scope, caller), headers: createSessionCookie(scope.server, token) }
}

const signInInput = {
  email: string('E-mail', { required: true }),
  password: string('Password', { required: true, blank: true }),
  code: string('One-time code'),
}

/** Opens a session. The reply's headers set its cookie. */
export async function openAdminSession(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireServiceAccounts(scope)
  await scope.tries.countRequest(scope.request.address)
  return createOpenedSession(
    scope,
    await scope.app.access.admins.signIn(
      prepareInput(signInInput, fields, createInputWords(createMessage('errors.ownerSignIn'))),
      getSessionPlace(scope),
    ),
  )
}

const firstAccountInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { required: true, trimmed: true }),
  email: emailAddress('E-mail', { required: true }),
  password: password('Password', { required: true }),
  language: adminLanguageChoice,
}

/** Creates the very first account and signs it in. */
export async function openFirstAccount(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireServiceAccounts(scope)
  await scope.tries.countRequest(scope.request.address)
  const { admins } = scope.app.access
  const accountInput = prepareInput(firstAccountInput, fields, createInputWords(createMessage('errors.ownerFirstAccount')))
  // Default: the language in which the page was shown.
  const id = await admins.createFirst({ ...accountInput, language: accountInput.language ?? scope.language })
  return createOpenedSession(scope, await admins.signInAfterLink(id, getSessionPlace(scope)))
}

const acceptInvitationInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { trimmed: true }),
  password: password('Password', { required: true }),
}

/** Sets the password of an invited person and signs them in. */
export async function openInvitedAccount(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireServiceAccounts(scope)
  await scope.tries.countRequest(scope.request.address)
  const { admins } = scope.app.access
  const id = await admins.acceptLink(
    prepareInput(acceptInvitationInput, fields, createInputWords(createMessage('errors.ownerInvitation'))),
  )
  return createOpenedSession(scope, await admins.signInAfterLink(id, getSessionPlace(scope)))
}

type OpenSession = typeof openAdminSession

/** The opened session as JSON, with its cookie. */
const createJsonHandler =
  (open: OpenSession) =>
  async (scope: AdminScope): Promise<Reply> => {
    const { session, headers } = await open(scope, scope.request.fields)
    return createJsonReply(session, 200, headers)
  }

export const signInByJson = createJsonHandler(openAdminSession)
export const openFirstAccountByJson = createJsonHandler(openFirstAccount)
export const openInvitedAccountByJson = createJsonHandler(openInvitedAccount)

/** Ends the session of the request, if there is one. */
export async function closeAdminSession({ app, caller }: AdminScope): Promise<void> {
  if (!caller.session) return
  await app.access.admins.endSession(caller.session.account.id, caller.session.id)
}

export async function signOutByJson(scope: AdminScope): Promise<Reply> {
  await closeAdminSession(scope)
  return createEmptyReply(204, createExpiredCookie(scope.server))
}

export async function listSessions({ app, caller }: AdminScope): Promise<Reply> {
  if (!caller.session) return createJsonReply([])
  const { id: current, account } = caller.session
  const rows = await app.access.admins.listSessions(account.id)
  return createJsonReply(rows.map((row): SessionRow => ({ ...row, current: row.id === current })))
}
