// The `childentries` kind: the records of another entity that belong to this one, edited in its form. Nothing is stored here.
import { type PropertyKind, Refusal, type UnnamedProperty } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, UnstoredTyping } from '../../ground/property/typing.js'

export interface ChildentriesOptions {
  /** The entity of the children; its owner join names this record. */
  readonly entity: string
  /** The children are not deleted with this record: they refuse its plain delete. */
  readonly keep?: boolean
  /** Kept children go all the same where a record is deleted with everything that belongs to it. */
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
      : [new Refusal(`Field ${property.label} takes a list of ${property.options.entity} records.`, 'WRONG_TYPE')],
}

export function childentries<const G extends Given<ChildentriesOptions>>(
  label: string,
  given: Exactly<G, Given<ChildentriesOptions>>,
): UnnamedProperty<ChildentriesOptions, UnstoredTyping<readonly unknown[]>>
export function childentries(label: string, given: Given<ChildentriesOptions>): UnnamedProperty<ChildentriesOptions> {
  const { entity, keep, deep, ...common } = given
  return { kind: childentriesKind, label, ...common, options: { entity, keep, deep } }
}
