// What a model may do: each tool is one verb of the shop, in the shopper's name and with his rights, and nothing else.
import type { ConfigurationReply } from '../commerce/configuration/define.js'
import type { SuggestReply } from '../commerce/configuration/suggest.js'
import type { ConflictsReply } from '../commerce/configuration/guidance.js'
import type { Visit } from '../commerce/visit.js'
import type { JsonSchema } from '../ground/property/kind.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import { chatRecommendation } from '../model/entities/conversations/chat-recommendation.js'
import { configuration as configurationEntity } from '../model/entities/orders/configuration.js'
import { isoTime } from '../ground/clock.js'
import type { ProductListReply, ProductReply } from '../shop/catalogue/define.js'
import type { PriceReply } from '../shop/price.js'
import type { Recommended, Serve } from './define.js'
import { changeDigest, listDigest, productDigest } from './digest.js'
import { masked } from './masking.js'
import type { VendorTool } from './vendor/define.js'

type Given = Readonly<Record<string, unknown>>

export interface ToolScope {
  readonly visit: Visit
  readonly serve: Serve
  readonly conversation: number
  readonly language: string
  /** Of the conversation's configuration; null where it has none. */
  readonly token: string | null
}

export interface ToolOutcome {
  readonly result: unknown
  /** Of the configuration that was started. */
  readonly token?: string
  readonly recommended?: Recommended
  /** True: the shopper is to be offered a person. */
  readonly person?: true
}

export interface Tool extends VendorTool {
  /** What the shopper reads while it runs. */
  readonly sentence: string
  /** True: it changes what is stored, and runs in the unit that notes that it ran. */
  readonly changes?: true
  run(scope: ToolScope, given: Given): Promise<ToolOutcome>
}

const whole: JsonSchema = { type: 'integer', minimum: 1 }
const takes = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const selection: JsonSchema = {
  type: ['string', 'number', 'null'],
  description: 'The id of an answer, ids with commas, or what is entered; null clears.',
}

/** The arguments that a tool passes on; whatever else the model sent is refused by nobody and reaches nobody. */
const only = (given: Given, ...names: readonly string[]): Given =>
  Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))

/** A sentence to the model: it has to start a configuration first. */
export class ToolRefusal extends Error {}

function requireToken({ token }: ToolScope): string {
  if (token === null) throw new ToolRefusal("Nothing is being configured yet. Call 'start' with a product_id first.")
  return token
}

/** What is known of a product, with the state of the conversation's configuration where that is one of it. */
async function look(scope: ToolScope, given: Given): Promise<ToolOutcome> {
  const { visit, serve, token } = scope
  const held = token === null ? null : await serve<ConfigurationReply>('read-configuration', { token }, visit)
  const wanted = given['product_id'] ?? held?.product_id
  if (wanted === undefined) requireToken(scope)
  const own = held !== null && Number(wanted) === held.product_id
  const input = { key: String(wanted), ...(own && { configuration: token }) }
  const product = await serve<ProductReply>('show-product', input, visit)
  const only = typeof given['question_id'] === 'number' ? given['question_id'] : null
  const search = typeof given['search'] === 'string' ? given['search'] : ''
  return { result: productDigest(product, own ? held : null, { only, search }) }
}

async function start({ visit, serve, conversation, language }: ToolScope, given: Given): Promise<ToolOutcome> {
  const begun = await serve<ConfigurationReply>('start-configuration', { ...only(given, 'product_id'), language }, visit)
  const { configuration: token, product_id } = begun
  const [row] = await visit.list(configurationEntity, { column: 'token', values: [token] })
  await visit.write(chatConversation, { configuration_id: row?.id ?? null }, { id: conversation })
  const reason = masked(typeof given['reason'] === 'string' ? given['reason'] : '').slice(0, 500)
  const created = isoTime(visit.now)
  await visit.write(chatRecommendation, { chat_conversation_id: conversation, product_id, reason, created })
  const { product } = await serve<ProductReply>('show-product', { key: String(product_id) }, visit)
  return { result: changeDigest(begun), token, recommended: { product_id, title: product.title } }
}

async function select(scope: ToolScope, given: Given): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...only(given, 'selections', 'confirmed') }
  return { result: changeDigest(await scope.serve<ConfigurationReply>('change-configuration', input, scope.visit)) }
}

async function recommend(scope: ToolScope, given: Given): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...only(given, 'aim', 'wishes', 'max_price', 'max_changes') }
  const { suggestions, impossible } = await scope.serve<SuggestReply>('suggest-configuration', input, scope.visit)
  return {
    result: {
      impossible,
      suggestions: suggestions.map(({ differences, price, ...rest }) => ({
        ...rest,
        price: price && { net: price.net, gross: price.gross },
        differences: differences.slice(0, 60),
      })),
    },
  }
}

