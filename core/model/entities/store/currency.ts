// A currency for display and payment. Exactly one is the base currency and exactly one the default.
import { createMessage } from '../../../foundation/message.js'
import { clearOtherFlags, requireFlagHolder, refuseFlagHolder } from '../../entity/flags.js'
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { number } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

const flags = { is_base: createMessage('fields.baseCurrency'), is_default: createMessage('fields.defaultCurrency') }

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
    title: string('Title', { translatable: true, required: true }),
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
  validate: (scope) => requireFlagHolder(scope, flags),
  afterStore: (scope) => clearOtherFlags(scope, flags),
  beforeDelete: (scope) => refuseFlagHolder(scope, flags),
})
