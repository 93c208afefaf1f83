// Property groups that several entities have in common, and the state names that records carry.
import type { PropertyMap, UnnamedProperty } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { ChoiceOptions, StaticChoices } from '../properties/dropdown.js'
import { decimal } from '../properties/number.js'
import { radio } from '../properties/radio.js'
import { string } from '../properties/string.js'

/** `prefix_1 … prefix_n`, each made from its number. */
export function numbered(
  prefix: string,
  from: number,
  to: number,
  make: (n: number) => UnnamedProperty | UnnamedProperty<never>,
): PropertyMap {
  const map: Record<string, UnnamedProperty | UnnamedProperty<never>> = {}
  for (let n = from; n <= to; n++) map[`${prefix}_${n}`] = make(n)
  return map
}

/** Free fields that rules, terms and customizations may read. */
export function customFields(prefix: string, label: string, from = 1, to = 4, given: Given = {}): PropertyMap {
  return numbered(prefix, from, to, (n) => string(`${label} ${n}`, given))
}

/** A switch that a single product may leave to the shop-wide setting. */
export function inheritable(label: string, given: Given = {}): UnnamedProperty<ChoiceOptions> {
  return radio(label, { choices: { yes: 'Yes', no: 'No', inherit: 'As in the settings' }, default: 'inherit', ...given })
}

/** Net, tax and gross of one part of an order: `delivery_net`, `delivery_tax`, `delivery_gross`. */
export function moneyTriple(prefix: string, label: string): PropertyMap {
  const name = (part: string): string => (prefix === '' ? part : `${prefix}_${part}`)
  const said = (part: string): string => (label === '' ? part : `${label} ${part.toLowerCase()}`)
  return { [name('net')]: decimal(said('Net')), [name('tax')]: decimal(said('Tax')), [name('gross')]: decimal(said('Gross')) }
}

export const orderStatuses: StaticChoices = {
  in_checkout: 'In checkout',
  saved: 'Saved',
  ordered: 'Ordered',
  paid: 'Paid',
  incorrect_amount: 'Incorrect amount',
  unsupported_currency: 'Unsupported currency',
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

export const quoteStatuses: StaticChoices = {
  requested: 'Requested',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
}

export const paymentStatuses: StaticChoices = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  incorrect_amount: 'Incorrect amount',
  unsupported_currency: 'Unsupported currency',
  refunded: 'Refunded',
}

const email = { expression: '^[^@\\s]+@[^@\\s]+$', words: 'an e-mail address such as name@example.org' }

export function emailAddress(label: string, given: Given = {}): ReturnType<typeof string> {
  return string(label, { pattern: email, ...given })
}
