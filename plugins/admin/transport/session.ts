// Signing in and out, first account and invitations, and the session data that every page loads first.
import { presets, type Preset } from '#core/foundation/access/areas.js'
import { grantOf } from '#core/foundation/access/grant.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { getCoreVersion } from '#core/foundation/version.js'
import { currency } from '#core/model/entities/store/currency.js'
import { emailAddress } from '#core/model/entity/groups.js'
import { dropdown } from '#core/model/properties/dropdown.js'
import { password } from '#core/model/properties/password.js'
import { string } from '#core/model/properties/string.js'
import { prepareInput } from '#core/action/input.js'
import type { Scope } from '#core/foundation/access/areas.js'
import type { AdminVisitor, SessionPlace } from '#core/storage/admin/define.js'
import { json, empty, type Reply } from '../../http/reply.js'
import { noCookie, sessionCookie } from '../gate/cookie.js'
import { type AdminScope, adminRoot, languageOf, momentFor, timeZoneFor } from '../gate/scope.js'
import { csrfOf } from '../gate/visitor.js'
import type { AdminLanguage, Session, SessionRow } from './shape.js'

/** How refusals name a request body. */
export const words = (owner: string) => ({ argument: 'field', owner })

export const adminLanguageChoice = dropdown('Language', { choices: { en: 'English', de: 'Deutsch' } })

/** The presets whose scopes are all included. */
export function presetsOf(scopes: readonly Scope[]): readonly Preset[] {
  const grant = grantOf(scopes)
  return (Object.keys(presets) as Preset[]).filter((name) => grant.allowsAll(presets[name]))
}

/** The session data that every page loads first. */
export async function sessionOf(scope: AdminScope, visitor: AdminVisitor = scope.visitor): Promise<Session> {
  const { app, server, request } = scope
  const { snapshot } = await momentFor(scope)
  const account = visitor.session?.account ?? null
  const language: AdminLanguage = languageOf(visitor, request)
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const currencies = await snapshot.records(app.context.database, currency)
  return {
    account: {
      name: account?.name ?? visitor.name,
      email: account?.email ?? null,
      language,
      scopes: visitor.grant.scopes,
      presets: presetsOf(visitor.grant.scopes),
      signOut: account !== null,
      totp: account?.totp ?? false,
    },
    csrf: csrfOf(app, visitor),
    platform: app.host.platform,
    commerce: app.host.commerce,
    languages: snapshot.languages.map((tag) => ({
      tag,
      label: names.of(tag) ?? tag,
      default: tag === snapshot.defaultLanguage,
    })),
    currencies: currencies
      .filter(({ published, is_base }) => published === true || is_base === true)
      .map(({ id, code, decimals, is_base: base }) => ({ id, code, decimals: decimals ?? 2, base: base === true })),
    timeZone: await timeZoneFor(scope),
    version: getCoreVersion(),
    root: server.pathTo(adminRoot),
    rest: server.pathTo('/svc-api/v1'),
    shop: server.pageOf('storefront'),
  }
}

export const readSession = async (scope: AdminScope): Promise<Reply> => json(await sessionOf(scope))

/** Address and browser of a new session, for the list of sessions. */
const placeOf = ({ request }: AdminScope): SessionPlace => ({
  address: request.address,
  agent: request.headers['user-agent'] ?? '',
})

/** Throws NOT_FOUND if the host stores the accounts. */
export function requireOwnAccounts({ app }: AdminScope): void {
  if (app.host.adapters.adminGate.keepsAccounts === true) return
  throw new NotFoundError('The host says who may come in here: its users, with their rights.')
}

/** The session of a token that was created just now. */
async function opened(
  scope: AdminScope,
  token: string,
): Promise<{ readonly session: Session; readonly headers: Reply['headers'] }> {
  const visitor = await scope.app.admins.visitor(token)
  if (!visitor) throw new NotFoundError('The account is no longer there.')
  return { session: await sessionOf(scope, visitor), headers: sessionCookie(scope.server, token) }
}

const signInInput = {
  email: string('E-mail', { required: true }),
  password: string('Password', { required: true, blank: true }),
  code: string('One-time code'),
}

/** Opens a session. The reply's headers set its cookie. */
export async function openSession(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireOwnAccounts(scope)
  await scope.tries.take(scope.request.address)
  const { signIn } = await import('#core/storage/admin/sign-in.js')
  return opened(scope, await signIn(scope.app.context, prepareInput(signInInput, fields, words('the sign-in')), placeOf(scope)))
}

const firstInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { required: true, trimmed: true }),
  email: emailAddress('E-mail', { required: true }),
  password: password('Password', { required: true }),
  language: adminLanguageChoice,
}

/** Creates the very first account and signs it in. */
export async function openFirst(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireOwnAccounts(scope)
  await scope.tries.take(scope.request.address)
  const [{ createFirst }, { openAfterLink }] = await Promise.all([
    import('#core/storage/admin/accounts.js'),
    import('#core/storage/admin/sign-in.js'),
  ])
  const { context } = scope.app
  const given = prepareInput(firstInput, fields, words('the first account'))
  // Default: the language in which the page was shown.
  const id = await createFirst(context, { ...given, language: given.language ?? scope.language })
  return opened(scope, await openAfterLink(context, id, placeOf(scope)))
}

const acceptInput = {
  secret: string('Secret', { required: true }),
  name: string('Name', { trimmed: true }),
  password: password('Password', { required: true }),
}

/** Sets the password of an invited person and signs them in. */
export async function openInvited(scope: AdminScope, fields: AdminScope['request']['fields']) {
  requireOwnAccounts(scope)
  await scope.tries.take(scope.request.address)
  const [{ acceptLink }, { openAfterLink }] = await Promise.all([
    import('#core/storage/admin/accounts.js'),
    import('#core/storage/admin/sign-in.js'),
  ])
  const { context } = scope.app
  const id = await acceptLink(context, prepareInput(acceptInput, fields, words('the invitation')))
  return opened(scope, await openAfterLink(context, id, placeOf(scope)))
}

type Opening = typeof openSession

/** The opened session as JSON, with its cookie. */
const told =
  (open: Opening) =>
  async (scope: AdminScope): Promise<Reply> => {
    const { session, headers } = await open(scope, scope.request.fields)
    return json(session, 200, headers)
  }

export const signInByJson = told(openSession)
export const firstByJson = told(openFirst)
export const invitedByJson = told(openInvited)

/** Ends the session of the request, if there is one. */
export async function closeSession({ app, visitor }: AdminScope): Promise<void> {
  if (!visitor.session) return
  const { endSession } = await import('#core/storage/admin/sessions.js')
  await endSession(app.context, visitor.session.account.id, visitor.session.id)
}

export async function signOut(scope: AdminScope): Promise<Reply> {
  await closeSession(scope)
  return empty(204, noCookie(scope.server))
}

export async function listSessions({ app, visitor }: AdminScope): Promise<Reply> {
  if (!visitor.session) return json([])
  const { id: current, account } = visitor.session
  const { sessionsOf } = await import('#core/storage/admin/sessions.js')
  const rows = await sessionsOf(app.context, account.id)
  return json(rows.map((row): SessionRow => ({ ...row, current: row.id === current })))
}
