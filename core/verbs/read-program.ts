// Reads what a shop front needs to reckon a configuration by itself while the service's answer is on its way.
import { programShape } from '../commerce/configuration/program-shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/program.js'))

export const readProgram = defineVerb({
  name: 'read-program',
  description: 'Reads the rules and prices of a configuration as its shopper may know them, for shop fronts that reckon ahead.',
  method: 'GET',
  path: 'configurations/:token/program',
  input: { token: tokenArgument('configuration') },
  tagged: true,
  access: {},
  reply: programShape,
  handler: async (visit, { token }) => (await load()).readProgram(visit, token),
})
