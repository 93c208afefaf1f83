// The `calculation-override` kind: other calculations for single customer groups, `[{customer_group_id, calculation_id}]`; null is none.
import { type PairMember, pairListMembers } from '../../ground/property/pairs.js'
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { idMember } from './group-price.js'

export type CalculationOverrideOptions = Readonly<Record<never, never>>

export interface CalculationOverride {
  readonly customer_group_id: number
  /** null switches the record's own calculation off for the group. */
  readonly calculation_id: number | null
}

/** The member with null as a value of its own; it must be sent all the same. */
function orNull(member: PairMember): PairMember {
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
  ...pairListMembers(idMember('customer_group_id', 'customer-group'), orNull(idMember('calculation_id', 'calculation'))),
}

export function calculationOverride<const G extends Given = NoOptions>(
  label: string,
  given?: Exactly<G, Given>,
): Typed<CalculationOverrideOptions, G, readonly CalculationOverride[], readonly []>
export function calculationOverride(label: string, given: Given = {}): UnnamedProperty<CalculationOverrideOptions> {
  return { kind: calculationOverrideKind, label, ...given, options: {} }
}
