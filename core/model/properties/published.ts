// The `published` property kind: whether shoppers can see a record. Default: true.
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { booleanKind, type BooleanOptions } from './boolean.js'

export const publishedKind: PropertyKind<BooleanOptions> = {
  ...booleanKind,
  name: 'published',
  refusesNull: true,
  schema: (property, use) => (use === 'write' ? { type: 'boolean' } : booleanKind.schema(property, use)),
}

export function published<const G extends Partial<Given> = NoOptions>(
  propertyOptions?: Exactly<G, Partial<Given>>,
): Typed<BooleanOptions, G, boolean>
export function published(propertyOptions: Partial<Given> = {}): UnnamedProperty<BooleanOptions> {
  return { kind: publishedKind, label: 'Published', default: true, ...propertyOptions, options: {} }
}
