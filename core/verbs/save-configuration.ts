// Saves a configuration to the account under a name, until it is removed.
import { savedConfigurationShape } from '../commerce/configuration/shape.js'
import { string } from '../model/properties/string.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { saveConfiguration as runSaveConfiguration } from '../commerce/configuration/saved-configurations.js'

export const saveConfiguration = defineVerb({
  name: 'save-configuration',
  description: 'Saves a configuration to the account.',
  method: 'POST',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration'), name: string('Name', { help: "Default: the product's title." }) },
  access: {},
  reply: savedConfigurationShape,
  handler: async (shopperContext, { token, name }) => runSaveConfiguration(shopperContext, token, name),
})
