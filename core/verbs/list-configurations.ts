// Lists the account's saved configurations.
import { savedConfigurationShape } from '../commerce/configuration/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/configuration/saved-configurations.js'))

export const listConfigurations = defineVerb({
  name: 'list-configurations',
  description: "Lists the account's saved configurations, the newest first.",
  method: 'GET',
  path: 'configurations',
  input: {},
  access: {},
  reply: object({ configurations: listOf(savedConfigurationShape) }),
  handler: async (shopperContext) => ({ configurations: await (await load()).listSavedConfigurations(shopperContext) }),
})
