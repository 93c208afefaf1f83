// The `join` property kind: the id of a record of another entity.
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
import type { JoinOptions } from '../entity/ownership.js'

/** True for a valid id: a whole number from 1 that JSON represents exactly. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** The id in a field of a record; null if it holds none. */
export function readId(record: Readonly<Record<string, unknown>>, field: string): number | null {
  const id = record[field]
  return isId(id) ? id : null
}

/** Converts form text to an id and '' to null. Other values are returned unchanged. */
export function prepareId(value: unknown): unknown {
  if (value === '') return null
  return typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
}

/** The members that all kinds with an id column share. */
export const referenceMembers = {
  column: (property) => ({ type: 'integer', nullable: !isAlwaysRequired(property) }) satisfies Column,
  schema: (property): JsonSchema => ({ type: isAlwaysRequired(property) ? 'integer' : ['integer', 'null'], minimum: 1 }),
  typeText: (property) => (isAlwaysRequired(property) ? 'number' : 'number | null'),
  prepare: prepareId,
  validate(value, property) {
    if (isId(value)) return []
    const message = property.required
      ? createMessage('fields.recordRequired', {
          field: createLabel('field', property.label),
          entity: createLabel('entity', property.options.entity),
        })
      : createMessage('fields.recordOrNothingRequired', {
          field: createLabel('field', property.label),
          entity: createLabel('entity', property.options.entity),
        })
    return [new Refusal(message, 'WRONG_TYPE')]
  },
  references: (value, property) => (isId(value) ? [{ entity: property.options.entity, id: value }] : []),
  repoint: (value, property, to) => (isId(value) ? to.idOf(property.options.entity, value) : value),
  hints: (property) => ({ entity: property.options.entity }),
  referenceTargets: (property) => [property.options.entity],
  referenceColumn: true,
  filter: 'equals',
} satisfies Omit<PropertyKind<JoinOptions>, 'name' | 'control'>

export const joinKind: PropertyKind<JoinOptions> = { name: 'join', control: 'record', ...referenceMembers }

/** A reference to a record. `owner`: it belongs to the other record; `weak`: does not prevent its delete; `cascade`: deleted with it. */
export function join<const G extends FactoryOptions<Omit<JoinOptions, 'entity'>> = NoOptions>(
  label: string,
  entity: string,
  propertyOptions?: Exactly<G, FactoryOptions<Omit<JoinOptions, 'entity'>>>,
): Typed<JoinOptions, G, number>
export function join(
  label: string,
  entity: string,
  propertyOptions: FactoryOptions<Omit<JoinOptions, 'entity'>> = {},
): UnnamedProperty<JoinOptions> {
  const { owner, weak, cascade, ...common } = propertyOptions
  return { kind: joinKind, label, ...common, options: { entity, owner, weak, cascade } }
}
