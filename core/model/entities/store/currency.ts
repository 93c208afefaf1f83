// A currency in which prices are shown and paid; exactly one is the base and exactly one the default.
import { clearOtherFlags, judgeFlags, refuseFlagHolder } from '../../entity/flags.js'
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { number } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

const flags = { is_base: 'base currency', is_default: 'default currency' }

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
      pattern: { expression: '^[A-Z]{3}$', words: 'a code of three capital letters such as EUR (ISO 4217)' },
    }),
    symbol: string('Symbol', { required: true }),
    multiplicator: number('Multiplicator', {
      scale: 8,
      required: true,
      min: 0,
      help: 'Units of this currency for one of the base currency.',
    }),
    is_base: boolean('Base currency', { help: 'All prices are entered in it. Setting it here clears it elsewhere.' }),
    is_default: boolean('Default currency', { help: 'Shown first. Setting it here clears it elsewhere.' }),
    decimals: number('Decimal places', { default: 2, min: 0, max: 4 }),
    published: published(),
  },
  validate: (scope) => judgeFlags(scope, flags),
  afterStore: (scope) => clearOtherFlags(scope, flags),
  beforeDelete: (scope) => refuseFlagHolder(scope, flags),
})
