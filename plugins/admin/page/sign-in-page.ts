// Sign-in pages without script: signing in and out, the first account, and passwords of invited people.
import { ServiceError, ValidationError } from '#core/contract.js'
import { type Reply, createRedirect } from '../../http/reply.js'
import { createExpiredCookie } from '../gate/session-cookie.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import { closeAdminSession, openFirstAccount, openInvitedAccount, openAdminSession } from '../api/session.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { getPageTexts } from '../wording/page-texts.js'
import { type PageContext, drawSignedOutPage } from './page-frame.js'
import { type Markup, markup } from '../../http/markup.js'

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
export function showSignInPage(scope: AdminScope, { status = 200, typed = {}, problem }: SignInAttempt): Promise<Reply> {
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
