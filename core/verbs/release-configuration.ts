// Removes a configuration from the account's saved ones. It then expires like any other.
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { releaseSavedConfiguration } from '../commerce/configuration/saved-configurations.js'

export const releaseConfiguration = defineVerb({
  name: 'release-configuration',
  description: "Removes a configuration from the account's saved ones.",
  method: 'DELETE',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: null,
  handler: async (shopperContext, { token }) => releaseSavedConfiguration(shopperContext, token),
})
