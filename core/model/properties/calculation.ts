// The `calculation` property kind: the id of a calculation that determines a price, weight or limit. Null detaches it.
import type { PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import type { JoinOptions } from '../entity/ownership.js'
import { referenceMembers } from './join.js'

export const calculationKind: PropertyKind<JoinOptions> = { name: 'calculation', control: 'calculation', ...referenceMembers }

export function calculation<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<JoinOptions, G, number>
export function calculation(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<JoinOptions> {
  return { kind: calculationKind, label, ...propertyOptions, options: { entity: 'calculation' } }
}
