// Turns a checkout into an order once: claims, prices, checks, freezes and numbers it in one transaction.
import { documentKinds } from '../document/kinds.js'
import { toAmount, fromAmount, type Amount } from '../../engine/money/amount.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { StaleError, ValidationError } from '../../foundation/errors.js'
import { takeNextNumber } from '../../storage/counters.js'
import type { TransactionContext, FieldValues } from '../../storage/service-context.js'
import { storeBuyer } from '../account/customers.js'
import { closeCart, closeConfigurations } from '../cart/settle.js'
import { requireCartRules, type ShopperContext, isToken } from '../shopper-context.js'
import { type CartContents, loadCartContents } from '../cart/rows.js'
import {
  findMissingInputs,
  assessCheckout,
  type CheckoutAssessment,
  toCheckoutCartReference,
  type OrderDraft,
  type LockedDraft,
  lockDraftOfClosedCart,
  findOrderByToken,
  type OrderAddressRecord,
  storeDraftAddress,
  createUnknownCheckoutError,
  switchToOrderLanguage,
} from '../checkout/draft.js'
import type { PlaceOrderInput } from '../checkout/define.js'
import { buildCheckoutReply } from '../checkout/service.js'
import { canAccessDocument } from '../document/access.js'
import type { DocumentReply } from '../document/define.js'
import { freezeDocument } from '../document/freeze.js'
import { toDocumentReply, cacheOrderParts, readOrder, toAddressTexts } from '../document/rows.js'
import { createInstructions, type PayableOrder } from '../payment/provider.js'
import { changeState, createInitialStates } from '../state/change-state.js'
import { isPlacedOrder, createUnknownOrderError } from './service.js'
import { createMessage } from '../../foundation/message.js'
import type { salesOrder } from '../../model/entities/orders/sales-order.js'

/**
 * Places the visitor's checkout and returns the order. Placing it again returns the same order. NOT_FOUND for unknown and expired checkouts
 * and checkouts of other people. VALIDATION_FAILED with the missing fields. TOTAL_CHANGED, with the whole checkout, if the totals differ
 * from those shown to the shopper. A failed call changes nothing.
 */
export async function placeOrder(shopperContext: ShopperContext, token: string, agreed: PlaceOrderInput): Promise<DocumentReply> {
  requireCartRules(shopperContext)
  if (!isToken(token)) throw createUnknownCheckoutError()
  return shopperContext.transact(async (inside) => {
    const closing = closeCart(inside, toCheckoutCartReference(token), 'ordered')
    // Start the reads before the claim is decided. They are wasted only on a repeated call, which is rare.
    const claiming = Promise.all([
      lockDraftOfClosedCart(inside, token),
      loadCartContents(inside, toCheckoutCartReference(token), true),
    ])
    claiming.catch(() => undefined)
    const isFirst = await closing
    const document = await readOrder(
      inside,
      isFirst ? await placeDraft(...(await claiming), agreed) : await findPlacedOrderId(inside, token),
    )
    if (!document) throw createUnknownOrderError()
    return toDocumentReply(document)
  })
}

/** The id of the order that was placed before. A repeated call gets the same reply as the first, if the visitor owns the order. */
async function findPlacedOrderId(shopperContext: ShopperContext & TransactionContext, token: string): Promise<number> {
  const order = await findOrderByToken(shopperContext, token)
  if (!order || !isPlacedOrder(order) || !(await canAccessDocument(shopperContext, order))) throw createUnknownCheckoutError()
  return order.id
}

