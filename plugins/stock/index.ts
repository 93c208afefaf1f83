// The built-in question types, condition types, term types and functions.
import type { Plugin } from 'product-configurator-service'
import { conditionTypes } from './condition-types.js'
import { functions } from './functions.js'
import { questionTypes } from './question-types/index.js'
import { termTypes } from './term-types.js'

export const stock: Plugin = {
  name: 'stock',
  core: '^0.1.0',
  contributes: { questionTypes, conditionTypes, termTypes, functions },
}
