// Removes a configuration from the account's saved ones. It then expires like any other.
import { lazyImport } from '../foundation/lazy-import.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/configuration/saved-configurations.js'))

export const releaseConfiguration = defineVerb({
  name: 'release-configuration',
  description: "Removes a configuration from the account's saved ones.",
  method: 'DELETE',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: null,
  handler: async (shopperContext, { token }) => (await load()).releaseSavedConfiguration(shopperContext, token),
})
