// Shares a configuration: a link under which everybody sees it as it stands, and nobody changes it.
import { sharedShape } from '../commerce/configuration/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/share.js'))

export const shareConfiguration = defineVerb({
  name: 'share-configuration',
  description: 'Makes a link to a copy of a configuration that can be looked at and not be changed.',
  method: 'POST',
  path: 'configurations/:token/share',
  input: { token: tokenArgument('configuration') },
  status: 201,
  location: ({ shared }) => `configurations/${shared}`,
  access: { limit: 'starts' },
  reply: sharedShape,
  handler: async (visit, { token }) => (await load()).shareConfiguration(visit, token),
})
