// Keeps a configuration no longer: it ends like any other that is left alone.
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/kept.js'))

export const releaseConfiguration = defineVerb({
  name: 'release-configuration',
  description: 'Keeps a configuration of the account no longer.',
  method: 'DELETE',
  path: 'configurations/:token/save',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: null,
  handler: async (visit, { token }) => (await load()).letGo(visit, token),
})