async function conflicts(scope: ToolScope, given: Given): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...only(given, 'question_id'), value: String(given['value'] ?? '') }
  const found = await scope.serve<ConflictsReply>('find-conflicts', input, scope.visit)
  return { result: { minimal_conflicts: found.minimal_conflicts, minimum_corrections: found.minimum_corrections } }
}

async function price(scope: ToolScope, given: Given): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...only(given, 'quantity') }
  const found = await scope.serve<{ readonly price: PriceReply | null; readonly quantity: number; readonly parts: unknown }>(
    'price-configuration',
    input,
    scope.visit,
  )
  return { result: { quantity: found.quantity, price: found.price, parts: found.parts } }
}

/** In the order in which they are told of. */
export const tools: readonly Tool[] = [
  {
    name: 'list_products',
    description:
      'Lists the products of the shop with ids and prices; search narrows it down to those whose text holds the words.',
    schema: takes({ search: { type: 'string', maxLength: 200 } }),
    sentence: 'Looking at what the shop has …',
    run: async ({ visit, serve }, { search }) => ({
      result: listDigest(await serve<ProductListReply>('list-products', {}, visit), typeof search === 'string' ? search : ''),
    }),
  },
  {
    name: 'look_at_product',
    description:
      'Shows questions and answers of a product with ids, what applies, what is selected and the limits; of the one being configured if no product_id is given. question_id shows all answers of one question. Where there is no room for all questions further_questions counts those left out; search brings those first that hold the words.',
    schema: takes({ product_id: whole, question_id: whole, search: { type: 'string', maxLength: 2_000 } }),
    sentence: 'Looking at the product …',
    run: look,
  },
  {
    name: 'start',
    description:
      'Begins to configure a product for the shopper, in the place of one that was begun before. reason: why this product, in one sentence.',
    schema: takes({ product_id: whole, reason: { type: 'string', maxLength: 500 } }, ['product_id']),
    sentence: 'Beginning a configuration …',
    changes: true,
    run: start,
  },
  {
    name: 'select',
    description:
      'Makes selections, one after the other. What the product does not allow is refused with the reason. confirmed: the shopper agreed to what a change would change beside.',
    schema: takes(
      {
        selections: {
          type: 'array',
          maxItems: 100,
          items: takes({ question_id: whole, value: selection }, ['question_id', 'value']),
        },
        confirmed: { type: 'boolean' },
      },
      ['selections'],
    ),
    sentence: 'Making selections …',
    changes: true,
    run: select,
  },
  {
    name: 'explain',
    description: 'Tells why a question or an answer is not to be had, and what would bring it. Give one of both ids.',
    schema: takes({ question_id: whole, answer_id: whole }),
    sentence: 'Finding out why …',
    run: async (scope, given) => ({
      result: await scope.serve(
        'explain-selection',
        { token: requireToken(scope), ...only(given, 'question_id', 'answer_id') },
        scope.visit,
      ),
    }),
  },
  {
    name: 'conflicts',
    description: 'Tells which selections stand in the way of one that is wanted, and the smallest sets of questions to clear.',
    schema: takes({ question_id: whole, value: selection }, ['question_id', 'value']),
    sentence: 'Finding out what stands in the way …',
    run: conflicts,
  },
  {
    name: 'price',
    description: 'Tells what the configuration costs, and what each question adds to it.',
    schema: takes({ quantity: whole }),
    sentence: 'Asking for the price …',
    run: price,
  },
  {
    name: 'recommend',
    description:
      'Finds the best whole configurations by wishes, exactly: closest to the wishes, cheapest or lightest. A wish with weight 1 to 100 may stay unmet, one without must be met. values are ids of answers or entries; min and max for numbers. Make a suggestion real by select with its changes and confirmed.',
    schema: takes({
      aim: { type: 'string', enum: ['closest', 'cheapest', 'lightest'] },
      wishes: {
        type: 'array',
        maxItems: 50,
        items: takes(
          {
            question_id: whole,
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
    sentence: 'Searching for what fits best …',
    run: recommend,
  },
  {
    name: 'hand_over',
    description: 'Offers the shopper to be called by a person of the shop: for whatever only a person may decide or promise.',
    schema: takes({ reason: { type: 'string', maxLength: 300 } }),
    sentence: 'Asking for a person …',
    run: async () => ({ result: { offered: true }, person: true }),
  },
]

export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))
