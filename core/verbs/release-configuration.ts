// Keeps a configuration no longer: it ends like any other that is left alone.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const releaseConfiguration = defineVerb({
  name: 'release-configuration',
  description: 'Keeps a configuration of the account no longer.',
  method: 'DELETE',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: null,
  handler: async (visit, { token }) => (await import('../commerce/configuration/kept.js')).letGo(visit, token),
})
