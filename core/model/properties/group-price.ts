// The `group-price` property kind: prices for individual customer groups, `[{customer_group_id, price}]`.
import { createLabel, createMessage } from '../../foundation/message.js'
import type { GroupPrice } from '../../engine/program/source.js'
import { createPairListMembers, type PairMember } from './json.js'
import {
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { isId, prepareId } from './join.js'
import { validateNumber, prepareNumber } from './number.js'

export type GroupPriceOptions = Readonly<Record<never, never>>

export type { GroupPrice }

/** A pair member with the id of a record. */
export function createIdMember(key: string, entity: string): PairMember {
  return {
    key,
    entity,
    schema: () => ({ type: 'integer', minimum: 1 }),
    typeText: 'number',
    prepare: prepareId,
    validate: (label, value) =>
      isId(value)
        ? null
        : new Refusal(
            createMessage('fields.idOfKeyRequired', {
              field: createLabel('field', label),
              entity: createLabel('entity', entity),
              key,
            }),
            'WRONG_TYPE',
          ),
  }
}

const price: PairMember = {
  key: 'price',
  schema: () => ({ type: 'number' }),
  typeText: 'number',
  prepare: prepareNumber,
  validate: (label, value) => validateNumber(label, value ?? undefined, { scale: 4 }),
}

export const groupPriceKind: PropertyKind<GroupPriceOptions> = {
  name: 'group-price',
  control: 'group-prices',
  ...createPairListMembers(createIdMember('customer_group_id', 'customer-group'), price),
  mapAmounts: (value, change) => (value as readonly GroupPrice[]).map((pair) => ({ ...pair, price: change(pair.price) })),
}

export function groupPrice<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<GroupPriceOptions, G, readonly GroupPrice[], readonly []>
export function groupPrice(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<GroupPriceOptions> {
  return { kind: groupPriceKind, label, ...propertyOptions, options: {} }
}