async function placeDraft(
  { work: lockedContext, draft }: LockedDraft<ShopperContext & TransactionContext>,
  contents: CartContents,
  agreed: PlaceOrderInput,
): Promise<number> {
  const { id } = draft.order
  const work = await switchToOrderLanguage(lockedContext, draft.order)
  const assessed = await assessCheckout(work, draft, { isFreezing: true, contents })
  const missing = await findMissingInputs(assessed, draft)
  if (missing.length > 0) {
    throw new ValidationError(missing.map(({ field, code = 'MISSING', message }) => ({ field, code, message })))
  }
  const priced = assessed.priced!
  const { delivery, payment, settled } = assessed
  const totals = { gross: priced.gross, recurring: priced.recurring.gross, currency: settled.shop.currency.code }
  await requireAgreedTotal(totals, agreed, 'shop.orderTotalChanged', () => buildCheckoutReply(draft, assessed))
  const { email, phone, vat_id } = draft.order
  const [{ billing, delivery: target }, customerId, { header, lines, config, rates, mayHaveFiles }] = await Promise.all([
    freezeAddresses(work, draft, assessed),
    storeBuyer(work, {
      email,
      phone,
      vat_id,
      billing: draft.billing,
      delivery: delivery.isRequired ? draft.delivery : null,
      shop: settled.shop,
    }),
    freezeDocument(work, 'sales-order', id, { settled, priced, delivery: delivery.chosen, payment: payment.chosen }),
    closeConfigurations(work, settled, 'ordered'),
  ])
  // Read everything that the mails and the reply need before the number is taken.
  await cacheOrderParts(work, id, { billing, delivery: target, lines, config, rates, mayHaveFiles })
  await markOrdered(work, id, { ...header, email }, { ...header, customer_id: customerId })
  return id
}

/** The fields of an order that its number, its states and its payment instructions depend on. */
type UnplacedOrder = Omit<PayableOrder, 'number' | 'number_prefix'> & Parameters<typeof createInitialStates>[0]

/** Turns a draft with its frozen parts into an order: takes the number and sets the status. @param also further fields to write */
export async function markOrdered(
  work: ShopperContext & TransactionContext,
  id: number,
  order: UnplacedOrder,
  also: FieldValues<(typeof salesOrder)['properties']> = {},
): Promise<void> {
  const { order_prefix, order_start } = work.versionedSnapshot.snapshot.settings
  let number = 0
  // Take the number last: the sequence row stays locked until commit.
  const takeNumber = async () => {
    number = await takeNextNumber(work.unit, documentKinds['sales-order'].numberSeries, order_start ?? 1)
    const numbered = { number, number_prefix: order_prefix ?? '' }
    const payment_instructions = await createInstructions(work, { ...order, ...numbered })
    return { ...also, ...createInitialStates(order), ...numbered, placed: formatIsoTime(work.now), payment_instructions }
  }
  await changeState(work, 'sales-order', id, 'ordered', takeNumber)
  await work.announce('onSvcPlaceOrder', { orderId: id, number: String(number) })
}

/** The totals of a checkout or a quote as they are now. */
interface CurrentTotals {
  readonly gross: Amount
  readonly recurring: Amount
  /** ISO 4217. */
  readonly currency: string
}

/** TOTAL_CHANGED, with the whole checkout or quote, if its totals differ from those shown to the shopper. */
export async function requireAgreedTotal(
  { gross, recurring, currency }: CurrentTotals,
  { total, recurring_total = 0 }: PlaceOrderInput,
  messageKey: 'shop.orderTotalChanged' | 'shop.quoteTotalChanged',
  buildReply: () => Promise<object>,
): Promise<void> {
  if (toAmount(total) === gross && toAmount(recurring_total) === recurring) return
  const amount = String(fromAmount(gross))
  const totalNow =
    recurring === 0
      ? createMessage('shop.amountInCurrency', { amount, currency })
      : createMessage('shop.amountWithRecurring', { amount, recurring: String(fromAmount(recurring)), currency })
  throw new StaleError(createMessage(messageKey, { total: totalNow }), await buildReply(), 'TOTAL_CHANGED')
}

/**
 * Stores the addresses with the current names of their places. With delivery, the shipping address is stored even if it is the billing one.
 */
async function freezeAddresses(
  work: ShopperContext & TransactionContext,
  draft: OrderDraft,
  { settled, delivery }: CheckoutAssessment,
): Promise<OrderDraft> {
  const { language } = settled.shop
  const toTexts = async (address: OrderAddressRecord) => toAddressTexts(work, address, language)
  const { billing } = draft
  if (billing === null) return draft
  const target = draft.delivery ?? billing
  const billed = await storeDraftAddress(work, draft, 'billing', await toTexts(billing))
  return storeDraftAddress(work, billed, 'delivery', delivery.isRequired ? await toTexts(target) : null)
}
