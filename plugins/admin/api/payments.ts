// Manual work on payments, captures, refunds and outcomes of offline payments, and the moderation of reviews.
import { createMessage, decimal, dropdown, string, ValidationError } from '#core/contract.js'
import {
  accessRules,
  entities,
  inputForms,
  requireEntity,
  requireScopes,
  salesPayments,
  booleanTexts,
  requiredScopes,
} from '#core/surface.js'
import { requireRecordId } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createMessageListFormatter } from '../wording/message-translator.js'
import { requireCommerce } from './documents.js'
import type { WireRow } from './shape.js'
import { readTypedNumbers } from './form-record.js'
import type { ReviewPage } from './screen-shape.js'

const refundInput = {
  amount: decimal('Amount', { min: 0, help: 'Default: the remaining amount.' }),
  expected_refunded: decimal('Refunded so far', { min: 0, help: 'The total that the person saw. Another total is refused.' }),
}
const settleInput = {
  status: dropdown('Status', { choices: { paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' }, required: true }),
  amount: decimal('Amount', { min: 0 }),
  message: string('Message', { length: 200 }),
}

/** Adds the number of the order, the decimals of its currency, and the remark in the reader's language. */
export async function addPaymentSummaries(scope: AdminScope, rows: readonly WireRow[]): Promise<readonly WireRow[]> {
  const { app, language } = scope
  if (rows.length === 0) return rows
  const work = app.shop.createContext({})
  const format = createMessageListFormatter(app.context.registry, language)
  const stored = await work.list(entities.payment, { column: 'id', values: rows.map(({ id }) => Number(id)) })
  const orderIds = [...new Set(stored.map(({ values }) => values.sales_order_id))]
  const orders = await work.list(entities.salesOrder, { column: 'id', values: orderIds })
  const ordersById = new Map(orders.map(({ id, values }) => [id, values]))
  const paymentsById = new Map(stored.map(({ id, values }) => [id, values]))
  return rows.map((row) => {
    const payment = paymentsById.get(Number(row['id']))
    const order = payment && ordersById.get(payment.sales_order_id)
    return {
      ...row,
      order_number: order && order.number !== null ? `${order.number_prefix}${order.number}` : '',
      currency_decimals: order?.currency_decimals ?? 2,
      remark: payment ? format(payment.remark_messages, payment.remark) : '',
    }
  })
}

function requirePayment(scope: AdminScope): number {
  requireScopes(scope.caller.grant, ['orders:write'])
  requireCommerce(scope)
  return requireRecordId(requireEntity(scope.app.context.registry, 'payment'), scope.request)
}

/** Throws VALIDATION_FAILED above the refundable amount, NOT_READY if the provider cannot refund. */
export async function refundOrderPayment(scope: AdminScope): Promise<Reply> {
  const id = requirePayment(scope)
  const fields = await readTypedNumbers(refundInput, scope.request.fields, scope.language)
  const { amount = null, expected_refunded: expected = null } = inputForms.prepareInput(refundInput, fields, {
    argument: 'field',
    owner: createMessage('errors.ownerRefund'),
  })
  return createJsonReply(
    await salesPayments.staffPayments.refund(
      scope.app.shop.createContext({ author: accessRules.formatCallerName(scope.caller) }),
      id,
      amount,
      expected,
    ),
  )
}

/** Throws VALIDATION_FAILED for a payment that is not authorized, NOT_READY if the provider cannot capture it. */
export async function captureOrderPayment(scope: AdminScope): Promise<Reply> {
  const id = requirePayment(scope)
  return createJsonReply(
    await salesPayments.staffPayments.capture(
      scope.app.shop.createContext({ author: accessRules.formatCallerName(scope.caller) }),
      id,
    ),
  )
}

/** Records the outcome of a payment. It can only move forward, and the order's status follows. */
export async function settleOrderPayment(scope: AdminScope): Promise<Reply> {
  const id = requirePayment(scope)
  const fields = await readTypedNumbers(settleInput, scope.request.fields, scope.language)
  const { status, amount, message } = inputForms.prepareInput(settleInput, fields, {
    argument: 'field',
    owner: createMessage('errors.ownerPayment'),
  })
  return createJsonReply(
    await salesPayments.staffPayments.settle(
      scope.app.shop.createContext({ author: accessRules.formatCallerName(scope.caller) }),
      id,
      {
        status,
        amount,
        message,
      },
    ),
  )
}

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

/** Reviews for moderation, each with its product, the latest first. */
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
