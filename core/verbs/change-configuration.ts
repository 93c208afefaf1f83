// Changes selections one after the other; each entry is one change that settles by itself.
import { changeConfiguration as change } from '../commerce/configuration/service.js'
import { configurationShape } from '../commerce/configuration/shape.js'
import { boolean } from '../model/properties/boolean.js'
import {
  calculationsArgument,
  changesArgument,
  fullArgument,
  revisionArgument,
  tokenArgument,
  pricesArgument,
} from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const changeConfiguration = defineVerb({
  name: 'change-configuration',
  description: 'Changes selections of a configuration, in order.',
  method: 'PATCH',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    selections: changesArgument(),
    revision: revisionArgument(),
    confirmed: boolean('Confirmed', { help: 'The shopper agreed to the changes that `confirm` announced.' }),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['full', 'calculations', 'prices'],
  access: { arguments: { calculations: 'catalog:read' } },
  reply: configurationShape,
  handler: (visit, { token, full, calculations, prices, fields: _fields, ...input }) =>
    change(visit, token, input, { full, calculations, prices }),
})
