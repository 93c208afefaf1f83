// The `calculation` property kind: the id of a calculation that determines a price, weight or limit. Null detaches it.
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import type { JoinOptions } from '../entity/ownership.js'
import { referenceMembers } from './join.js'

export const calculationKind: PropertyKind<JoinOptions> = { name: 'calculation', control: 'calculation', ...referenceMembers }

export function calculation<const G extends Given = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, Given>,
): Typed<JoinOptions, G, number>
export function calculation(label: string, propertyOptions: Given = {}): UnnamedProperty<JoinOptions> {
  return { kind: calculationKind, label, ...propertyOptions, options: { entity: 'calculation' } }
}
