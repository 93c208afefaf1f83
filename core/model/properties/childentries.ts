// The `childentries` property kind: child records that are edited in the form of their parent. It has no column.
import { createLabel, createMessage } from '../../foundation/message.js'
import { type PropertyKind, Refusal, type UnnamedProperty, type FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, UnstoredTyping } from '../../foundation/property/typing.js'

export interface ChildentriesOptions {
  /** The entity of the children. Its owner join refers to this record. */
  readonly entity: string
  /** True: the children are not deleted with the record and prevent its plain delete. */
  readonly keep?: boolean
  /** True: a deep delete removes the children despite `keep`. */
  readonly deep?: boolean
}

export const childentriesKind: PropertyKind<ChildentriesOptions> = {
  name: 'childentries',
  control: 'children',
  column: () => null,
  schema: () => null,
  hints: (property) => ({ entity: property.options.entity }),
  typeText: () => 'readonly number[]',
  prepare: (value) => (value === '' ? null : value),
  children: ({ options }) => ({ entity: options.entity, keep: options.keep === true, deep: options.deep === true }),
  validate: (value, property) =>
    Array.isArray(value)
      ? []
      : [
          new Refusal(
            createMessage('fields.recordsRequired', {
              field: createLabel('field', property.label),
              entity: createLabel('entity', property.options.entity),
            }),
            'WRONG_TYPE',
          ),
        ],
}

export function childentries<const G extends FactoryOptions<ChildentriesOptions>>(
  label: string,
  propertyOptions: Exactly<G, FactoryOptions<ChildentriesOptions>>,
): UnnamedProperty<ChildentriesOptions, UnstoredTyping<readonly unknown[]>>
export function childentries(
  label: string,
  propertyOptions: FactoryOptions<ChildentriesOptions>,
): UnnamedProperty<ChildentriesOptions> {
  const { entity, keep, deep, ...common } = propertyOptions
  return { kind: childentriesKind, label, ...common, options: { entity, keep, deep } }
}
