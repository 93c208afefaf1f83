// Reads a whole configuration, evaluated with the current catalogue.
import { configurationShape } from '../commerce/configuration/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { calculationsArgument, fullArgument, tokenArgument, pricesArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/configuration/service.js'))

export const readConfiguration = defineVerb({
  name: 'read-configuration',
  description: 'Reads a configuration.',
  method: 'GET',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  access: { arguments: { calculations: 'catalog:read' } },
  reply: configurationShape,
  handler: async (shopperContext, { token, full, calculations, prices }) =>
    (await load()).readConfiguration(shopperContext, token, { full, calculations, prices }),
})
