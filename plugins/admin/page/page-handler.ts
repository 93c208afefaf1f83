// Replies of pages without script: a sign-in page for strangers, an error page for missing rights.
import { ServiceError } from '#core/contract.js'
import { runAsActor } from '#core/surface.js'
import type { Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { getReplyLanguage } from '../gate/admin-scope.js'
import { findAdminCaller, checkCsrfField } from '../gate/admin-caller.js'
import { getPageTexts } from '../wording/page-texts.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { type PageContext, createPageContext, drawFramedPage } from './page-frame.js'
import { markup } from '../../http/markup.js'
import { showSignInPage } from './sign-in-page.js'

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

const errorPages: Readonly<
  Partial<Record<ServiceError['code'], { readonly status: number; readonly title: 'notFound' | 'forbidden' }>>
> = {
  NOT_FOUND: { status: 404, title: 'notFound' },
  INSUFFICIENT_SCOPE: { status: 403, title: 'forbidden' },
}

async function replyOrErrorPage(drawing: PageContext, draw: () => Promise<Reply>): Promise<Reply> {
  try {
    return await draw()
  } catch (error) {
    const how = error instanceof ServiceError ? errorPages[error.code] : undefined
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
    return replyOrErrorPage(drawing, () => draw(drawing))
  }

/** A handler for a submitted form. The route has already checked its origin. */
export const createFormHandler =
  (take: (drawing: PageContext, fields: Fields) => Promise<Reply>) =>
  async (scope: AdminScope): Promise<Reply> => {
    const inside = await findAdmittedScope(scope)
    if (inside === null) return showSignInPage(scope, { status: 401 })
    const drawing = createPageContext(inside)
    const fields = checkCsrfField(inside.app, inside.caller, scope.request.fields)
    return replyOrErrorPage(drawing, () => runAsActor(inside.caller, () => take(drawing, fields)))
  }
