// The `calculation-override` property kind: calculations for individual customer groups, `[{customer_group_id, calculation_id}]`.
import { type PairMember, createPairListMembers } from './json.js'
import type { PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { createIdMember } from './group-price.js'

export type CalculationOverrideOptions = Readonly<Record<never, never>>

export interface CalculationOverride {
  readonly customer_group_id: number
  /** Null disables the record's own calculation for the group. */
  readonly calculation_id: number | null
}

/** Accepts null as a value of the member. The key is still required. */
function allowNull(member: PairMember): PairMember {
  return {
    ...member,
    schema: () => ({ type: ['integer', 'null'], minimum: 1 }),
    typeText: `${member.typeText} | null`,
    validate: (label, value) => (value === null ? null : member.validate(label, value)),
  }
}

export const calculationOverrideKind: PropertyKind<CalculationOverrideOptions> = {
  name: 'calculation-override',
  control: 'group-calculations',
  ...createPairListMembers(
    createIdMember('customer_group_id', 'customer-group'),
    allowNull(createIdMember('calculation_id', 'calculation')),
  ),
}

export function calculationOverride<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<CalculationOverrideOptions, G, readonly CalculationOverride[], readonly []>
export function calculationOverride(
  label: string,
  propertyOptions: FactoryOptions = {},
): UnnamedProperty<CalculationOverrideOptions> {
  return { kind: calculationOverrideKind, label, ...propertyOptions, options: {} }
}
