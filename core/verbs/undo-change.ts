// Undoes the shopper's last change of a configuration, including the changes that resulted from it.
import { configurationShape } from '../commerce/configuration/shape.js'
import { calculationsArgument, pricesArgument, revisionArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { applyHistoryStep } from '../commerce/configuration/history-step.js'

export const undoChange = defineVerb({
  name: 'undo-change',
  description: 'Undoes the last change of a configuration.',
  method: 'POST',
  path: 'configurations/:token/undo',
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
    applyHistoryStep(shopperContext, token, 'undo', { revision }, { calculations, prices }),
})
