// Reasons why a cart cannot be ordered or become a quote yet: faults of positions, addresses and choices.
import { translateShopMessage } from '../../shop/language.js'
import { findMissingFields } from '../../shop/destination.js'
import type { MissingInput, CheckoutStep } from './define.js'
import {
  type OrderDraft,
  type OrderAddressRecord,
  type CheckoutAssessment,
  type MethodChoice,
  getDestinationAddress,
} from './rows.js'
import { findMissing as missingIn } from '../../engine/program/configuration.js'
import type { PositionNotice } from '../cart/define.js'
import { translateDeletedNotice, findPositionNotices, findOrderBlockers } from '../cart/preview.js'
import { isSold, type SettledCart, type SettledPosition } from '../cart/settle.js'
import { isClosedCountry, isReachableEmail } from './address.js'

type MessageTranslator = (messageKey: string, values?: Readonly<Record<string, string | number>>) => string

/** Notices that prevent an order. Changed selections and prices are only shown. */
const blockingNotices: readonly PositionNotice['code'][] = ['UNAVAILABLE', 'QUANTITY_NOT_ALLOWED']

function listPositionFaults(position: SettledPosition, { work, shop }: SettledCart): readonly string[] {
  const notices = findPositionNotices(position, work, shop).filter(({ code }) => blockingNotices.includes(code))
  return [...notices, ...(isSold(position) ? missingIn(position.state) : [])].map(({ message }) => message)
}

/** Messages about problems of the cart's positions. */
export function listCartFaults(settled: SettledCart): readonly string[] {
  const { work, shop, positions, gone: deletedPositions } = settled
  if (positions.length + deletedPositions.length === 0)
    return [translateShopMessage(work.context.registry, shop.language, 'shop.cartEmpty')]
  return [
    ...deletedPositions.map((position) => translateDeletedNotice(position, work, shop)),
    ...positions.flatMap((position) => listPositionFaults(position, settled)),
  ]
}

/** Problems that prevent an order of the cart itself. */
function findCartProblems(
  { settled, priced }: CheckoutAssessment,
  { cart }: OrderDraft,
  translate: MessageTranslator,
): readonly MissingInput[] {
  const sentences = [...listCartFaults(settled)]
  if (priced !== null && (priced.gross < 0 || priced.recurring.gross < 0)) {
    sentences.push(translate('shop.totalNegative'))
  }
  const answers = [...sentences.map((message) => ({ message })), ...findOrderBlockers(settled, cart, priced !== null)]
  return answers.map((answer) => ({ field: 'cart', step: 'cart', ...answer }))
}

async function findMissingAddressInputs(
  { settled, delivery }: CheckoutAssessment,
  draft: OrderDraft,
  translate: MessageTranslator,
): Promise<readonly MissingInput[]> {
  const inputs: MissingInput[] = []
  const add = (field: string, message: string): void => void inputs.push({ field, step: 'address', message })
  const { order, billing } = draft
  if (!isReachableEmail(order.email)) add('email', translate('shop.emailNeeded'))
  const addMissing = async (kind: 'billing' | 'delivery', address: OrderAddressRecord): Promise<void> => {
    const issues = await findMissingFields(settled.work, address, settled.shop.language)
    for (const { field, message } of issues) add(`${kind}.${field}`, message)
  }
  if (billing === null) add('billing', translate('shop.addressNeeded'))
  else await addMissing('billing', billing)
  if (billing !== null && (await isClosedCountry(settled.work, billing.country_id))) {
    add('billing', translate('shop.countryNotSold', { country: billing.country }))
  }
  const target = delivery.isRequired ? getDestinationAddress(draft) : null
  if (target && target !== billing) await addMissing('delivery', target)
  if (target && target !== billing && (await isClosedCountry(settled.work, target.country_id))) {
    add('delivery', translate('shop.countryNotSold', { country: target.country }))
  }
  return inputs
}

/** The service never replaces a choice: if the chosen method is no longer offered, the shopper must choose again. */
function findMissingChoice(
  { isRequired, offers, requestedId, chosen }: MethodChoice<unknown>,
  {
    field,
    step,
    none,
    gone: unavailable,
    open = unavailable,
  }: { field: string; step: CheckoutStep; none: string; gone: string; open?: string },
): readonly MissingInput[] {
  if (!isRequired || chosen !== null) return []
  return [{ field, step, message: offers.length === 0 ? none : requestedId === null ? open : unavailable }]
}

/** Empty if the order can be placed. Messages are in the language of the checkout. */
export async function findMissingInputs(assessed: CheckoutAssessment, draft: OrderDraft): Promise<readonly MissingInput[]> {
  const { settled, delivery, payment } = assessed
  const { work, shop } = settled
  const translate: MessageTranslator = (messageKey, values) =>
    translateShopMessage(work.context.registry, shop.language, messageKey, values)
  const cart = findCartProblems(assessed, draft, translate)
  const isEmpty = settled.positions.length === 0
  const country = getDestinationAddress(draft)?.country ?? ''
  const deliveries = findMissingChoice(delivery, {
    field: 'shipping_method_id',
    step: 'delivery',
    none: country === '' ? translate('shop.shippingAddressNeeded') : translate('shop.weightNotShipped', { country }),
    gone: translate('shop.shippingMethodUnavailable'),
  })
  const payments = findMissingChoice(payment, {
    field: 'payment_method_id',
    step: 'payment',
    none: translate('shop.paymentMethodsMissing'),
    gone: translate('shop.paymentMethodUnavailable'),
    open: translate('shop.paymentMethodNeeded'),
  })
  const needsTerms = shop.settings.explicit_agreement_terms === true && draft.order.terms_agreed === null
  const message = translate('shop.termsNotAgreed')
  return [
    ...cart,
    ...(await findMissingAddressInputs(assessed, draft, translate)),
    ...(isEmpty ? [] : deliveries),
    ...(isEmpty ? [] : payments),
    ...(needsTerms ? [{ field: 'terms_agreed', step: 'review' as const, message }] : []),
  ]
}
