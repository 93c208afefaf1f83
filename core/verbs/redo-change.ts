// Repeats the change of a configuration that was undone last.
import { configurationShape } from '../commerce/configuration/shape.js'
import { calculationsArgument, pricesArgument, revisionArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { applyHistoryStep } from '../commerce/configuration/history-step.js'

export const redoChange = defineVerb({
  name: 'redo-change',
  description: 'Repeats the change that was undone last.',
  method: 'POST',
  path: 'configurations/:token/redo',
  input: {
    token: tokenArgument('configuration'),
    revision: revisionArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['calculations', 'prices'],
  access: { arguments: { calculations: 'catalog:read' } },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, revision, calculations, prices }) =>
    applyHistoryStep(shopperContext, token, 'redo', { revision }, { calculations, prices }),
})
