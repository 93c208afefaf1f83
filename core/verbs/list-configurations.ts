// Lists the configurations that the account keeps.
import { keptShape } from '../commerce/configuration/shape.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from '../verb/define.js'

export const listConfigurations = defineVerb({
  name: 'list-configurations',
  description: 'Lists the configurations that the account keeps, the last one first.',
  method: 'GET',
  path: 'configurations',
  input: {},
  access: {},
  reply: object({ configurations: listOf(keptShape) }),
  handler: async (visit) => ({ configurations: await (await import('../commerce/configuration/kept.js')).listKept(visit) }),
})
