// Signing in and out, the own account, and its open sessions.
import {
  type AdminCaller,
  type Message,
  type Preset,
  type Scope,
  type AdminSession,
  createMessage,
  dropdown,
  grantOf,
  NotFoundError,
  presets,
  string,
} from '#core/contract.js'
import { entities, inputForms, serviceState } from '#core/surface.js'
import { createJsonReply, createEmptyReply, type Reply } from '../../http/reply.js'
import {
  createExpiredCookie,
  createSessionCookie,
  adminRoot,
  getReplyLanguage,
  loadSettingsSnapshot,
  loadTimeZone,
  createCsrfToken,
  type AdminScope,
} from '../gate/admin-scope.js'
import { adminLanguageNames, formatLanguageName } from '../wording/display-name.js'
import type { AdminLanguage } from './shape.js'
import type { AdminSessionReply, SessionRow } from './account-shape.js'

/** How refusals name a request body. */
export const createInputWords = (owner: Message): Parameters<typeof inputForms.prepareInput>[2] => ({ argument: 'field', owner })

export const adminLanguageChoice = dropdown('Language', { choices: adminLanguageNames })

/** The presets whose scopes are all included. */
export function listIncludedPresets(scopes: readonly Scope[]): readonly Preset[] {
  const grant = grantOf(scopes)
  return (Object.keys(presets) as Preset[]).filter((name) => grant.allowsAll(presets[name]))
}

/** The session data that every page loads first. */
async function createSessionReply(scope: AdminScope, caller: AdminCaller = scope.caller): Promise<AdminSessionReply> {
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
    version: serviceState.getCoreVersion(),
    root: server.pathTo(adminRoot),
    rest: server.pathTo('/svc-api/v1'),
    shop: server.findPage('storefront'),
  }
}

export const readSession = async (scope: AdminScope): Promise<Reply> => createJsonReply(await createSessionReply(scope))

/** Address and browser of a new session, for the list of sessions. */
const getSessionPlace = ({ request }: AdminScope) => ({
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
      inputForms.prepareInput(signInInput, fields, createInputWords(createMessage('errors.ownerSignIn'))),
      getSessionPlace(scope),
    ),
  )
}

const firstAccountInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { required: true, trimmed: true }),
  email: inputForms.emailAddress('E-mail', { required: true }),
  password: inputForms.password('Password', { required: true }),
  language: adminLanguageChoice,
}

/** Creates the very first account and signs it in. */
export async function openFirstAccount(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireServiceAccounts(scope)
  await scope.tries.countRequest(scope.request.address)
  const { admins } = scope.app.access
  const accountInput = inputForms.prepareInput(
    firstAccountInput,
    fields,
    createInputWords(createMessage('errors.ownerFirstAccount')),
  )
  // Default: the language in which the page was shown.
  const id = await admins.createFirst({ ...accountInput, language: accountInput.language ?? scope.language })
  return createOpenedSession(scope, await admins.signInAfterLink(id, getSessionPlace(scope)))
}

const acceptInvitationInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { trimmed: true }),
  password: inputForms.password('Password', { required: true }),
}

/** Sets the password of an invited person and signs them in. */
export async function openInvitedAccount(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireServiceAccounts(scope)
  await scope.tries.countRequest(scope.request.address)
  const { admins } = scope.app.access
  const id = await admins.acceptLink(
    inputForms.prepareInput(acceptInvitationInput, fields, createInputWords(createMessage('errors.ownerInvitation'))),
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
  password: inputForms.password('Password'),
  current_password: string('Present password', { blank: true }),
}

/** Changes of the own account: name, language, password, one-time codes, and other open sessions. */
export async function changeOwnAccount(scope: AdminScope): Promise<Reply> {
  const session = requireSession(scope)
  const change = inputForms.prepareInput(
    changeInput,
    scope.request.fields,
    createInputWords(createMessage('errors.ownerAccount')),
  )
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
  const { code } = inputForms.prepareInput(
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
  const credentials = inputForms.prepareInput(input, scope.request.fields, createInputWords(createMessage('errors.ownerRequest')))
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
