// The `ordering` property kind: the position of a record within its parent. New records without a position come last.
import type { Column, JsonSchema, PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { type NumberOptions, numberKind } from './number.js'

export type OrderingOptions = Readonly<Record<never, never>>

/** Positions are whole numbers. `numberKind` reads this option. */
const wholeNumber: NumberOptions = { scale: 0 }

export const orderingKind: PropertyKind<OrderingOptions> = {
  name: 'ordering',
  control: 'ordering',
  column: (): Column => ({ type: 'bigint', nullable: true }),
  schema: (): JsonSchema => ({ type: ['integer', 'null'] }),
  typeText: () => 'number | null',
  prepare: numberKind.prepare,
  validate: numberKind.validate,
}

export function ordering<const G extends Partial<FactoryOptions> = NoOptions>(
  propertyOptions?: Exactly<G, Partial<FactoryOptions>>,
): Typed<OrderingOptions, G, number>
export function ordering(propertyOptions: Partial<FactoryOptions> = {}): UnnamedProperty<OrderingOptions> {
  return {
    kind: orderingKind,
    label: 'Ordering',
    help: '1 is the first position. Later entries move back. Default: last.',
    ...propertyOptions,
    options: wholeNumber,
  }
}
