// Starts a configuration of a product with initial values and optional selections.
import { configurationShape } from '../commerce/configuration/shape.js'
import { string } from '../model/properties/string.js'
import {
  calculationsArgument,
  currencyArgument,
  fullArgument,
  locationArguments,
  productIdArgument,
  selectionsArgument,
  pricesArgument,
} from './arguments.js'
import { defineVerb } from './define-verb.js'
import { startConfiguration as runStartConfiguration } from '../commerce/configuration/service.js'

export const startConfiguration = defineVerb({
  name: 'start-configuration',
  description: 'Starts a configuration of a product.',
  method: 'POST',
  path: 'configurations',
  input: {
    product_id: productIdArgument(),
    language: string('Language', { help: 'A language tag. Default: the default language of the store.' }),
    currency: currencyArgument(),
    ...locationArguments(),
    selections: selectionsArgument(),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['full', 'calculations', 'prices'],
  status: 201,
  location: ({ configuration }) => `configurations/${configuration}`,
  access: { arguments: { calculations: 'catalog:read' }, limit: 'starts' },
  reply: configurationShape,
  handler: async (shopperContext, { full, calculations, prices, fields: _fields, ...input }) =>
    runStartConfiguration(shopperContext, input, { full, calculations, prices }),
})
