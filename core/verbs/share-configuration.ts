// Creates a public, read-only copy of a configuration in its current state.
import { sharedShape } from '../commerce/configuration/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { shareConfiguration as runShareConfiguration } from '../commerce/configuration/share.js'

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
