// Handlers of pages without script. Strangers get the pages for signing in.
import { ServiceError, ValidationError } from '#core/contract.js'
import { accessRules } from '#core/surface.js'
import { type Reply, createRedirect } from '../../http/reply.js'
import {
  type AdminScope,
  getReplyLanguage,
  findAdminCaller,
  checkCsrfField,
  createExpiredCookie,
  adminRoot,
} from '../gate/admin-scope.js'
import { getPageTexts, createPageContext, drawFramedPage, drawSignedOutPage, type PageContext } from './page-frame.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { markup, type Markup } from '../../http/markup.js'
import { closeAdminSession, openFirstAccount, openInvitedAccount, openAdminSession } from '../api/session.js'

interface SignInAttempt {
  readonly status?: number
  /** The typed values, without passwords. */
  readonly typed?: Readonly<Record<string, unknown>>
  /** The error message. */
  readonly problem?: string
}

interface SignInInput {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly autocomplete: string
  readonly optional?: true
}

function drawInputs(all: readonly SignInInput[], typed: Readonly<Record<string, unknown>>): readonly Markup[] {
  return all.map(({ name, label, type = 'text', autocomplete, optional }) => {
    const typedValue = typed[name]
    const value = type === 'password' || typeof typedValue !== 'string' ? null : markup` value="${typedValue}"`
    return markup`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${optional ? null : markup` required`}${value}></p>`
  })
}

const drawProblem = (problem: string | undefined): Markup | null =>
  problem === undefined ? null : markup`<div class="issues" role="alert"><p>${problem}</p></div>`

/** The sign-in form. If the host authenticates users, a notice instead. */
function showSignInPage(scope: AdminScope, { status = 200, typed = {}, problem }: SignInAttempt): Promise<Reply> {
  const { app, server, request, language } = scope
  const texts = getPageTexts(language)
  if (app.host.adapters.adminGate.keepsAccounts !== true)
    return drawSignedOutPage(scope, { title: texts.signIn, content: markup`<p>${texts.host}</p>`, status })
  const after = typeof typed['next'] === 'string' ? typed['next'] : request.path
  const fields = drawInputs(
    [
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'username' },
      { name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' },
      { name: 'code', label: texts.code, autocomplete: 'one-time-code', optional: true },
    ],
    typed,
  )
  const content = markup`${drawProblem(problem)}<form method="post" action="${server.pathTo(`${adminRoot}/sign-in`)}">
<input type="hidden" name="next" value="${after}">${fields}<button class="main">${texts.signIn}</button></form>`
  return drawSignedOutPage(scope, { title: texts.signIn, content, status })
}

/** Redirects only to a page of the admin. */
function getRedirectAddress({ server }: AdminScope, next: unknown): string {
  const path = typeof next === 'string' && /^\/svc-admin(\/[\w-]+)*\/?$/.test(next) ? next : `${adminRoot}/`
  return server.pathTo(path.endsWith('/sign-in') || path.endsWith('/sign-out') ? `${adminRoot}/` : path)
}

/** Errors that the page shows next to its form. Rethrows all others. */
function toSignInProblem({ app, language }: AdminScope, thrown: unknown): { readonly problem: string; readonly status: number } {
  const error = createMessageTranslator(app.context.registry, language).error(thrown)
  if (error instanceof ValidationError) return { problem: error.message, status: 422 }
  if (error instanceof ServiceError && (error.code === 'AUTHENTICATION_FAILED' || error.code === 'TOTP_REQUIRED'))
    return { problem: error.message, status: 401 }
  throw thrown
}

export async function submitSignIn(scope: AdminScope): Promise<Reply> {
  const { next, ...fields } = scope.request.fields
  try {
    const { headers } = await openAdminSession(scope, fields)
    return {
      ...createRedirect(getRedirectAddress(scope, next)),
      headers: { ...headers, location: getRedirectAddress(scope, next) },
    }
  } catch (error) {
    return showSignInPage(scope, { ...toSignInProblem(scope, error), typed: scope.request.fields })
  }
}

export async function submitSignOut({ scope, at }: PageContext): Promise<Reply> {
  await closeAdminSession(scope)
  return { ...createRedirect(at('')), headers: { ...createExpiredCookie(scope.server), location: at('') } }
}

type OpenSession = typeof openFirstAccount

