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
const pickArguments = (given: ToolArguments, ...names: readonly string[]): ToolArguments =>
  Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))

function requireToken({ token }: ToolScope): string {
  if (token === null) throw new ToolRefusal("Nothing is being configured yet. Call 'start' with a product_id first.")
  return token
}

export async function runListTool({ visit, serve }: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const search = typeof given['search'] === 'string' ? given['search'] : ''
  const found = await serve<ProductListReply>('list-products', {}, visit)
  const words = findUnmatchedWords(found, search)
  return { result: createListDigest(found, search), ...(words.length > 0 && { lacking: { words } }) }
}

/** A digest of a product, with the state of the conversation's configuration if it is of that product. */
export async function runLookTool(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const { visit, serve, token } = scope
  const held = token === null ? null : await serve<ConfigurationReply>('read-configuration', { token }, visit)
  const wanted = given['product_id'] ?? held?.product_id
  if (wanted === undefined) requireToken(scope)
  const own = held !== null && Number(wanted) === held.product_id
  const input = { key: String(wanted), ...(own && { configuration: token }) }
  const product = await serve<ProductReply>('show-product', input, visit)
  const only = typeof given['question_id'] === 'number' ? given['question_id'] : null
  const search = typeof given['search'] === 'string' ? given['search'] : ''
  return { result: createProductDigest(product, own ? held : null, { only, search }) }
}

export async function runStartTool(
  { visit, serve, conversation, language }: ToolScope,
  given: ToolArguments,
): Promise<ToolOutcome> {
  const begun = await serve<ConfigurationReply>('start-configuration', { ...pickArguments(given, 'product_id'), language }, visit)
  const { configuration: token, product_id } = begun
  const [row] = await visit.list(configurationEntity, { column: 'token', values: [token] })
  await visit.write(chatConversation, { configuration_id: row?.id ?? null }, { id: conversation })
  const reason = maskPersonalData(typeof given['reason'] === 'string' ? given['reason'] : '').slice(0, 500)
  const created = formatIsoTime(visit.now)
  await visit.write(chatRecommendation, { chat_conversation_id: conversation, product_id, reason, created })
  const { product } = await serve<ProductReply>('show-product', { key: String(product_id) }, visit)
  return { result: createChangeDigest(begun), token, recommended: { product_id, title: product.title } }
}

export async function runSelectTool(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const token = requireToken(scope)
  const before = await loadBlockingRuleFinder(scope.visit, token)
  const input = { token, ...pickArguments(given, 'selections', 'confirmed') }
  const reply = await scope.serve<ConfigurationReply>('change-configuration', input, scope.visit)
  const refused = new Set(reply.refused.map(({ index }) => index))
  // The verb has validated the input; ids may be strings.
  const sent = given['selections'] as readonly ChangeEntry[]
  const entries = sent.map(({ question_id, value }) => ({ question_id: Number(question_id), value }))
  const barred = refused.size === 0 ? [] : before.findByChange(entries, refused, given['confirmed'] === true)
  return { result: createChangeDigest(reply), barred }
}

export async function runExplainTool(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const token = requireToken(scope)
  const { question_id, answer_id } = given
  const result = await scope.serve(
    'explain-selection',
    { token, ...pickArguments(given, 'question_id', 'answer_id') },
    scope.visit,
  )
  const bars = await loadBlockingRuleFinder(scope.visit, token)
  return {
    result,
    barred: answer_id === undefined ? bars.findByQuestion(Number(question_id)) : bars.findByAnswer(Number(answer_id)),
  }
}

/** The rules that block single preferences, if no configuration meets them all. The verb has validated the input. */
async function findUnmetPreferences(
  { visit }: ToolScope,
  token: string,
  sent: unknown,
): Promise<Pick<ToolOutcome, 'barred' | 'lacking'>> {
  // A weighted preference is optional, so it never blocks.
  const wishes = ((sent ?? []) as readonly PreferenceInput[])
    .filter(({ weight }) => weight === undefined)
    .map(({ question_id, values = [] }) => ({ question_id: Number(question_id), values }))
  const bars = await loadBlockingRuleFinder(visit, token)
  const barred = wishes.flatMap(({ question_id, values }) => {
    const each = values.map((value) => bars.findBySelection(question_id, value))
    return each.every((one) => one.length > 0) ? each.flat() : []
  })
  // Free text is not reported.
  const known = (values: readonly string[]) => (values.every((value) => /^\d{1,15}$/.test(value)) ? values : null)
  return { barred, lacking: { wishes: wishes.map(({ question_id, values }) => ({ question_id, values: known(values) })) } }
}

export async function runRecommendTool(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(given, 'aim', 'wishes', 'max_price', 'max_changes') }
  const { suggestions, impossible } = await scope.serve<SuggestReply>('suggest-configuration', input, scope.visit)
  return {
    ...(impossible && (await findUnmetPreferences(scope, input.token, given['wishes']))),
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

export async function runConflictsTool(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(given, 'question_id'), value: String(given['value'] ?? '') }
  const found = await scope.serve<ConflictsReply>('find-conflicts', input, scope.visit)
  const barred = (await loadBlockingRuleFinder(scope.visit, input.token)).findBySelection(found.question_id, found.value)
  return { result: { minimal_conflicts: found.minimal_conflicts, minimum_corrections: found.minimum_corrections }, barred }
}

export async function price(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome> {
  const input = { token: requireToken(scope), ...pickArguments(given, 'quantity') }
  const found = await scope.serve<{ readonly price: PriceReply | null; readonly quantity: number; readonly parts: unknown }>(
    'price-configuration',
    input,
    scope.visit,
  )
  return { result: { quantity: found.quantity, price: found.price, parts: found.parts } }
}
