// The implementation of the advisor's tools: each runs verbs of the shop API for the shopper and condenses their replies for the model.
import type { ShopperContext } from 'product-configurator-service'
import {
  type BlockedQuestion,
  type ChangeEntry,
  type ConfigurationReply,
  type ConflictsReply,
  formatIsoTime,
  loadBlockingRuleFinder,
  type PreferenceInput,
  type PriceReply,
  type ProductListReply,
  type ProductReply,
  type SuggestReply,
  entities,
  shopperCalls,
} from '#core/surface.js'
import type { RecommendedProduct } from './define.js'
import type { VendorTool } from './vendor/define.js'
import { maskPersonalData } from './text-checks.js'
import prompts from './prompts.json' with { type: 'json' }
import { findUnmatchedWords, createListDigest, createProductDigest, createChangeDigest } from './digests.js'

export type ToolArguments = Readonly<Record<string, unknown>>

export interface ToolScope {
  readonly shopperContext: ShopperContext
  readonly conversation: number
  readonly language: string
  /** Of the conversation's configuration. null if there is none. */
  readonly token: string | null
}

/** Words that no product contains, and preferences that no configuration meets together. */
export interface UnmetRequests {
  readonly words?: readonly string[]
  readonly wishes?: readonly { readonly question_id: number; readonly values: readonly string[] | null }[]
}

export interface ToolOutcome {
  readonly result: unknown
  /** Of the configuration that was started. */
  readonly token?: string
  readonly recommended?: RecommendedProduct
  /** Selections that the shopper wanted and rules blocked. Used for statistics, not sent to the model. */
  readonly barred?: readonly BlockedQuestion[]
  readonly lacking?: UnmetRequests
  /** True: offer the shopper a person. */
  readonly person?: true
}

export interface AdvisorTool extends VendorTool {
  /** The text that the shopper reads while the tool runs. */
  readonly progressKey: string
  /** True: it changes stored data, and runs in the same unit as its log entry. */
  readonly changes?: true
  run(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome>
}

/** An error message for the model: it must start a configuration first. */
export class ToolRefusal extends Error {}

/** The arguments that a tool passes on. Other arguments of the model are ignored. */
const pickArguments = (args: ToolArguments, ...names: readonly string[]): ToolArguments =>
  Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]))

function requireToken({ token }: ToolScope): string {
  if (token === null) throw new ToolRefusal(prompts.toolNeedsConfiguration)
  return token
}

export async function runListTool({ shopperContext }: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const search = typeof args['search'] === 'string' ? args['search'] : ''
  const list = await shopperCalls.runVerbForShopper<ProductListReply>('list-products', {}, shopperContext)
  const words = findUnmatchedWords(list, search)
  return { result: createListDigest(list, search), ...(words.length > 0 && { lacking: { words } }) }
}

/** A digest of a product, with the state of the conversation's configuration if it is of that product. */
export async function runLookTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const { shopperContext, token } = scope
  const configurationReply =
    token === null
      ? null
      : await shopperCalls.runVerbForShopper<ConfigurationReply>('read-configuration', { token }, shopperContext)
  const productId = args['product_id'] ?? configurationReply?.product_id
  if (productId === undefined) requireToken(scope)
  const own = configurationReply !== null && Number(productId) === configurationReply.product_id
  const input = { key: String(productId), ...(own && { configuration: token }) }
  const product = await shopperCalls.runVerbForShopper<ProductReply>('show-product', input, shopperContext)
  const only = typeof args['question_id'] === 'number' ? args['question_id'] : null
  const search = typeof args['search'] === 'string' ? args['search'] : ''
  return { result: createProductDigest(product, own ? configurationReply : null, { only, search }) }
}

export async function runStartTool(
  { shopperContext, conversation, language }: ToolScope,
  args: ToolArguments,
): Promise<ToolOutcome> {
  const configurationReply = await shopperCalls.runVerbForShopper<ConfigurationReply>(
    'start-configuration',
    { ...pickArguments(args, 'product_id'), language },
    shopperContext,
  )
  const { configuration: token, product_id } = configurationReply
  const [row] = await shopperContext.list(entities.configuration, { column: 'token', values: [token] })
  await shopperContext.write(entities.chatConversation, { configuration_id: row?.id ?? null }, { id: conversation })
  const reason = maskPersonalData(typeof args['reason'] === 'string' ? args['reason'] : '').slice(0, 500)
  const created = formatIsoTime(shopperContext.now)
  await shopperContext.write(entities.chatRecommendation, { chat_conversation_id: conversation, product_id, reason, created })
  const { product } = await shopperCalls.runVerbForShopper<ProductReply>(
    'show-product',
    { key: String(product_id) },
    shopperContext,
  )
  return { result: createChangeDigest(configurationReply), token, recommended: { product_id, title: product.title } }
}

