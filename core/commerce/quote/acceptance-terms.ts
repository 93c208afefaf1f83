// Collects the input an order needs in addition to its quote: addresses, a payment method, and the agreement to the terms.
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { resolveLanguage } from '../../shop/language.js'
import { translateShopMessage } from '../../shop/texts.js'
import { isPaymentDue } from '../payment-due.js'
import type { AddressTexts, FrozenDocument } from '../document/define.js'
import { createNotOfferedIssue } from '../offer-issue.js'
import type { PaymentOffer } from '../payment/offers.js'
import type { ShopperContext } from '../shopper-context.js'
import { type QuoteAddresses, hasSameTaxes, validateQuoteAddresses } from './addresses.js'
import type { AcceptQuoteInput } from './define.js'
import { findQuotePaymentOffers } from './payment-offers.js'
import { parseQuotePricing } from './pricing.js'
import { hasDelivery } from './reply.js'

export interface AcceptanceTerms {
  readonly billing: AddressTexts
  /** null if nothing is delivered. */
  readonly delivery: AddressTexts | null
  /** null if there is nothing to pay. */
  readonly payment: PaymentOffer | null
  readonly agreed: boolean
}

type FrozenQuote = FrozenDocument<'quote'>

/** Translates into the shopper's language. */
function createTranslator(work: ShopperContext): (sentence: string) => string {
  const language = resolveLanguage(work, work.language)
  return (sentence) => translateShopMessage(work.context.registry, language, sentence)
}

/** Addresses that were sent with the request stay. The others come from the acceptance. */
async function resolveAcceptanceAddresses(
  work: ShopperContext,
  { values, billing, delivery }: FrozenQuote,
  input: AcceptQuoteInput,
): Promise<QuoteAddresses> {
  const again = (kind: 'billing' | 'delivery'): boolean => (input[kind] ?? input[`${kind}_address_id`]) !== undefined
  const message = createTranslator(work)('shop.quoteAddressesFixed')
  const settled = [...(billing ? ['billing' as const] : []), ...(billing || delivery ? ['delivery' as const] : [])]
  const issues = settled.filter(again).map((field) => ({ field, code: 'TOLD', message }))
  if (issues.length > 0) throw new ValidationError(issues)
  const enteredAddresses = await validateQuoteAddresses(work, input, values.language_tag)
  return { billing: billing ?? enteredAddresses.billing, delivery: delivery ?? enteredAddresses.delivery }
}

/** ValidationError that lists each missing field, or on a payment method that is not offered. */
export async function collectAcceptanceTerms(
  baseContext: ShopperContext,
  document: FrozenQuote,
  input: AcceptQuoteInput,
): Promise<AcceptanceTerms> {
  const work = await baseContext.at()
  const { values } = document
  const say = createTranslator(work)
  const { billing, delivery } = await resolveAcceptanceAddresses(work, document, input)
  const needsTerms = work.moment.snapshot.settings.explicit_agreement_terms === true
  const missing: Issue[] = []
  const lacks = (field: string, sentence: string): void => void missing.push({ field, code: 'MISSING', message: say(sentence) })
  if (billing === null) lacks('billing', 'shop.addressNeeded')
  const needsPayment = isPaymentDue(values.gross, values.recurring_gross)
  if (needsPayment && input.payment_method_id === undefined) lacks('payment_method_id', 'shop.paymentMethodNeeded')
  if (needsTerms && input.terms_agreed !== true) lacks('terms_agreed', 'shop.termsNotAgreed')
  if (missing.length > 0 || billing === null) throw new ValidationError(missing)
  const target = delivery ?? billing
  await requireSameTaxes(work, document, target)
  const offers = needsPayment ? await findQuotePaymentOffers(work, values, billing.country_id) : []
  const payment = needsPayment ? requireOfferedPayment(offers, input.payment_method_id) : null
  return { billing, delivery: hasDelivery(work, values) ? target : null, payment, agreed: input.terms_agreed === true }
}

function requireOfferedPayment(offers: readonly PaymentOffer[], requestedId: number | undefined): PaymentOffer {
  const offer = offers.find(({ id }) => id === requestedId)
  if (!offer) throw new ValidationError([createNotOfferedIssue('payment_method_id', offers)])
  return offer
}

/** An address that is sent after pricing must have the taxes and the delivery of that price. */
async function requireSameTaxes(
  work: ShopperContext,
  { values, billing, delivery }: FrozenQuote,
  target: AddressTexts,
): Promise<void> {
  // Without delivery the shop's own country decides on taxes.
  if (billing !== null || delivery !== null || !hasDelivery(work, values)) return
  const { destination } = parseQuotePricing(values.pricing)
  if (await hasSameTaxes(work, destination, target)) return
  const message = createTranslator(work)('shop.quoteTaxesDiffer')
  throw ValidationError.of('billing', message, 'OTHER_PLACE')
}
