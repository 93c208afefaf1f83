// Lists the account's saved configurations.
import { savedConfigurationShape } from '../commerce/configuration/shape.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from './define-verb.js'
import { listSavedConfigurations } from '../commerce/configuration/saved-configurations.js'

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
