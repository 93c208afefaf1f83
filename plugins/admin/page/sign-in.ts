// Sign-in pages without script: signing in and out, the first account, and passwords of invited people.
import { ServiceError, ValidationError } from '#core/foundation/errors.js'
import { type Reply, redirect } from '../../http/reply.js'
import { noCookie } from '../gate/cookie.js'
import { type AdminScope, adminRoot } from '../gate/scope.js'
import { closeSession, openFirst, openInvited, openSession } from '../transport/session.js'
import { tellIn } from '../wording/told.js'
import { pageTexts } from '../wording/page-texts.js'
import { type Drawing, door } from './frame.js'
import { type Markup, markup } from './markup.js'

interface Attempt {
  readonly status?: number
  /** The typed values, without passwords. */
  readonly typed?: Readonly<Record<string, unknown>>
  /** The error message. */
  readonly problem?: string
}

interface Input {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly autocomplete: string
  readonly optional?: true
}

function inputs(all: readonly Input[], typed: Readonly<Record<string, unknown>>): readonly Markup[] {
  return all.map(({ name, label, type = 'text', autocomplete, optional }) => {
    const given = typed[name]
    const value = type === 'password' || typeof given !== 'string' ? null : markup` value="${given}"`
    return markup`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${optional ? null : markup` required`}${value}></p>`
  })
}

const problemBox = (problem: string | undefined): Markup | null =>
  problem === undefined ? null : markup`<div class="issues" role="alert"><p>${problem}</p></div>`

/** The sign-in form. If the host authenticates users, a notice instead. */
export function signInPage(scope: AdminScope, { status = 200, typed = {}, problem }: Attempt): Promise<Reply> {
  const { app, server, request, language } = scope
  const texts = pageTexts(language)
  if (app.host.adapters.adminGate.keepsAccounts !== true)
    return door(scope, { title: texts.signIn, content: markup`<p>${texts.host}</p>`, status })
  const after = typeof typed['next'] === 'string' ? typed['next'] : request.path
  const fields = inputs(
    [
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'username' },
      { name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' },
      { name: 'code', label: texts.code, autocomplete: 'one-time-code', optional: true },
    ],
    typed,
  )
  const content = markup`${problemBox(problem)}<form method="post" action="${server.pathTo(`${adminRoot}/sign-in`)}">
<input type="hidden" name="next" value="${after}">${fields}<button class="main">${texts.signIn}</button></form>`
  return door(scope, { title: texts.signIn, content, status })
}

/** Redirects only to a page of the admin. */
function afterwards({ server }: AdminScope, next: unknown): string {
  const path = typeof next === 'string' && /^\/svc-admin(\/[\w-]+)*\/?$/.test(next) ? next : `${adminRoot}/`
  return server.pathTo(path.endsWith('/sign-in') || path.endsWith('/sign-out') ? `${adminRoot}/` : path)
}

/** Errors that the page shows next to its form. Rethrows all others. */
function problemOf({ app, language }: AdminScope, thrown: unknown): { readonly problem: string; readonly status: number } {
  const error = tellIn(app.registry, language).error(thrown)
  if (error instanceof ValidationError) return { problem: error.message, status: 422 }
  if (error instanceof ServiceError && (error.code === 'AUTHENTICATION_FAILED' || error.code === 'TOTP_REQUIRED'))
    return { problem: error.message, status: 401 }
  throw thrown
}

export async function takeSignIn(scope: AdminScope): Promise<Reply> {
  const { next, ...fields } = scope.request.fields
  try {
    const { headers } = await openSession(scope, fields)
    return { ...redirect(afterwards(scope, next)), headers: { ...headers, location: afterwards(scope, next) } }
  } catch (error) {
    return signInPage(scope, { ...problemOf(scope, error), typed: scope.request.fields })
  }
}

export async function takeSignOut({ scope, at }: Drawing): Promise<Reply> {
  await closeSession(scope)
  return { ...redirect(at('')), headers: { ...noCookie(scope.server), location: at('') } }
}

type Opening = typeof openFirst

/** A page for an invitation link or the first-account link. */
function linkPage(kind: 'first-account' | 'invitation', open: Opening) {
  const draw = (scope: AdminScope, { status = 200, typed = {}, problem }: Attempt): Promise<Reply> => {
    const texts = pageTexts(scope.language)
    const isFirst = kind === 'first-account'
    const secret = String(typed['secret'] ?? scope.request.query.values.get('secret') ?? '')
    const name: Input = { name: 'name', label: texts.name, autocomplete: 'name', ...(!isFirst && { optional: true }) }
    const email: Input = { name: 'email', label: texts.email, type: 'email', autocomplete: 'username' }
    const words: Input = { name: 'password', label: texts.password, type: 'password', autocomplete: 'new-password' }
    const title = isFirst ? texts.firstAccount : texts.setPassword
    const content = markup`${problemBox(problem)}<p>${isFirst ? texts.firstAccountHint : texts.setPasswordHint}</p>
<form method="post" action="${scope.server.pathTo(`${adminRoot}/${kind}`)}"><input type="hidden" name="secret" value="${secret}">
${inputs(isFirst ? [name, email, words] : [name, words], typed)}<button class="main">${title}</button></form>`
    return door(scope, { title, content, status })
  }

  return {
    show: (scope: AdminScope): Promise<Reply> => draw(scope, {}),
    async take(scope: AdminScope): Promise<Reply> {
      try {
        const { headers } = await open(scope, scope.request.fields)
        return { ...redirect(afterwards(scope, '')), headers: { ...headers, location: afterwards(scope, '') } }
      } catch (error) {
        return draw(scope, { ...problemOf(scope, error), typed: scope.request.fields })
      }
    },
  }
}

export const firstAccountPage = linkPage('first-account', openFirst)
export const invitationPage = linkPage('invitation', openInvited)
