// Finds the answers from which a configuration can still be completed.
import { guidanceShape } from '../commerce/configuration/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { guideConfiguration as runGuideConfiguration } from '../commerce/configuration/guidance.js'

export const guideConfiguration = defineVerb({
  name: 'guide-configuration',
  description: 'Lists the answers from which the configuration can still be completed.',
  method: 'GET',
  path: 'configurations/:token/guidance',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: guidanceShape,
  handler: async (shopperContext, { token }) => runGuideConfiguration(shopperContext, token),
})
