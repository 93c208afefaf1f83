// Assigns a guest's configuration to the account after signing in.
import { configurationShape } from '../commerce/configuration/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { claimGuestConfiguration, readConfiguration } from '../commerce/configuration/service.js'

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