export async function runSelectTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const token = requireToken(scope)
  const before = await loadBlockingRuleFinder(scope.shopperContext, token)
  const input = { token, ...pickArguments(args, 'selections', 'confirmed') }
  const reply = await shopperCalls.runVerbForShopper<ConfigurationReply>('change-configuration', input, scope.shopperContext)
  const refused = new Set(reply.refused.map(({ index }) => index))
  // The verb has validated the input; ids may be strings.
  const changes = args['selections'] as readonly ChangeEntry[]
  const entries = changes.map(({ question_id, value }) => ({ question_id: Number(question_id), value }))
  const blockedQuestions = refused.size === 0 ? [] : before.findByChange(entries, refused, args['confirmed'] === true)
  return { result: createChangeDigest(reply), barred: blockedQuestions }
}

export async function runExplainTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const token = requireToken(scope)
  const { question_id, answer_id } = args
  const result = await shopperCalls.runVerbForShopper(
    'explain-selection',
    { token, ...pickArguments(args, 'question_id', 'answer_id') },
    scope.shopperContext,
  )
  const finder = await loadBlockingRuleFinder(scope.shopperContext, token)
  return {
    result,
    barred: answer_id === undefined ? finder.findByQuestion(Number(question_id)) : finder.findByAnswer(Number(answer_id)),
  }
}

/** The rules that block single preferences, if no configuration meets them all. The verb has validated the input. */
async function findUnmetPreferences(
  { shopperContext }: ToolScope,
  token: string,
  preferences: unknown,
): Promise<Pick<ToolOutcome, 'barred' | 'lacking'>> {
  // A weighted preference is optional, so it never blocks.
  const wishes = ((preferences ?? []) as readonly PreferenceInput[])
    .filter(({ weight }) => weight === undefined)
    .map(({ question_id, values = [] }) => ({ question_id: Number(question_id), values }))
  const finder = await loadBlockingRuleFinder(shopperContext, token)
  const blockedQuestions = wishes.flatMap(({ question_id, values }) => {
    const each = values.map((value) => finder.findBySelection(question_id, value))
    return each.every((blocks) => blocks.length > 0) ? each.flat() : []
  })
  // Free text is not reported.
  const toIds = (values: readonly string[]) => (values.every((value) => /^\d{1,15}$/.test(value)) ? values : null)
  return {
    barred: blockedQuestions,
    lacking: { wishes: wishes.map(({ question_id, values }) => ({ question_id, values: toIds(values) })) },
  }
}

export async function runRecommendTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(args, 'aim', 'wishes', 'max_price', 'max_changes') }
  const { suggestions, impossible } = await shopperCalls.runVerbForShopper<SuggestReply>(
    'suggest-configuration',
    input,
    scope.shopperContext,
  )
  return {
    ...(impossible && (await findUnmetPreferences(scope, input.token, args['wishes']))),
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

export async function runConflictsTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(args, 'question_id'), value: String(args['value'] ?? '') }
  const conflicts = await shopperCalls.runVerbForShopper<ConflictsReply>('find-conflicts', input, scope.shopperContext)
  const blockedQuestions = (await loadBlockingRuleFinder(scope.shopperContext, input.token)).findBySelection(
    conflicts.question_id,
    conflicts.value,
  )
  return {
    result: { minimal_conflicts: conflicts.minimal_conflicts, minimum_corrections: conflicts.minimum_corrections },
    barred: blockedQuestions,
  }
}

export async function runPriceTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(args, 'quantity') }
  const reply = await shopperCalls.runVerbForShopper<{
    readonly price: PriceReply | null
    readonly quantity: number
    readonly parts: unknown
  }>('price-configuration', input, scope.shopperContext)
  return { result: { quantity: reply.quantity, price: reply.price, parts: reply.parts } }
}
