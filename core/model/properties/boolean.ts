// The `boolean` property kind: a JSON boolean. Also accepts 0, 1, "0" and "1" from forms.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  Refusal,
  type Column,
  type JsonSchema,
  type PropertyKind,
  type UnnamedProperty,
  type Typed,
  isAlwaysRequired,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'

export type BooleanOptions = Readonly<Record<never, never>>

const acceptedValues = new Map<unknown, boolean | null>([
  ['', null],
  [0, false],
  ['0', false],
  [1, true],
  ['1', true],
])

export const booleanKind: PropertyKind<BooleanOptions> = {
  name: 'boolean',
  control: 'switch',
  filter: 'boolean',
  column: (property): Column => ({ type: 'boolean', nullable: !isAlwaysRequired(property) }),
  schema: (property): JsonSchema => ({ type: isAlwaysRequired(property) ? 'boolean' : ['boolean', 'null'] }),
  typeText: (property) => (isAlwaysRequired(property) ? 'boolean' : 'boolean | null'),
  prepare: (value) => acceptedValues.get(value) ?? (value === '' ? null : value),
  validate: (value, property) =>
    typeof value === 'boolean'
      ? []
      : [new Refusal(createMessage('fields.booleanRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE')],
  store: (value) => (value === true ? 1 : 0),
  empty: null,
  present: (stored) => Number(stored) === 1,
}

/** A yes/no property. */
export function boolean<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<BooleanOptions, G, boolean>
export function boolean(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<BooleanOptions> {
  return { kind: booleanKind, label, ...propertyOptions, options: {} }
}
