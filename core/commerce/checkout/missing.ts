// Lists the inputs that a checkout still needs before the order, step by step, with a message for the shopper.
import { findMissing as missingIn } from '../../engine/program/configuration-view.js'
import { said } from '../../shop/texts.js'
import { missingFields } from '../account/address-completeness.js'
import type { Notice } from '../cart/define.js'
import { goneNotice, noticesOf } from '../cart/notices.js'
import { blockedBy } from '../cart/preview.js'
import { isSold, type SettledCart, type SettledPosition } from '../cart/settle.js'
import { isClosed } from './address.js'
import { type Assessed, type Choice, deliveryAddress } from './assess.js'
import type { MissingAnswer, Step } from './define.js'
import type { Draft, StoredAddress } from './rows.js'

/** Domain of placeholder e-mail addresses, for host users without an address. Mail to it is undeliverable. */
const nowhere = '@users.invalid'

export const isReachable = (email: string): boolean => email !== '' && !email.endsWith(nowhere)

type Say = (sentence: string, values?: Readonly<Record<string, string | number>>) => string

/** Notices that prevent an order. Changed selections and prices are only shown. */
const blocking: readonly Notice['code'][] = ['UNAVAILABLE', 'QUANTITY_NOT_ALLOWED']

function ofPosition(one: SettledPosition, { work, shop }: SettledCart): readonly string[] {
  const notices = noticesOf(one, work, shop).filter(({ code }) => blocking.includes(code))
  return [...notices, ...(isSold(one) ? missingIn(one.state) : [])].map(({ message }) => message)
}

/** Messages about problems of the cart's positions. */
export function faultsOf(settled: SettledCart): readonly string[] {
  const { work, shop, positions, gone } = settled
  if (positions.length + gone.length === 0) return [said(work.context.registry, shop.language, 'Your cart is empty.')]
  return [...gone.map((one) => goneNotice(one, work, shop)), ...positions.flatMap((one) => ofPosition(one, settled))]
}

/** Problems that prevent an order of the cart itself. */
function ofCart({ settled, priced }: Assessed, { cart }: Draft, say: Say): readonly MissingAnswer[] {
  const sentences = [...faultsOf(settled)]
  if (priced !== null && (priced.gross < 0 || priced.recurring.gross < 0)) {
    sentences.push(say('The order total cannot be negative.'))
  }
  const answers = [...sentences.map((message) => ({ message })), ...blockedBy(settled, cart, priced !== null)]
  return answers.map((answer) => ({ field: 'cart', step: 'cart', ...answer }))
}

async function ofAddresses({ settled, delivery }: Assessed, draft: Draft, say: Say): Promise<readonly MissingAnswer[]> {
  const found: MissingAnswer[] = []
  const add = (field: string, message: string): void => void found.push({ field, step: 'address', message })
  const { order, billing } = draft
  if (!isReachable(order.email)) add('email', say('Please enter your e-mail address.'))
  const addMissing = async (kind: 'billing' | 'delivery', address: StoredAddress): Promise<void> => {
    const issues = await missingFields(settled.work, address, settled.shop.language)
    for (const { field, message } of issues) add(`${kind}.${field}`, message)
  }
  if (billing === null) add('billing', say('Please enter your address.'))
  else await addMissing('billing', billing)
  if (billing !== null && (await isClosed(settled.work, billing.country_id))) {
    add('billing', say('We do not sell to {country}.', { country: billing.country }))
  }
  const target = delivery.isAsked ? deliveryAddress(draft) : null
  if (target && target !== billing) await addMissing('delivery', target)
  if (target && target !== billing && (await isClosed(settled.work, target.country_id))) {
    add('delivery', say('We do not sell to {country}.', { country: target.country }))
  }
  return found
}

/** The service never replaces a choice: if the chosen method is no longer offered, the shopper must choose again (domain §5.1, 21). */
function ofChoice(
  { isAsked, offers, wanted, chosen }: Choice<unknown>,
  { field, step, none, gone, open = gone }: { field: string; step: Step; none: string; gone: string; open?: string },
): readonly MissingAnswer[] {
  if (!isAsked || chosen !== null) return []
  return [{ field, step, message: offers.length === 0 ? none : wanted === null ? open : gone }]
}

/** Empty if the order can be placed. Messages are in the language of the checkout. */
export async function missingOf(assessed: Assessed, draft: Draft): Promise<readonly MissingAnswer[]> {
  const { settled, delivery, payment } = assessed
  const { work, shop } = settled
  const say: Say = (sentence, values) => said(work.context.registry, shop.language, sentence, values)
  const cart = ofCart(assessed, draft, say)
  const isEmpty = settled.positions.length === 0
  const country = deliveryAddress(draft)?.country ?? ''
  const deliveries = ofChoice(delivery, {
    field: 'shipping_method_id',
    step: 'delivery',
    none:
      country === ''
        ? say('Please enter the shipping address first.')
        : say('We do not ship orders of this weight to {country}.', { country }),
    gone: say('This shipping method is no longer available. Please choose another one.'),
  })
  const payments = ofChoice(payment, {
    field: 'payment_method_id',
    step: 'payment',
    none: say('No payment method is available for this order. Please contact us.'),
    gone: say('This payment method is no longer available. Please choose another one.'),
    open: say('Please choose a payment method.'),
  })
  const asksForTerms = shop.settings.explicit_agreement_terms === true && draft.order.terms_agreed === null
  const message = say('Please agree to the terms and conditions.')
  return [
    ...cart,
    ...(await ofAddresses(assessed, draft, say)),
    ...(isEmpty ? [] : deliveries),
    ...(isEmpty ? [] : payments),
    ...(asksForTerms ? [{ field: 'terms_agreed', step: 'review' as const, message }] : []),
  ]
}
