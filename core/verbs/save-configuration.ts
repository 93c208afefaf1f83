// Keeps a configuration for the account, under a name, until it lets it go.
import { keptShape } from '../commerce/configuration/shape.js'
import { later } from '../ground/later.js'
import { string } from '../model/properties/string.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/kept.js'))

export const saveConfiguration = defineVerb({
  name: 'save-configuration',
  description: 'Keeps a configuration for the account.',
  method: 'POST',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration'), name: string('Name', { help: "The product's title if left out." }) },
  access: {},
  reply: keptShape,
  handler: async (visit, { token, name }) => (await load()).saveConfiguration(visit, token, name),
})
