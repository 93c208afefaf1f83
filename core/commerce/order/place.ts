// Turns a checkout into an order once: claims, prices, checks, freezes and numbers it in one transaction.
import { documentKinds } from '../document/kinds.js'
import { toAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { StaleError, ValidationError } from '../../foundation/errors.js'
import { takeNextNumber } from '../../storage/counters.js'
import type { TransactionContext } from '../../storage/service-context.js'
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
import { toDocumentReply, cacheOrderParts, readOrder } from '../document/rows.js'
import { createInstructions } from '../payment/provider.js'
import { changeState, createInitialStates } from '../state/change-state.js'
import { isPlacedOrder, createUnknownOrderError } from './service.js'
import { createMessage } from '../../foundation/message.js'
import { createTotalMessage } from '../document/sums.js'
import { toAddressTexts } from '../document/texts.js'

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
  await requireAgreedTotal(draft, assessed, priced, agreed)
  const { delivery, payment, settled } = assessed
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
  ])
  await closeConfigurations(work, settled, 'ordered')
  // Read everything that the mails and the reply need before the number is taken.
  await cacheOrderParts(work, id, { billing, delivery: target, lines, config, rates, mayHaveFiles })
  // Take the number last: the sequence row stays locked until commit.
  const { order_prefix, order_start } = settled.shop.settings
  const number = await takeNextNumber(work.unit, documentKinds['sales-order'].numberSeries, order_start ?? 1)
  const number_prefix = order_prefix ?? ''
  const { gross, currency_code, currency_decimals, language_tag, payment_method_id, shop } = header
  const due = { number, number_prefix, email, gross, currency_code, currency_decimals, language_tag, payment_method_id, shop }
  const payment_instructions = await createInstructions(work, due)
  const placed = formatIsoTime(work.now)
  await changeState(work, 'sales-order', id, 'ordered', {
    ...header,
    ...createInitialStates(header),
    number,
    number_prefix,
    customer_id: customerId,
    placed,
    payment_instructions,
  })
  await work.announce('onSvcPlaceOrder', { orderId: id, number: String(number) })
  return id
}

async function requireAgreedTotal(
  draft: OrderDraft,
  assessed: CheckoutAssessment,
  { gross, recurring }: PricedDocument,
  { total, recurring_total = 0 }: PlaceOrderInput,
): Promise<void> {
  if (toAmount(total) === gross && toAmount(recurring_total) === recurring.gross) return
  const { code } = assessed.settled.shop.currency
  const totalNow = createTotalMessage(gross, recurring.gross, code)
  throw new StaleError(
    createMessage('shop.orderTotalChanged', { total: totalNow }),
    await buildCheckoutReply(draft, assessed),
    'TOTAL_CHANGED',
  )
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
