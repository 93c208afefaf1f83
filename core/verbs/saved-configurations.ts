// Verbs of configurations that shoppers keep, name, share or duplicate.
import { savedConfigurationShape, configurationShape, sharedShape } from '../commerce/configuration/define.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from './define-verb.js'
import {
  listSavedConfigurations,
  saveConfiguration as runSaveConfiguration,
  releaseSavedConfiguration,
} from '../commerce/configuration/saved-configurations.js'
import { string } from '../model/properties/string.js'
import { tokenArgument, calculationsArgument, pricesArgument } from './arguments.js'
import { claimGuestConfiguration, readConfiguration } from '../commerce/configuration/service.js'
import {
  shareConfiguration as runShareConfiguration,
  duplicateConfiguration as runDuplicateConfiguration,
} from '../commerce/configuration/copy.js'

export const listConfigurations = defineVerb({
  name: 'list-configurations',
  description: "Lists the account's saved configurations, the newest first.",
  method: 'GET',
  path: 'configurations',
  input: {},
  access: {},
  reply: object({ configurations: listOf(savedConfigurationShape) }),
  handler: async (shopperContext) => ({ configurations: await listSavedConfigurations(shopperContext) }),
})

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

export const claimConfiguration = defineVerb({
  name: 'claim-configuration',
  description: "Assigns a guest's configuration to the signed-in account.",
  method: 'POST',
  path: 'configurations/:token/claim',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: configurationShape,
  async handler(shopperContext, { token }) {
    await claimGuestConfiguration(shopperContext, token)
    return readConfiguration(shopperContext, token)
  },
})

export const shareConfiguration = defineVerb({
  name: 'share-configuration',
  description: 'Creates a link to a read-only copy of a configuration.',
  method: 'POST',
  path: 'configurations/:token/share',
  input: { token: tokenArgument('configuration') },
  status: 201,
  location: ({ shared }) => `configurations/${shared}`,
  access: { limit: 'starts' },
  reply: sharedShape,
  handler: async (shopperContext, { token }) => runShareConfiguration(shopperContext, token),
})

export const duplicateConfiguration = defineVerb({
  name: 'duplicate-configuration',
  description: 'Creates an open copy of a configuration.',
  method: 'POST',
  path: 'configurations/:token/duplicate',
  input: { token: tokenArgument('configuration'), calculations: calculationsArgument(), prices: pricesArgument() },
  query: ['calculations', 'prices'],
  status: 201,
  location: ({ configuration }) => `configurations/${configuration}`,
  access: { arguments: { calculations: 'catalog:read' }, limit: 'starts' },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, calculations, prices }) =>
    runDuplicateConfiguration(shopperContext, token, { calculations, prices }),
})
