// Suggests whole configurations that come as near as possible to what a shopper wishes.
import { suggestShape } from '../commerce/configuration/shape.js'
import { later } from '../ground/later.js'
import { dropdown } from '../model/properties/dropdown.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { wishesContent } from '../verb/wishes.js'

const load = later(() => import('../commerce/configuration/suggest.js'))

export const suggestConfiguration = defineVerb({
  name: 'suggest-configuration',
  description: 'Suggests up to three whole configurations by wishes, each as changes to make, and changes nothing.',
  method: 'POST',
  path: 'configurations/:token/suggest',
  input: {
    token: tokenArgument('configuration'),
    aim: dropdown('Aim', {
      choices: { closest: 'Closest to the wishes', cheapest: 'Cheapest', lightest: 'Lightest' },
      help: "What is to be least: unmet wishes and then the price ('closest', if left out), the price, or the weight.",
    }),
    wishes: json('Wishes', {
      content: wishesContent,
      help: "A list of objects with 'question_id' and 'values', or 'min' and 'max'; 'weight' makes one that may stay unmet.",
    }),
    max_price: number('Highest price', {
      scale: 4,
      min: 0,
      max: 1_000_000_000,
      help: 'Of one piece in the currency of the configuration: gross, net where the shop shows net prices first.',
    }),
    max_changes: number('Most changes', { min: 0, max: 10_000, help: 'How many selections may become others.' }),
  },
  access: { limit: 'changes' },
  reply: suggestShape,
  handler: async (visit, { token, aim, wishes, max_price, max_changes }) =>
    (await load()).suggest(visit, token, {
      aim,
      wishes: wishes ?? undefined,
      max_price: max_price ?? undefined,
      max_changes: max_changes ?? undefined,
    }),
})
