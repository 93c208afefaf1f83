// Digests of products and configurations for the model: ids, titles and numbers, without pictures, styles and long texts.
import type { ConfigurationReply, ProductListReply, ProductReply, AmountReply, AnswerView, QuestionView } from '#core/surface.js'
import { maskPersonalData } from './text-checks.js'

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
export function findUnmatchedWords({ products }: ProductListReply, search: string): readonly string[] {
  const texts = products.map(toSearchableText)
  const words = toSearchWords(search).filter((word) => /^\p{L}{3,30}$/u.test(word))
  return [...new Set(words)].filter((word) => !texts.some((text) => text.includes(word))).slice(0, 10)
}

export function createListDigest({ shop, products, total }: ProductListReply, search: string) {
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

export function createProductDigest(
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
export function createChangeDigest(reply: ConfigurationReply) {
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
