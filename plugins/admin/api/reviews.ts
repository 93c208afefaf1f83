// Reviews for moderation, each with its product, the latest first.
import { createMessage, ValidationError } from '#core/contract.js'
import { booleanTexts, requiredScopes, requireEntity, requireScopes, entities } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import type { ReviewPage } from './screen-shape.js'

/** Reviews per page. */
const reviewsPerPage = 50

function parseReviewQuery({ request }: AdminScope): { readonly published: boolean; readonly offset: number } {
  const { values } = request.query
  const published = booleanTexts.get(values.get('published') ?? 'false')
  const offset = values.get('offset') ?? '0'
  if (published === undefined) throw ValidationError.of('published', createMessage('errors.publishedRequired'))
  if (!/^\d{1,9}$/.test(offset)) throw ValidationError.of('offset', createMessage('errors.parameterFromZero', { name: 'offset' }))
  return { published, offset: Number(offset) }
}

export async function readReviewPage(scope: AdminScope): Promise<Reply> {
  const { app, caller } = scope
  requireScopes(caller.grant, requiredScopes(requireEntity(app.context.registry, entities.review.name), 'read'))
  const { published, offset } = parseReviewQuery(scope)
  const listed = await app.records.list(entities.review.name, {
    filters: new Map([['published', published]]),
    sort: '-id',
    limit: reviewsPerPage,
    offset,
  })
  const shopperContext = app.shop.createContext({})
  const reviewRecords = await shopperContext.list(entities.review, {
    column: 'id',
    values: listed.records.map(({ id }) => Number(id)),
  })
  const { snapshot } = await loadSettingsSnapshot(scope)
  const ids = [...new Set(reviewRecords.map(({ values }) => values.product_id))]
  const products = await shopperContext.list(
    entities.product,
    { column: 'id', values: ids.filter((id) => id !== null) },
    snapshot.languages,
  )
  const titles = new Map(products.map(({ id, values }) => [id, values.title]))
  const reviews = reviewRecords.toReversed().map(({ id, values }) => {
    const { product_id, name, rating, comment, language_tag, customer_id } = values
    const reviewFields = { id, name, rating: rating ?? 0, comment, language: language_tag, customer: customer_id }
    return { ...reviewFields, product: { id: product_id, title: titles.get(product_id ?? 0) ?? '' } }
  })
  return createJsonReply({ reviews, total: listed.meta.total, offset } satisfies ReviewPage)
}