/** A page for an invitation link or the first-account link. */
function createLinkPage(kind: 'first-account' | 'invitation', open: OpenSession) {
  const draw = (scope: AdminScope, { status = 200, typed = {}, problem }: SignInAttempt): Promise<Reply> => {
    const texts = getPageTexts(scope.language)
    const isFirst = kind === 'first-account'
    const secret = String(typed['secret'] ?? scope.request.query.values.get('secret') ?? '')
    const name: SignInInput = { name: 'name', label: texts.name, autocomplete: 'name', ...(!isFirst && { optional: true }) }
    const email: SignInInput = { name: 'email', label: texts.email, type: 'email', autocomplete: 'username' }
    const words: SignInInput = { name: 'password', label: texts.password, type: 'password', autocomplete: 'new-password' }
    const title = isFirst ? texts.firstAccount : texts.setPassword
    const content = markup`${drawProblem(problem)}<p>${isFirst ? texts.firstAccountHint : texts.setPasswordHint}</p>
<form method="post" action="${scope.server.pathTo(`${adminRoot}/${kind}`)}"><input type="hidden" name="secret" value="${secret}">
${drawInputs(isFirst ? [name, email, words] : [name, words], typed)}<button class="main">${title}</button></form>`
    return drawSignedOutPage(scope, { title, content, status })
  }

  return {
    show: (scope: AdminScope): Promise<Reply> => draw(scope, {}),
    async take(scope: AdminScope): Promise<Reply> {
      try {
        const { headers } = await open(scope, scope.request.fields)
        return {
          ...createRedirect(getRedirectAddress(scope, '')),
          headers: { ...headers, location: getRedirectAddress(scope, '') },
        }
      } catch (error) {
        return draw(scope, { ...toSignInProblem(scope, error), typed: scope.request.fields })
      }
    },
  }
}

export const firstAccountPage = createLinkPage('first-account', openFirstAccount)
export const invitationPage = createLinkPage('invitation', openInvitedAccount)

type Fields = AdminScope['request']['fields']

/** The scope of the signed-in visitor, or null. Called once per request: a host's credentials may be valid only once. */
async function findAdmittedScope(scope: AdminScope): Promise<AdminScope | null> {
  try {
    const caller = await findAdminCaller(scope.app, scope.request)
    return caller && { ...scope, caller, language: getReplyLanguage(caller, scope.request) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'AUTHENTICATION_FAILED') return null
    throw error
  }
}

type ErrorPages = Readonly<
  Partial<Record<ServiceError['code'], { readonly status: number; readonly title: 'notFound' | 'forbidden' }>>
>

const errorPages: ErrorPages = {
  NOT_FOUND: { status: 404, title: 'notFound' },
  INSUFFICIENT_SCOPE: { status: 403, title: 'forbidden' },
}

/** A page for an operation that the entity does not have, such as a new record of the settings, does not exist. */
const errorPagesOfAddresses: ErrorPages = { ...errorPages, VALIDATION_FAILED: { status: 404, title: 'notFound' } }

async function replyOrErrorPage(drawing: PageContext, draw: () => Promise<Reply>, pages = errorPages): Promise<Reply> {
  try {
    return await draw()
  } catch (error) {
    const how = error instanceof ServiceError ? pages[error.code] : undefined
    if (!how) throw error
    const { app, language } = drawing.scope
    const { message } = createMessageTranslator(app.context.registry, language).error(error) as ServiceError
    const title = getPageTexts(language)[how.title]
    return drawFramedPage(drawing, { title, content: markup`<p>${message}</p>`, status: how.status })
  }
}

/** A handler that shows a page. */
export const createPageHandler =
  (draw: (drawing: PageContext) => Promise<Reply>) =>
  async (scope: AdminScope): Promise<Reply> => {
    const inside = await findAdmittedScope(scope)
    if (inside === null) return showSignInPage(scope, { status: 401 })
    const drawing = createPageContext(inside)
    return replyOrErrorPage(drawing, () => draw(drawing), errorPagesOfAddresses)
  }

/** A handler for a submitted form. The route has already checked its origin. */
export const createFormHandler =
  (take: (drawing: PageContext, fields: Fields) => Promise<Reply>) =>
  async (scope: AdminScope): Promise<Reply> => {
    const inside = await findAdmittedScope(scope)
    if (inside === null) return showSignInPage(scope, { status: 401 })
    const drawing = createPageContext(inside)
    const fields = checkCsrfField(inside.app, inside.caller, scope.request.fields)
    return replyOrErrorPage(drawing, () => accessRules.runAsActor(inside.caller, () => take(drawing, fields)))
  }
