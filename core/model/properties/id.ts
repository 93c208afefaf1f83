// The `id` property kind: the id of a record, as an argument of actions. Entities do not declare it: each record has one.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { isId, prepareId } from './join.js'

export type IdOptions = Readonly<Record<never, never>>

export const idKind: PropertyKind<IdOptions> = {
  name: 'id',
  control: 'hidden',
  column: (): Column => ({ type: 'bigint', nullable: false }),
  schema: (): JsonSchema => ({ type: 'integer', minimum: 1 }),
  typeText: () => 'number',
  prepare: prepareId,
  validate: (value, property) =>
    isId(value)
      ? []
      : [new Refusal(createMessage('fields.idRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE')],
}

export function id<const G extends FactoryOptions = NoOptions>(
  label?: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<IdOptions, G, number>
export function id(label = 'ID', propertyOptions: FactoryOptions = {}): UnnamedProperty<IdOptions> {
  return { kind: idKind, label, ...propertyOptions, options: {} }
}
