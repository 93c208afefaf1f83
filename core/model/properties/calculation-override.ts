// The `calculation-override` property kind: calculations for individual customer groups, `[{customer_group_id, calculation_id}]`.
import { type PairMember, pairListMembers } from '../../ground/property/pairs.js'
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { idMember } from './group-price.js'

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
    judge: (label, value) => (value === null ? null : member.judge(label, value)),
  }
}

export const calculationOverrideKind: PropertyKind<CalculationOverrideOptions> = {
  name: 'calculation-override',
  control: 'group-calculations',
  ...pairListMembers(idMember('customer_group_id', 'customer-group'), allowNull(idMember('calculation_id', 'calculation'))),
}

export function calculationOverride<const G extends Given = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, Given>,
): Typed<CalculationOverrideOptions, G, readonly CalculationOverride[], readonly []>
export function calculationOverride(label: string, propertyOptions: Given = {}): UnnamedProperty<CalculationOverrideOptions> {
  return { kind: calculationOverrideKind, label, ...propertyOptions, options: {} }
}
