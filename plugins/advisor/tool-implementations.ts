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
  type AmountReply,
  type AnswerView,
  type QuestionView,
  entities,
  shopperCalls,
} from '#core/surface.js'
import type { RecommendedProduct } from './define.js'
import type { VendorTool } from './vendor/define.js'
import { maskPersonalData } from './text-checks.js'
import prompts from './prompts.json' with { type: 'json' }

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

// Digests of products and configurations for the model: ids, titles and numbers, without pictures, styles and long texts.

/** Limits: characters of a description, answers of a question in an overview and alone, and questions of a product. */
const maxTextLength = 240
const maxOverviewAnswers = 30
const maxSingleAnswers = 300
const maxQuestions = 120
/** Limits: characters of all questions of a product, and search words. */
const maxQuestionsLength = 20_000
const maxSearchWords = 400

const toExcerpt = (html: string): string => {
  const text = html
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s{1,1000}/g, ' ')
    .trim()
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
}

const amount = (price: AmountReply | null, b2b: boolean): number | null => (price === null ? null : b2b ? price.net : price.gross)

const toSearchWords = (search: string): readonly string[] => search.toLowerCase().split(/\s+/).filter(Boolean)

const toSearchableText = ({ title, description, sku }: ProductListReply['products'][number]): string =>
  `${title} ${description} ${sku ?? ''}`.toLowerCase()

/** Search words that no product contains. Words with digits or symbols are left out: they may be personal data. */
function findUnmatchedWords({ products }: ProductListReply, search: string): readonly string[] {
  const texts = products.map(toSearchableText)
  const words = toSearchWords(search).filter((word) => /^\p{L}{3,30}$/u.test(word))
  return [...new Set(words)].filter((word) => !texts.some((text) => text.includes(word))).slice(0, 10)
}

function createListDigest({ shop, products, total }: ProductListReply, search: string) {
  const words = toSearchWords(search)
  const matches = products.filter((product) => {
    const text = toSearchableText(product)
    return words.every((word) => text.includes(word))
  })
  return {
    currency: shop.currency.code,
    total,
    products: (matches.length > 0 ? matches : products).slice(0, 60).map(({ id, title, description, price, from_price }) => ({
      id,
      title,
      description: toExcerpt(description),
      price: amount(price, shop.b2b),
      from: amount(from_price, shop.b2b),
    })),
  }
}

/** The state of each question and answer. Empty if there is no configuration of the product. */
interface SelectionState {
  readonly questions: ReadonlyMap<number, ConfigurationReply['questions'][number]>
  readonly answers: ReadonlyMap<number, ConfigurationReply['answers'][number]>
}

function createAnswerDigest({ id, title, price, available }: AnswerView, { answers }: SelectionState, b2b: boolean) {
  const state = answers.get(id)
  const cost = amount(price, b2b)
  return {
    id,
    title,
    ...(cost !== null && { price: cost }),
    ...((!available || state?.selectable === false) && { selectable: false }),
  }
}

/** The selection and the current limits. Entered text is masked, because it may contain personal data. */
function createSelectionDigest(state: ConfigurationReply['questions'][number] | undefined, isEntered: boolean) {
  const { min = null, max = null, text = null } = state ?? {}
  return {
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(text !== null && { selected: isEntered ? maskPersonalData(text) : text }),
  }
}

function createQuestionDigest(question: QuestionView, selection: SelectionState, b2b: boolean, limit: number) {
  const state = selection.questions.get(question.id)
  const { id, title, question_type, description, unit, answers } = question
  return {
    id,
    title,
    type: question_type,
    ...(description !== '' && { description: toExcerpt(description) }),
    ...(unit !== '' && { unit }),
    ...(state?.required && { required: true }),
    ...(state && !state.applies && { applies: false }),
    ...createSelectionDigest(state, answers.length === 0),
    answers: answers.slice(0, limit).map((answer) => createAnswerDigest(answer, selection, b2b)),
    ...(answers.length > limit && { further_answers: answers.length - limit }),
  }
}

export interface DigestRequest {
  /** The id of the single question to show with all its answers. */
  readonly only: number | null
  /** Search words. If there is not enough room, questions with these words come first. */
  readonly search: string
}

type QuestionDigest = ReturnType<typeof createQuestionDigest>

const extractWords = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{Nd}]{3,}/gu)
      ?.slice(0, maxSearchWords),
  ),
]

/** As many questions as fit, in their order. Questions with the search words have priority, then open required ones. */
function selectFittingQuestions(digests: readonly QuestionDigest[], search: string): readonly QuestionDigest[] {
  const words = extractWords(search)
  const ranked = digests.map((digest, place) => {
    const text = JSON.stringify(digest)
    const own = new Set(extractWords(`${digest.title} ${digest.answers.map(({ title }) => title).join(' ')}`))
    const hits = words.filter((word) => own.has(word)).length
    const isOpen = 'required' in digest && !('selected' in digest)
    return { place, length: text.length, rank: hits * 4 + (isOpen ? 2 : 0) + ('applies' in digest ? 0 : 1) }
  })
  const places = new Set<number>()
  let room = maxQuestionsLength
  for (const { place, length } of ranked.toSorted((a, b) => b.rank - a.rank)) {
    if (length > room || places.size >= maxQuestions) break
    room -= length
    places.add(place)
  }
  return digests.filter((_, place) => places.has(place))
}

function createProductDigest(
  { shop, product }: ProductReply,
  configuration: ConfigurationReply | null,
  { only, search }: DigestRequest = { only: null, search: '' },
) {
  const selection: SelectionState = {
    questions: new Map(configuration?.questions.map((entry) => [entry.id, entry])),
    answers: new Map(configuration?.answers.map((answer) => [answer.id, answer])),
  }
  const questions = product.pages.flatMap(({ questions: all }) => all).filter(({ id }) => only === null || id === only)
  const limit = only === null ? maxOverviewAnswers : maxSingleAnswers
  const digests = questions.map((question) => createQuestionDigest(question, selection, shop.b2b, limit))
  const visibleQuestions = only === null ? selectFittingQuestions(digests, search) : digests
  return {
    product_id: product.id,
    title: product.title,
    description: toExcerpt(product.description || product.longdescription),
    currency: shop.currency.code,
    price: amount(configuration?.price ?? product.price, shop.b2b),
    weight_unit: product.weight_unit,
    configured: configuration !== null,
    questions: visibleQuestions,
    ...(questions.length > visibleQuestions.length && { further_questions: questions.length - visibleQuestions.length }),
  }
}

/** The result of a change or of a new configuration. */
function createChangeDigest(reply: ConfigurationReply) {
  const { product_id, missing, price, currency, weight, refused, automatic, confirm } = reply
  return {
    product_id,
    finished: missing.length === 0,
    missing: missing.slice(0, 40).map(({ question_id, message }) => ({ question_id, message })),
    price: price && { net: price.net, gross: price.gross },
    currency: currency.code,
    weight,
    refused: refused.slice(0, 20).map(({ index, message }) => ({ index, message })),
    changed_by_itself: automatic.slice(0, 20),
    ...(confirm && { not_done_ask_the_shopper_first: confirm.message }),
  }
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
