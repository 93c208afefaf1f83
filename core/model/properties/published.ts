// The `published` property kind: whether shoppers can see a record. Default: true.
import type { PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { booleanKind, type BooleanOptions } from './boolean.js'

export const publishedKind: PropertyKind<BooleanOptions> = {
  ...booleanKind,
  name: 'published',
  refusesNull: true,
  schema: (property, use) => (use === 'write' ? { type: 'boolean' } : booleanKind.schema(property, use)),
}

export function published<const G extends Partial<FactoryOptions> = NoOptions>(
  propertyOptions?: Exactly<G, Partial<FactoryOptions>>,
): Typed<BooleanOptions, G, boolean>
export function published(propertyOptions: Partial<FactoryOptions> = {}): UnnamedProperty<BooleanOptions> {
  return { kind: publishedKind, label: 'Published', default: true, ...propertyOptions, options: {} }
}
