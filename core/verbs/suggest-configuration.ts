// Suggests complete configurations that match the shopper's wishes as closely as possible.
import { suggestShape } from '../commerce/configuration/shape.js'
import { dropdown } from '../model/properties/dropdown.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { preferencesContent } from './contents.js'
import { suggestConfigurations } from '../commerce/configuration/suggest.js'

export const suggestConfiguration = defineVerb({
  name: 'suggest-configuration',
  description: 'Suggests up to three complete configurations for a list of wishes, each as a list of changes. Changes nothing.',
  method: 'POST',
  path: 'configurations/:token/suggest',
  input: {
    token: tokenArgument('configuration'),
    aim: dropdown('Aim', {
      choices: { closest: 'Closest to the wishes', cheapest: 'Cheapest', lightest: 'Lightest' },
      help: "The value to minimise: unmet wishes and then the price ('closest', the default), the price, or the weight.",
    }),
    wishes: json('Wishes', {
      content: preferencesContent,
      help: "A list of objects with 'question_id' and 'values', or 'min' and 'max'. A wish with 'weight' is optional.",
    }),
    max_price: number('Highest price', {
      scale: 4,
      min: 0,
      max: 1_000_000_000,
      help: 'Price of one piece in the currency of the configuration: gross, or net if the shop shows net prices first.',
    }),
    max_changes: number('Most changes', { min: 0, max: 10_000, help: 'The maximum number of changed selections.' }),
  },
  access: { limit: 'changes' },
  reply: suggestShape,
  handler: async (shopperContext, { token, aim, wishes, max_price, max_changes }) =>
    suggestConfigurations(shopperContext, token, {
      aim,
      wishes: wishes ?? undefined,
      max_price: max_price ?? undefined,
      max_changes: max_changes ?? undefined,
    }),
})
