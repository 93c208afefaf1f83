// The tools of the advisor as described to the model: each runs one verb of the shop.
import type { JsonSchema } from '../foundation/property/kind.js'
import {
  runConflictsTool,
  runExplainTool,
  runListTool,
  runLookTool,
  price,
  runRecommendTool,
  runSelectTool,
  runStartTool,
} from './tool-implementations.js'
import type { AdvisorTool } from './tool.js'

const idSchema: JsonSchema = { type: 'integer', minimum: 1 }
const createInputSchema = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const selectionSchema: JsonSchema = {
  type: ['string', 'number', 'null'],
  description: 'The id of an answer, ids with commas, or what is entered; null clears.',
}

/** In the order in which the model receives them. */
export const advisorTools: readonly AdvisorTool[] = [
  {
    name: 'list_products',
    description:
      'Lists the products of the shop with ids and prices; search narrows it down to those whose text holds the words.',
    schema: createInputSchema({ search: { type: 'string', maxLength: 200 } }),
    sentence: 'Searching products …',
    run: runListTool,
  },
  {
    name: 'look_at_product',
    description:
      'Shows questions and answers of a product with ids, what applies, what is selected and the limits; of the one being configured if no product_id is given. question_id shows all answers of one question. Where there is no room for all questions further_questions counts those left out; search brings those first that hold the words.',
    schema: createInputSchema({ product_id: idSchema, question_id: idSchema, search: { type: 'string', maxLength: 2_000 } }),
    sentence: 'Loading product details …',
    run: runLookTool,
  },
  {
    name: 'start',
    description:
      'Begins to configure a product for the shopper, in the place of one that was begun before. reason: why this product, in one sentence.',
    schema: createInputSchema({ product_id: idSchema, reason: { type: 'string', maxLength: 500 } }, ['product_id']),
    sentence: 'Starting a configuration …',
    changes: true,
    run: runStartTool,
  },
  {
    name: 'select',
    description:
      'Makes selections, one after the other. What the product does not allow is refused with the reason. confirmed: the shopper agreed to what a change would change beside.',
    schema: createInputSchema(
      {
        selections: {
          type: 'array',
          maxItems: 100,
          items: createInputSchema({ question_id: idSchema, value: selectionSchema }, ['question_id', 'value']),
        },
        confirmed: { type: 'boolean' },
      },
      ['selections'],
    ),
    sentence: 'Making selections …',
    changes: true,
    run: runSelectTool,
  },
  {
    name: 'explain',
    description: 'Tells why a question or an answer is not to be had, and what would bring it. Give one of both ids.',
    schema: createInputSchema({ question_id: idSchema, answer_id: idSchema }),
    sentence: 'Checking the reason …',
    run: runExplainTool,
  },
  {
    name: 'conflicts',
    description: 'Tells which selections stand in the way of one that is wanted, and the smallest sets of questions to clear.',
    schema: createInputSchema({ question_id: idSchema, value: selectionSchema }, ['question_id', 'value']),
    sentence: 'Checking for conflicts …',
    run: runConflictsTool,
  },
  {
    name: 'price',
    description: 'Tells what the configuration costs, and what each question adds to it.',
    schema: createInputSchema({ quantity: idSchema }),
    sentence: 'Checking the price …',
    run: price,
  },
  {
    name: 'recommend',
    description:
      'Finds the best whole configurations by wishes, exactly: closest to the wishes, cheapest or lightest. A wish with weight 1 to 100 may stay unmet, one without must be met. values are ids of answers or entries; min and max for numbers. Make a suggestion real by select with its changes and confirmed.',
    schema: createInputSchema({
      aim: { type: 'string', enum: ['closest', 'cheapest', 'lightest'] },
      wishes: {
        type: 'array',
        maxItems: 50,
        items: createInputSchema(
          {
            question_id: idSchema,
            values: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 200 },
            min: { type: 'number' },
            max: { type: 'number' },
            weight: { type: 'integer', minimum: 1, maximum: 100 },
          },
          ['question_id'],
        ),
      },
      max_price: { type: 'number', minimum: 0 },
      max_changes: { type: 'integer', minimum: 0 },
    }),
    sentence: 'Finding the best match …',
    run: runRecommendTool,
  },
  {
    name: 'hand_over',
    description: 'Offers the shopper to be called by a person of the shop: for whatever only a person may decide or promise.',
    schema: createInputSchema({ reason: { type: 'string', maxLength: 300 } }),
    sentence: 'Contacting our team …',
    run: async () => ({ result: { offered: true }, person: true }),
  },
]

export const advisorToolsByName: ReadonlyMap<string, AdvisorTool> = new Map(advisorTools.map((tool) => [tool.name, tool]))
