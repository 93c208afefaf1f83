// The advisor's tools as the model sees them, and the run of a call: changes and log entry share one transaction.
import { ServiceError, type ShopperContext, ValidationError } from 'product-configurator-service'
import { type JsonSchema, validateJson } from '#core/surface.js'
import {
  runConflictsTool,
  runExplainTool,
  runListTool,
  runLookTool,
  runPriceTool,
  runRecommendTool,
  runSelectTool,
  runStartTool,
  type AdvisorTool,
  type ToolOutcome,
  ToolRefusal,
  type ToolScope,
} from './tool-implementations.js'
import { removeControlCharacters } from './text-checks.js'
import { storeConversationEvent, type ToolEvent } from './journal.js'
import type { VendorToolCall } from './vendor/define.js'
import prompts from './prompts.json' with { type: 'json' }

const idSchema: JsonSchema = { type: 'integer', minimum: 1 }
const createInputSchema = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const selectionSchema: JsonSchema = {
  type: ['string', 'number', 'null'],
  description: 'An answer id, several ids separated by commas, or the entered value. null clears the selection.',
}

/** In the order in which the model receives them. */
export const advisorTools: readonly AdvisorTool[] = [
  {
    name: 'list_products',
    description:
      'Lists the products of the shop with ids and prices. search returns only products whose text contains the words.',
    schema: createInputSchema({ search: { type: 'string', maxLength: 200 } }),
    progressKey: 'advisor.searchingProducts',
    run: runListTool,
  },
  {
    name: 'look_at_product',
    description:
      'Shows the questions and answers of a product with ids, whether they apply, selections and limits. Default product: the one being configured. question_id shows all answers of one question. If the result cannot contain all questions, further_questions counts the missing ones; search puts questions that contain the words first.',
    schema: createInputSchema({ product_id: idSchema, question_id: idSchema, search: { type: 'string', maxLength: 2_000 } }),
    progressKey: 'advisor.loadingProduct',
    run: runLookTool,
  },
  {
    name: 'start',
    description:
      'Starts the configuration of a product for the shopper and replaces the current configuration. reason: why this product fits, in one sentence.',
    schema: createInputSchema({ product_id: idSchema, reason: { type: 'string', maxLength: 500 } }, ['product_id']),
    progressKey: 'advisor.startingConfiguration',
    changes: true,
    run: runStartTool,
  },
  {
    name: 'select',
    description:
      'Makes selections in order. A selection that the product does not allow is refused with the reason. confirmed: the shopper agreed to the further changes that a selection causes.',
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
    progressKey: 'advisor.makingSelections',
    changes: true,
    run: runSelectTool,
  },
  {
    name: 'explain',
    description:
      'Explains why a question or an answer is not available, and which selections would make it available. Pass one of the two ids.',
    schema: createInputSchema({ question_id: idSchema, answer_id: idSchema }),
    progressKey: 'advisor.checkingReason',
    run: runExplainTool,
  },
  {
    name: 'conflicts',
    description: 'Returns the selections that conflict with a requested selection, and the smallest sets of questions to clear.',
    schema: createInputSchema({ question_id: idSchema, value: selectionSchema }, ['question_id', 'value']),
    progressKey: 'advisor.checkingConflicts',
    run: runConflictsTool,
  },
  {
    name: 'price',
    description: 'Returns the price of the configuration, and the share of each question.',
    schema: createInputSchema({ quantity: idSchema }),
    progressKey: 'advisor.checkingPrice',
    run: runPriceTool,
  },
  {
    name: 'recommend',
    description:
      'Finds the best complete configurations for the wishes by exact search: closest to the wishes, cheapest or lightest. A wish with a weight from 1 to 100 is optional, a wish without one is mandatory. values are answer ids or entered values; min and max apply to numbers. To apply a suggestion, call select with its changes and confirmed.',
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
    progressKey: 'advisor.findingMatch',
    run: runRecommendTool,
  },
  {
    name: 'hand_over',
    description:
      'Offers the shopper contact with a person of the shop. Use it for everything that only a person may decide or promise.',
    schema: createInputSchema({ reason: { type: 'string', maxLength: 300 } }),
    progressKey: 'advisor.contactingTeam',
    run: async () => ({ result: { offered: true }, person: true }),
  },
]

export const advisorToolsByName: ReadonlyMap<string, AdvisorTool> = new Map(advisorTools.map((tool) => [tool.name, tool]))

/** Maximum characters of a result for the model. */
const maxResultLength = 24_000

export interface ToolUse {
  readonly turn: number
  readonly round: number
  readonly call: VendorToolCall
  /** Throws if another process has taken over the conversation. */
  requireLease(shopperContext: ShopperContext): Promise<void>
}

/** The reason of a refusal, for the model. Contains nothing that the shopper must not see. */
function toToolRefusal(error: unknown): object | null {
  if (error instanceof ToolRefusal) return { error: error.message }
  if (error instanceof ValidationError)
    return { error: error.message, issues: error.issues.slice(0, 10).map(({ field, message }) => ({ field, message })) }
  if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') return { error: error.message }
  return null
}

function toResultText(result: unknown): string {
  const text = JSON.stringify(result)
  if (text.length <= maxResultLength) return text
  return `${text.slice(0, maxResultLength)}… ${prompts.toolResultTruncated}`
}

export interface ToolUseResult extends ToolEvent {
  readonly outcome: ToolOutcome | null
}

/** Throws failures of the service itself. Other errors are returned to the model. */
export async function applyTool(scope: ToolScope, { turn, round, call, requireLease }: ToolUse): Promise<ToolUseResult> {
  const { conversation, shopperContext } = scope
  const input = isStorable(call.input) ? call.input : null
  const about = {
    turn,
    round,
    id: removeControlCharacters(call.id).slice(0, 200),
    name: removeControlCharacters(call.name).slice(0, 64),
    input,
  }
  const note = async (on: ShopperContext, outcome: ToolOutcome | null, refusal: object | null): Promise<ToolUseResult> => {
    const event: ToolEvent = {
      ...about,
      failed: refusal !== null,
      result: toResultText(refusal ?? outcome?.result ?? {}),
      recommended: outcome?.recommended ?? null,
      ...(outcome?.barred && outcome.barred.length > 0 && { barred: outcome.barred }),
      ...(outcome?.lacking && { lacking: outcome.lacking }),
    }
    await storeConversationEvent(on, conversation, 'tool', event)
    return { ...event, outcome }
  }
  try {
    const tool = requireTool({ ...call, input })
    const run = async (on: ShopperContext): Promise<ToolUseResult> =>
      note(on, await tool.run({ ...scope, shopperContext: on }, input ?? {}), null)
    if (!tool.changes) return await run(shopperContext)
    return await shopperContext.transact(async (inside) => {
      await requireLease(inside)
      return run(inside)
    })
  } catch (error) {
    const refusal = toToolRefusal(error)
    if (refusal === null) throw error
    return note(shopperContext, null, refusal)
  }
}

/** False for input that cannot be stored: inexact numbers, invalid text, too deep nesting. */
const isStorable = (input: VendorToolCall['input']): boolean => input === null || validateJson('Input', input).length === 0

function requireTool({ name, input }: VendorToolCall): AdvisorTool {
  const tool = advisorToolsByName.get(name)
  if (!tool)
    throw new ToolRefusal(
      prompts.toolUnknown
        .replace('{name}', () => name.slice(0, 64))
        .replace('{names}', advisorTools.map((entry) => entry.name).join(', ')),
    )
  if (input === null) throw new ToolRefusal(prompts.toolArguments.replace('{name}', () => name))
  return tool
}
