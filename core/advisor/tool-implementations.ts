// The implementations of the advisor's tools: each calls a verb of the shop and returns a digest to the model.
import { loadBlockingRuleFinder } from '../commerce/configuration/blocking-rules.js'
import type { ChangeEntry, ConfigurationReply } from '../commerce/configuration/define.js'
import type { ConflictsReply } from '../commerce/configuration/guidance.js'
import type { SuggestReply, PreferenceInput } from '../commerce/configuration/suggest.js'
import { formatIsoTime } from '../foundation/clock.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import { chatRecommendation } from '../model/entities/conversations/chat-recommendation.js'
import { configuration as configurationEntity } from '../model/entities/orders/configuration.js'
import type { ProductListReply, ProductReply } from '../shop/catalogue/define.js'
import type { PriceReply } from '../shop/price.js'
import { createChangeDigest, createListDigest, createProductDigest, findUnmatchedWords } from './digest.js'
import { maskPersonalData } from './masking.js'
import { type ToolArguments, type ToolOutcome, ToolRefusal, type ToolScope } from './tool.js'

/** The arguments that a tool passes on. Other arguments of the model are ignored. */
const pickArguments = (args: ToolArguments, ...names: readonly string[]): ToolArguments =>
  Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]))

function requireToken({ token }: ToolScope): string {
  if (token === null) throw new ToolRefusal("Nothing is being configured yet. Call 'start' with a product_id first.")
  return token
}

export async function runListTool({ visit: shopperContext, serve }: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const search = typeof args['search'] === 'string' ? args['search'] : ''
  const list = await serve<ProductListReply>('list-products', {}, shopperContext)
  const words = findUnmatchedWords(list, search)
  return { result: createListDigest(list, search), ...(words.length > 0 && { lacking: { words } }) }
}

/** A digest of a product, with the state of the conversation's configuration if it is of that product. */
export async function runLookTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const { visit: shopperContext, serve, token } = scope
  const configurationReply =
    token === null ? null : await serve<ConfigurationReply>('read-configuration', { token }, shopperContext)
  const productId = args['product_id'] ?? configurationReply?.product_id
  if (productId === undefined) requireToken(scope)
  const own = configurationReply !== null && Number(productId) === configurationReply.product_id
  const input = { key: String(productId), ...(own && { configuration: token }) }
  const product = await serve<ProductReply>('show-product', input, shopperContext)
  const only = typeof args['question_id'] === 'number' ? args['question_id'] : null
  const search = typeof args['search'] === 'string' ? args['search'] : ''
  return { result: createProductDigest(product, own ? configurationReply : null, { only, search }) }
}

export async function runStartTool(
  { visit: shopperContext, serve, conversation, language }: ToolScope,
  args: ToolArguments,
): Promise<ToolOutcome> {
  const configurationReply = await serve<ConfigurationReply>(
    'start-configuration',
    { ...pickArguments(args, 'product_id'), language },
    shopperContext,
  )
  const { configuration: token, product_id } = configurationReply
  const [row] = await shopperContext.list(configurationEntity, { column: 'token', values: [token] })
  await shopperContext.write(chatConversation, { configuration_id: row?.id ?? null }, { id: conversation })
  const reason = maskPersonalData(typeof args['reason'] === 'string' ? args['reason'] : '').slice(0, 500)
  const created = formatIsoTime(shopperContext.now)
  await shopperContext.write(chatRecommendation, { chat_conversation_id: conversation, product_id, reason, created })
  const { product } = await serve<ProductReply>('show-product', { key: String(product_id) }, shopperContext)
  return { result: createChangeDigest(configurationReply), token, recommended: { product_id, title: product.title } }
}

export async function runSelectTool(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const token = requireToken(scope)
  const before = await loadBlockingRuleFinder(scope.visit, token)
  const input = { token, ...pickArguments(args, 'selections', 'confirmed') }
  const reply = await scope.serve<ConfigurationReply>('change-configuration', input, scope.visit)
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
  const result = await scope.serve(
    'explain-selection',
    { token, ...pickArguments(args, 'question_id', 'answer_id') },
    scope.visit,
  )
  const finder = await loadBlockingRuleFinder(scope.visit, token)
  return {
    result,
    barred: answer_id === undefined ? finder.findByQuestion(Number(question_id)) : finder.findByAnswer(Number(answer_id)),
  }
}

/** The rules that block single preferences, if no configuration meets them all. The verb has validated the input. */
async function findUnmetPreferences(
  { visit: shopperContext }: ToolScope,
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
  const { suggestions, impossible } = await scope.serve<SuggestReply>('suggest-configuration', input, scope.visit)
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
  const conflicts = await scope.serve<ConflictsReply>('find-conflicts', input, scope.visit)
  const blockedQuestions = (await loadBlockingRuleFinder(scope.visit, input.token)).findBySelection(
    conflicts.question_id,
    conflicts.value,
  )
  return {
    result: { minimal_conflicts: conflicts.minimal_conflicts, minimum_corrections: conflicts.minimum_corrections },
    barred: blockedQuestions,
  }
}

export async function price(scope: ToolScope, args: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(args, 'quantity') }
  const reply = await scope.serve<{ readonly price: PriceReply | null; readonly quantity: number; readonly parts: unknown }>(
    'price-configuration',
    input,
    scope.visit,
  )
  return { result: { quantity: reply.quantity, price: reply.price, parts: reply.parts } }
}
