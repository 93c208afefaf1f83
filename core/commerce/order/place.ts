// Turns a checkout into an order once: claims, prices, checks, freezes and numbers it in one transaction (reliability 1, 3, 4).
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { StaleError, ValidationError } from '../../foundation/errors.js'
import { nextNumber } from '../../storage/numbers.js'
import type { InUnit } from '../../storage/work.js'
import { buyerOf } from '../account/buyer.js'
import { closeCart, closeConfigurations } from '../cart/close.js'
import { cartRules } from '../cart/ownership.js'
import { type CartContents, contentsOf } from '../cart/rows.js'
import { inWords } from '../checkout/address.js'
import { assess, type Assessed } from '../checkout/assess.js'
import type { PlaceInput } from '../checkout/define.js'
import { missingOf } from '../checkout/missing.js'
import { checkoutReply } from '../checkout/reply.js'
import {
  cartOf,
  type Draft,
  type Locked,
  lockClaimed,
  orderOfToken,
  type StoredAddress,
  storeAddress,
  unknownCheckout,
} from '../checkout/rows.js'
import { inLanguageOf } from '../checkout/service.js'
import { ownsDocument } from '../document/access.js'
import type { DocumentReply } from '../document/define.js'
import { freeze } from '../document/freeze.js'
import { documentReply } from '../document/reply.js'
import { keepOrderParts, readOrder } from '../document/rows.js'
import { instructionsFor } from '../payment/instructions.js'
import { changeState } from '../state/change-state.js'
import { isToken } from '../token.js'
import type { Visit } from '../visit.js'
import { isPlaced, unknownOrder } from './find.js'

const series = 'sales-order'

/**
 * Places the visitor's checkout and returns the order. Placing it again returns the same order. NOT_FOUND for unknown and expired checkouts
 * and checkouts of other people. VALIDATION_FAILED with the missing fields. TOTAL_CHANGED, with the whole checkout, if the totals differ
 * from those shown to the shopper. A failed call changes nothing.
 */
export async function placeOrder(visit: Visit, token: string, agreed: PlaceInput): Promise<DocumentReply> {
  cartRules(visit)
  if (!isToken(token)) throw unknownCheckout()
  return visit.transact(async (inside) => {
    const closing = closeCart(inside, cartOf(token), 'ordered')
    // Start the reads before the claim is decided. They are wasted only on a repeated call, which is rare.
    const claiming = Promise.all([lockClaimed(inside, token), contentsOf(inside, cartOf(token), true)])
    claiming.catch(() => undefined)
    const isFirst = await closing
    const document = await readOrder(
      inside,
      isFirst ? await place(...(await claiming), agreed) : await placedOrder(inside, token),
    )
    if (!document) throw unknownOrder()
    return documentReply(document)
  })
}

/** The id of the order that was placed before. A repeated call gets the same reply as the first, if the visitor owns the order. */
async function placedOrder(visit: Visit & InUnit, token: string): Promise<number> {
  const order = await orderOfToken(visit, token)
  if (!order || !isPlaced(order) || !(await ownsDocument(visit, order))) throw unknownCheckout()
  return order.id
}

async function place({ work: seen, draft }: Locked<Visit & InUnit>, contents: CartContents, agreed: PlaceInput): Promise<number> {
  const { id } = draft.order
  const work = await inLanguageOf(seen, draft.order)
  const assessed = await assess(work, draft, { isFreezing: true, contents })
  const missing = await missingOf(assessed, draft)
  if (missing.length > 0) {
    throw new ValidationError(missing.map(({ field, code = 'MISSING', message }) => ({ field, code, message })))
  }
  const priced = assessed.priced!
  await requireAgreed(draft, assessed, priced, agreed)
  const { delivery, payment, settled } = assessed
  const { email, phone, vat_id } = draft.order
  const [{ billing, delivery: target }, customerId, { header, lines, config, rates, mayHaveFiles }] = await Promise.all([
    freezeAddresses(work, draft, assessed),
    buyerOf(work, {
      email,
      phone,
      vat_id,
      billing: draft.billing,
      delivery: delivery.isAsked ? draft.delivery : null,
      shop: settled.shop,
    }),
    freeze(work, 'sales-order', id, { settled, priced, delivery: delivery.chosen, payment: payment.chosen }),
  ])
  await closeConfigurations(work, settled, 'ordered')
  // Read everything that the mails and the reply need before the number is taken.
  await keepOrderParts(work, id, { billing, delivery: target, lines, config, rates, mayHaveFiles })
  // Take the number last: the sequence row stays locked until commit.
  const number = await nextNumber(work.unit, series)
  const { gross, currency_code, currency_decimals, language_tag, payment_method_id, shop } = header
  const due = { number, email, gross, currency_code, currency_decimals, language_tag, payment_method_id, shop }
  const payment_instructions = await instructionsFor(work, due)
  const placed = formatIsoTime(work.now)
  await changeState(work, 'sales-order', id, 'ordered', {
    ...header,
    number,
    customer_id: customerId,
    placed,
    payment_instructions,
  })
  await work.announce('onSvcPlaceOrder', { orderId: id, number: String(number) })
  return id
}

async function requireAgreed(
  draft: Draft,
  assessed: Assessed,
  { gross, recurring }: PricedDocument,
  { total, recurring_total = 0 }: PlaceInput,
): Promise<void> {
  if (toAmount(total) === gross && toAmount(recurring_total) === recurring.gross) return
  const { code } = assessed.settled.shop.currency
  const again = recurring.gross === 0 ? '' : ` plus ${fromAmount(recurring.gross)} ${code} per billing period`
  const message = `The order total is now ${fromAmount(gross)} ${code}${again}. The order was not placed. Confirm the new total and place the order again.`
  throw new StaleError(message, await checkoutReply(draft, assessed), 'TOTAL_CHANGED')
}

/**
 * Stores the addresses with the current names of their places. With delivery, the shipping address is stored even if it is the billing one.
 */
async function freezeAddresses(work: Visit & InUnit, draft: Draft, { settled, delivery }: Assessed): Promise<Draft> {
  const { language } = settled.shop
  const told = async (address: StoredAddress) => inWords(work, address, language)
  const { billing } = draft
  if (billing === null) return draft
  const target = draft.delivery ?? billing
  const billed = await storeAddress(work, draft, 'billing', await told(billing))
  return storeAddress(work, billed, 'delivery', delivery.isAsked ? await told(target) : null)
}
