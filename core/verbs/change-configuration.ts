// Changes selections one by one, each evaluated on its own. Also changes the currency or the location.
import { configurationShape } from '../commerce/configuration/shape.js'
import { boolean } from '../model/properties/boolean.js'
import {
  calculationsArgument,
  changesArgument,
  currencyArgument,
  fullArgument,
  locationArguments,
  revisionArgument,
  tokenArgument,
  pricesArgument,
} from './arguments.js'
import { defineVerb } from './define-verb.js'
import { changeConfiguration as runChangeConfiguration } from '../commerce/configuration/service.js'

export const changeConfiguration = defineVerb({
  name: 'change-configuration',
  description: "Changes selections of a configuration in order, its currency, or the shopper's location.",
  method: 'PATCH',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    selections: changesArgument(),
    currency: currencyArgument('the current one'),
    ...locationArguments(),
    revision: revisionArgument(),
    confirmed: boolean('Confirmed', { help: 'The shopper agreed to the changes listed in `confirm`.' }),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['full', 'calculations', 'prices'],
  emptied: ['country', 'state'],
  access: { arguments: { calculations: 'catalog:read' } },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, full, calculations, prices, fields: _fields, ...input }) =>
    runChangeConfiguration(shopperContext, token, input, {
      full,
      calculations,
      prices,
    }),
})
