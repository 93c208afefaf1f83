// Property groups that several entities share.
import type { FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { decimal } from '../properties/number.js'
import { radio } from '../properties/radio.js'
import { string } from '../properties/string.js'

/** Creates a record type with these keys; the compiler cannot infer that a loop fills them all. */
function toRecord<K extends string, T>(entries: readonly (readonly [K, T])[]): Readonly<Record<K, T>> {
  return Object.fromEntries(entries) as Record<K, T>
}

/** Creates the properties `prefix_1 … prefix_n`, one per number. */
export function createNumberedProperties<const P extends string, const N extends number, T>(
  prefix: P,
  numbers: readonly N[],
  make: (n: N) => T,
): Readonly<Record<`${P}_${N}`, T>> {
  return toRecord(numbers.map((n) => [`${prefix}_${n}`, make(n)]))
}

/** Free text fields for rules, terms and customizations. */
export function createCustomFields<const P extends string, const N extends number, const G extends FactoryOptions = NoOptions>(
  prefix: P,
  label: string,
  numbers: readonly N[],
  options?: Exactly<G, FactoryOptions>,
) {
  return createNumberedProperties(prefix, numbers, (n) => string<G>(`${label} ${n}`, options))
}

/** A yes/no setting of a product that can inherit the shop-wide setting. */
export function createInheritableSwitch(label: string, options: Omit<FactoryOptions, 'default'> = {}) {
  return radio(label, { choices: { yes: 'Yes', no: 'No', inherit: 'As in the settings' }, ...options, default: 'inherit' })
}

/** Net, tax and gross of one part of an order: `delivery_net`, `delivery_tax`, `delivery_gross`. */
export function createMoneyFields<const P extends string>(prefix: P, label: string) {
  const parts = ['net', 'tax', 'gross'] as const
  return toRecord(parts.map((part) => [`${prefix}_${part}` as const, decimal(`${label} ${part}`)]))
}

/** Net, tax and gross of the whole document or line. */
export const moneyFields = { net: decimal('Net'), tax: decimal('Tax'), gross: decimal('Gross') }
