// The `calculation-override` kind: other calculations for single customer groups, `[{customer_group_id, calculation_id}]`.
import { pairListMembers } from '../../ground/property/pairs.js'
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { idMember } from './group-price.js'

export type CalculationOverrideOptions = Readonly<Record<never, never>>

export interface CalculationOverride {
  readonly customer_group_id: number
  readonly calculation_id: number
}

export const calculationOverrideKind: PropertyKind<CalculationOverrideOptions> = {
  name: 'calculation-override',
  control: 'group-calculations',
  ...pairListMembers(idMember('customer_group_id', 'customer-group'), idMember('calculation_id', 'calculation')),
}

export function calculationOverride<const G extends Given = NoOptions>(
  label: string,
  given?: Exactly<G, Given>,
): Typed<CalculationOverrideOptions, G, readonly CalculationOverride[], readonly []>
export function calculationOverride(label: string, given: Given = {}): UnnamedProperty<CalculationOverrideOptions> {
  return { kind: calculationOverrideKind, label, ...given, options: {} }
}
