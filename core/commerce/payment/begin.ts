// Starts the payment of an order: stores the payment, calls the provider, then stores the provider's response.
import { createMessage, getMessage, type Message, type MessageText } from '../../foundation/message.js'
import { messageText } from '../../foundation/message-format.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import { toWebhookPath } from '../../model/payment/declaration.js'
import { transitions } from '../../model/state/statuses.js'
import { toLanguagePath, translateShopMessage } from '../../shop/language.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { formatDocumentNumber } from '../document/kinds.js'
import { parseLetterhead, parseInstructions } from '../document/rows.js'
import { findOrder, createUnknownOrderError } from '../order/service.js'
import { createToken, type ShopperContext } from '../shopper-context.js'
import type { Beginning, BeginScope, PaymentReply } from './define.js'
import {
  ProviderError,
  removeReportSecrets,
  toPaymentFacts,
  loadMethodWithProvider,
  type MethodWithProvider,
  callMethodProvider,
} from './provider.js'
import { lockPayment, listOrderPayments, type PaymentRecord } from './rows.js'
import { settlePayment } from './settle.js'

/** Milliseconds that a provider may take while a shopper waits. */
const beginTimeout = 15_000

interface ClaimedPayment {
  readonly order: OrderRecord
  readonly payment: PaymentRecord
}

/** Builds the customer's reply about a payment. */
function toPaymentReply(payment: PaymentRecord, order: Pick<OrderRecord, 'payment_title'>): PaymentReply {
  const status = payment.status || 'pending'
  return {
    status,
    title: order.payment_title,
    amount: payment.amount ?? 0,
    currency: payment.currency_code,
    reference: payment.reference,
    redirect: status === 'pending' && payment.redirect !== '' ? payment.redirect : null,
    instructions: parseInstructions(payment.instructions),
    created: payment.created ?? '',
  }
}

/**
 * Starts a payment of the order by its payment method, or returns the pending payment, so a repeated call does not pay twice. After a
 * failed payment another one may be started while the order is unpaid. Call it outside of units, because it calls the provider. @throws
 * NOT_READY if the provider fails; nothing was paid then
 */
export async function beginPayment(shopperContext: ShopperContext, token: string): Promise<PaymentReply> {
  const currentContext = await shopperContext.at()
  const { order, payment } = await currentContext.transact((inside) => claimPayment(inside, token))
  if (payment.begun !== null || payment.status !== 'pending') return toPaymentReply(payment, order)
  try {
    const beginning = await callProviderBegin(
      currentContext,
      await loadMethodWithProvider(currentContext, payment.payment_method_id),
      { order, payment },
      token,
    )
    return toPaymentReply(await storeBeginning(currentContext, payment.id, beginning), order)
  } catch (error) {
    // On any error mark the payment as failed. The next attempt creates a new one.
    const text = toFailureText(error)
    await currentContext.transact((inside) => failPayment(inside, payment.id, text))
    if (!(error instanceof ProviderError)) throw error
    shopperContext.context.log.warn(
      { payment: payment.id, connector: payment.connector, reason: messageText(text) },
      'A payment could not be started.',
    )
    throw new ServiceError('NOT_READY', createMessage('shop.paymentProviderSilent'))
  }
}

function toFailureText(error: unknown): MessageText {
  if (error instanceof ProviderError) return error.text
  return error instanceof ServiceError ? getMessage(error) : createMessage('operations.paymentNotStarted')
}

/** Maximum number of payments per order. Each attempt creates a record, and most call a provider. */
const maxPayments = 30

/** The visitor's placed order, locked. NOT_FOUND for unknown orders, drafts and orders of other people. */
async function lockOwnOrder(shopperContext: ShopperContext & TransactionContext, token: string): Promise<OrderRecord> {
  const { id } = await findOrder(shopperContext, token)
  const [locked] = await shopperContext.lock(salesOrder, { column: 'id', values: [id] })
  if (!locked) throw createUnknownOrderError()
  return locked.values
}

/** Rejects an order that is paid, is in a final state, or has too many payments. */
function requirePayableOrder(order: OrderRecord, payments: readonly PaymentRecord[]): void {
  const refuse = (message: Message, code: string): never => {
    throw ValidationError.of('token', message, code)
  }
  if (order.status === 'paid' || payments.some(({ status }) => status === 'paid')) refuse(createMessage('shop.orderPaid'), 'PAID')
  if (order.status === '' || !(transitions['sales-order'][order.status] as readonly string[]).includes('paid')) {
    refuse(createMessage('shop.orderNotPayable', { status: order.status }), 'NOT_ALLOWED')
  }
  if (payments.length >= maxPayments) {
    refuse(createMessage('shop.tooManyPayments', { count: maxPayments }), 'TOO_MANY')
  }
}

