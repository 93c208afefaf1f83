// Replies of pages without script: a sign-in page for strangers, an error page for missing rights.
import { runAsActor } from '#core/foundation/access/actor.js'
import { ServiceError } from '#core/foundation/errors.js'
import type { Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { languageOf } from '../gate/scope.js'
import { visitorOf, withoutCsrfField } from '../gate/visitor.js'
import { pageTexts } from '../wording/page-texts.js'
import { tellIn } from '../wording/told.js'
import { type Drawing, drawingFor, framed } from './frame.js'
import { markup } from './markup.js'
import { signInPage } from './sign-in.js'

type Fields = AdminScope['request']['fields']

/** The scope of the signed-in visitor, or null. Called once per request: a host's credentials may be valid only once. */
async function admitted(scope: AdminScope): Promise<AdminScope | null> {
  try {
    const visitor = await visitorOf(scope.app, scope.request)
    return visitor && { ...scope, visitor, language: languageOf(visitor, scope.request) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'AUTHENTICATION_FAILED') return null
    throw error
  }
}

const told: Readonly<
  Partial<Record<ServiceError['code'], { readonly status: number; readonly title: 'notFound' | 'forbidden' }>>
> = {
  NOT_FOUND: { status: 404, title: 'notFound' },
  INSUFFICIENT_SCOPE: { status: 403, title: 'forbidden' },
}

async function orSaid(drawing: Drawing, draw: () => Promise<Reply>): Promise<Reply> {
  try {
    return await draw()
  } catch (error) {
    const how = error instanceof ServiceError ? told[error.code] : undefined
    if (!how) throw error
    const { app, language } = drawing.scope
    const { message } = tellIn(app.registry, language).error(error) as ServiceError
    const title = pageTexts(language)[how.title]
    return framed(drawing, { title, content: markup`<p>${message}</p>`, status: how.status })
  }
}

/** A handler that shows a page. */
export const shown =
  (draw: (drawing: Drawing) => Promise<Reply>) =>
  async (scope: AdminScope): Promise<Reply> => {
    const inside = await admitted(scope)
    if (inside === null) return signInPage(scope, { status: 401 })
    const drawing = drawingFor(inside)
    return orSaid(drawing, () => draw(drawing))
  }

/** A handler for a submitted form. The route has already checked its origin. */
export const sent =
  (take: (drawing: Drawing, fields: Fields) => Promise<Reply>) =>
  async (scope: AdminScope): Promise<Reply> => {
    const inside = await admitted(scope)
    if (inside === null) return signInPage(scope, { status: 401 })
    const drawing = drawingFor(inside)
    const fields = withoutCsrfField(inside.app, inside.visitor, scope.request.fields)
    return orSaid(drawing, () => runAsActor(inside.visitor, () => take(drawing, fields)))
  }
