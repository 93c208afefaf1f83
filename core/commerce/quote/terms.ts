// Collects the input an order needs in addition to its quote: addresses, a payment method, and the agreement to the terms.
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { shopLanguage } from '../../shop/language.js'
import { said } from '../../shop/texts.js'
import { costsMoney } from '../costs-money.js'
import type { AddressTexts, FrozenDocument } from '../document/define.js'
import { notOffered } from '../offered.js'
import type { PaymentOffer } from '../payment/offers.js'
import type { Visit } from '../visit.js'
import { type Addresses, isTaxedAlike, toldAddresses } from './addresses.js'
import type { AcceptInput } from './define.js'
import { offeredPayments } from './payments.js'
import { storedPricing } from './pricing.js'
import { isDelivered } from './reply.js'

export interface Terms {
  readonly billing: AddressTexts
  /** null if nothing is delivered. */
  readonly delivery: AddressTexts | null
  /** null if there is nothing to pay. */
  readonly payment: PaymentOffer | null
  readonly agreed: boolean
}

type FrozenQuote = FrozenDocument<'quote'>

/** Translates into the shopper's language. */
function sayIn(work: Visit): (sentence: string) => string {
  const language = shopLanguage(work, work.language)
  return (sentence) => said(work.context.registry, language, sentence)
}

/** Addresses that were sent with the request stay. The others come from the acceptance. */
async function addressesOf(work: Visit, { values, billing, delivery }: FrozenQuote, input: AcceptInput): Promise<Addresses> {
  const again = (kind: 'billing' | 'delivery'): boolean => (input[kind] ?? input[`${kind}_address_id`]) !== undefined
  const message = sayIn(work)(
    'The addresses of this quote cannot be changed because its price depends on them. Please request a new quote.',
  )
  const settled = [...(billing ? ['billing' as const] : []), ...(billing || delivery ? ['delivery' as const] : [])]
  const issues = settled.filter(again).map((field) => ({ field, code: 'TOLD', message }))
  if (issues.length > 0) throw new ValidationError(issues)
  const told = await toldAddresses(work, input, values.language_tag)
  return { billing: billing ?? told.billing, delivery: delivery ?? told.delivery }
}

/** ValidationError that lists each missing field, or on a payment method that is not offered. */
export async function termsOf(given: Visit, document: FrozenQuote, input: AcceptInput): Promise<Terms> {
  const work = await given.at()
  const { values } = document
  const say = sayIn(work)
  const { billing, delivery } = await addressesOf(work, document, input)
  const asksForTerms = work.moment.snapshot.settings.explicit_agreement_terms === true
  const missing: Issue[] = []
  const lacks = (field: string, sentence: string): void => void missing.push({ field, code: 'MISSING', message: say(sentence) })
  if (billing === null) lacks('billing', 'Please enter your address.')
  const asksForPayment = costsMoney(values.gross, values.recurring_gross)
  if (asksForPayment && input.payment_method_id === undefined) lacks('payment_method_id', 'Please choose a payment method.')
  if (asksForTerms && input.terms_agreed !== true) lacks('terms_agreed', 'Please agree to the terms and conditions.')
  if (missing.length > 0 || billing === null) throw new ValidationError(missing)
  const target = delivery ?? billing
  await requirePricedPlace(work, document, target)
  const offers = asksForPayment ? await offeredPayments(work, values, billing.country_id) : []
  const payment = asksForPayment ? requireOffered(offers, input.payment_method_id) : null
  return { billing, delivery: isDelivered(work, values) ? target : null, payment, agreed: input.terms_agreed === true }
}

function requireOffered(offers: readonly PaymentOffer[], wanted: number | undefined): PaymentOffer {
  const found = offers.find(({ id }) => id === wanted)
  if (!found) throw new ValidationError([notOffered('payment_method_id', offers)])
  return found
}

/** An address that is sent after pricing must have the taxes and the delivery of that price. */
async function requirePricedPlace(work: Visit, { values, billing, delivery }: FrozenQuote, target: AddressTexts): Promise<void> {
  // Without delivery the shop's own country decides on taxes.
  if (billing !== null || delivery !== null || !isDelivered(work, values)) return
  const { destination } = storedPricing(values.pricing)
  if (await isTaxedAlike(work, destination, target)) return
  const message = sayIn(work)(
    'Different taxes apply to this shipping address than to the one in the quote. Please request a new quote.',
  )
  throw ValidationError.of('billing', message, 'OTHER_PLACE')
}