/** The pending payment, or a new one. A payment of zero is `paid` immediately. */
async function claimPayment(shopperContext: ShopperContext & TransactionContext, token: string): Promise<ClaimedPayment> {
  const order = await lockOwnOrder(shopperContext, token)
  const payments = await listOrderPayments(shopperContext, order.id)
  requirePayableOrder(order, payments)
  const open = payments.findLast(
    ({ status, expires }) =>
      status === 'authorized' || (status === 'pending' && !(Date.parse(expires ?? '') <= shopperContext.now)),
  )
  if (open) return { order, payment: open }
  const isFree = (order.gross ?? 0) <= 0
  const method = isFree
    ? { id: order.payment_method_id, connector: '' }
    : await loadMethodWithProvider(shopperContext, order.payment_method_id)
  const now = formatIsoTime(shopperContext.now)
  const id = await shopperContext.write(paymentEntity, {
    sales_order_id: order.id,
    payment_method_id: method.id,
    connector: method.connector,
    token: createToken(),
    status: 'pending',
    amount: isFree ? 0 : order.gross,
    currency_code: order.currency_code,
    ...(isFree && { begun: now }),
    created: now,
    changed: now,
  })
  if (isFree) {
    const nothing = { status: 'paid', amount: 0, currency: order.currency_code } as const
    const message = createMessage('operations.paymentNothingDue')
    await settlePayment(shopperContext, id, { ...nothing, message }, { source: 'begin' })
  }
  return { order, payment: (await lockPayment(shopperContext, id)).payment }
}

const maxIdLength = 255
const maxUrlLength = 4_000

function isWebAddress(address: string): boolean {
  if (address.length > maxUrlLength || !URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
}

/** ProviderError for ids that are too long, a redirect that is not an http(s) address, and an invalid `expires`. */
function validateBeginning(beginning: Beginning, params: object): Beginning {
  const { reference = '', account = '', redirect = '', expires, report } = beginning
  if (reference.length > maxIdLength || account.length > maxIdLength) {
    throw new ProviderError(createMessage('operations.paymentIdTooLong', { count: maxIdLength }))
  }
  if (redirect !== '' && !isWebAddress(redirect)) {
    throw new ProviderError(createMessage('operations.paymentPageInvalid'))
  }
  if (expires !== undefined && Number.isNaN(new Date(expires).getTime())) {
    throw new ProviderError(createMessage('operations.paymentExpiryInvalid'))
  }
  return report ? { ...beginning, report: removeReportSecrets(report, params) } : beginning
}

function callProviderBegin(
  shopperContext: ShopperContext,
  method: MethodWithProvider,
  { order, payment }: ClaimedPayment,
  token: string,
): Promise<Beginning> {
  const language = shopperContext.language ?? (order.language_tag || shopperContext.versionedSnapshot.snapshot.defaultLanguage)
  const scope: Omit<BeginScope<typeof method.params>, 'signal'> = {
    params: method.params,
    now: shopperContext.now,
    payment: toPaymentFacts(payment, order),
    order: {
      number: order.number,
      number_text: formatDocumentNumber(order),
      email: order.email,
      placed: Date.parse(order.placed ?? order.created ?? '') || shopperContext.now,
      shop: parseLetterhead(order.shop),
    },
    language,
    translate: (messageKey, values) => translateShopMessage(shopperContext.context.registry, language, messageKey, values),
    returnUrl: shopperContext.link(toLanguagePath(shopperContext, language, `/orders/${token}`)),
    webhookUrl: method.provider.webhook
      ? shopperContext.link(toWebhookPath(method.connector, method.id, method.provider.webhook))
      : '',
  }
  const { params, provider } = method
  return callMethodProvider(shopperContext, method, { milliseconds: beginTimeout }, async (signal) => {
    const beginning = validateBeginning(await provider.begin({ ...scope, signal }), params)
    return { instructions: provider.instruct?.(scope) ?? undefined, ...beginning }
  })
}

/** Stores the provider's response. If two calls started the same payment, the first response wins. */
async function storeBeginning(shopperContext: ShopperContext, id: number, beginning: Beginning): Promise<PaymentRecord> {
  return shopperContext.transact(async (inside) => {
    const { payment } = await lockPayment(inside, id)
    if (payment.begun !== null) return payment
    const { reference = '', account = '', redirect = '', instructions = null, expires, report } = beginning
    const now = formatIsoTime(inside.now)
    const fields = { reference, account, redirect, instructions, expires: expires === undefined ? null : formatIsoTime(expires) }
    await inside.write(paymentEntity, { ...fields, begun: now, changed: now }, { id: payment.id })
    if (report) await settlePayment(inside, id, report, { source: 'begin' })
    return (await lockPayment(inside, id)).payment
  })
}

async function failPayment(shopperContext: ShopperContext & TransactionContext, id: number, message: MessageText): Promise<void> {
  const { payment } = await lockPayment(shopperContext, id)
  if (payment.begun === null) await settlePayment(shopperContext, id, { status: 'failed', message }, { source: 'begin' })
}

/** The payments of an order, oldest first. */
export async function listPayments(shopperContext: ShopperContext, token: string): Promise<readonly PaymentReply[]> {
  const order = await findOrder(shopperContext, token)
  return (await listOrderPayments(shopperContext, order.id)).map((payment) => toPaymentReply(payment, order))
}
