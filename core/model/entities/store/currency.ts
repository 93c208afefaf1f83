// A currency for display and payment. Exactly one is the base currency and exactly one the default.
import { createMessage, createLabel, type Message } from '../../../foundation/message.js'
import { type CheckScope, Refusal } from '../../../foundation/property/kind.js'
import type { RegistryScope } from '../../registry.js'
import { defineEntity, type DeleteScope, type FieldRefusal, type StoreScope } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { number } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

const flags = { is_base: createMessage('fields.baseCurrency'), is_default: createMessage('fields.defaultCurrency') }

/** Field names with the role of the flagged record, for example `{ is_base: 'base currency' }`. */
export type Flags = Readonly<Record<string, Message>>

/** Refuses to clear the last flag. */
async function requireFlagHolder(scope: CheckScope, flags: Flags): Promise<readonly FieldRefusal[]> {
  const issues: FieldRefusal[] = []
  for (const [field, meaning] of Object.entries(flags)) {
    if (scope.record[field] === true) continue
    const holders = await scope.find(scope.entity, field, true)
    if (holders.some((holder) => holder.id !== scope.id)) continue
    const message = createMessage('fields.flagRequired', { meaning, flag: field, entity: createLabel('entity', scope.entity) })
    issues.push({ field, refusal: new Refusal(message) })
  }
  return issues
}

/** Refuses another base currency while there are amounts: each would keep its figure and change its value. */
async function refuseUnconvertedBase(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  if (scope.internal || scope.record['is_base'] !== true) return []
  const [base] = await scope.find(scope.entity, 'is_base', true)
  if (!base || base.id === scope.id || !(await scope.hasBaseAmounts())) return []
  const message = createMessage('fields.baseCurrencyConverts', { from: String(base['code']) })
  return [{ field: 'is_base', refusal: new Refusal(message, 'NOT_ALLOWED') }]
}

/**
 * After a record was stored with flags: clears them in the previous holders. Several flags of one record are cleared in one write,
 * because each write alone would be refused for the remaining flags.
 */
async function clearOtherFlags(scope: StoreScope, flags: Flags): Promise<void> {
  const changes = new Map<number, Record<string, boolean>>()
  for (const field of Object.keys(flags)) {
    if (scope.record[field] !== true) continue
    for (const { id } of await scope.find(scope.entity, field, true)) {
      if (id !== scope.recordId) changes.set(id, { ...changes.get(id), [field]: false })
    }
  }
  for (const [id, change] of changes) await scope.write(scope.entity, change, id)
}

/** Returns a sentence that refuses the delete of a flagged record, or null. */
async function refuseFlagHolder(scope: DeleteScope, flags: Flags): Promise<Message | null> {
  const record = await scope.read(scope.entity, scope.recordId)
  for (const [field, meaning] of Object.entries(flags)) {
    if (record?.[field] === true)
      return createMessage('errors.flaggedNotDeleted', { entity: createLabel('entity', scope.entity), meaning })
  }
  return null
}

export const currency = defineEntity({
  name: 'currency',
  label: 'currency',
  pluralLabel: 'currencies',
  area: 'store',
  tools: 'write',
  listing: ['title', 'code', 'symbol', 'multiplicator', 'is_base', 'is_default', 'published'],
  unique: [['code']],
  exclusive: 'settings',
  properties: {
    title: string('Title', { translatable: true, required: true, oftenEqual: true }),
    code: string('Code', {
      key: true,
      trimmed: true,
      length: 3,
      required: true,
      pattern: { expression: '^[A-Z]{3}$', words: createMessage('fields.currencyCode') },
    }),
    symbol: string('Symbol', { required: true }),
    multiplicator: number('Multiplier', {
      scale: 8,
      required: true,
      min: 0,
      help: 'Units of this currency per unit of the base currency.',
    }),
    is_base: boolean('Base currency', {
      help: 'Prices are entered in this currency. Setting it clears the previous base currency.',
    }),
    is_default: boolean('Default currency', { help: 'Shown to new shoppers. Setting it clears the previous default.' }),
    decimals: number('Decimal places', { default: 2, min: 0, max: 4 }),
    published: published(),
  },
  validate: async (scope: RegistryScope) => [...(await requireFlagHolder(scope, flags)), ...(await refuseUnconvertedBase(scope))],
  afterStore: (scope) => clearOtherFlags(scope, flags),
  beforeDelete: (scope) => refuseFlagHolder(scope, flags),
})
