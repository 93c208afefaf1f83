// Reads the data with which the storefront evaluates a configuration before the server replies.
import { programShape } from '../commerce/configuration/program-shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readProgram as runReadProgram } from '../commerce/configuration/program.js'

export const readProgram = defineVerb({
  name: 'read-program',
  description:
    'Reads the rules and prices of a configuration that its shopper may see, for storefronts that evaluate it before the server replies.',
  method: 'GET',
  path: 'configurations/:token/program',
  input: { token: tokenArgument('configuration') },
  tagged: true,
  access: {},
  reply: programShape,
  handler: async (shopperContext, { token }) => runReadProgram(shopperContext, token),
})
