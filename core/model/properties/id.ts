// The `id` kind: a record's own id, and an id among an action's arguments. No entity declares it: every record has one.
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
} from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
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
    isId(value) ? [] : [new Refusal(`Field ${property.label} takes an id: a whole number from 1.`, 'WRONG_TYPE')],
  present: (stored) => Number(stored),
}

export function id<const G extends Given = NoOptions>(label?: string, given?: Exactly<G, Given>): Typed<IdOptions, G, number>
export function id(label = 'ID', given: Given = {}): UnnamedProperty<IdOptions> {
  return { kind: idKind, label, ...given, options: {} }
}
