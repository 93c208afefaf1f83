// Digests of products and configurations for the model: ids, titles and numbers, without pictures, styles and long texts.
import type { ConfigurationReply } from '../commerce/configuration/define.js'
import type { AnswerView, ProductListReply, ProductReply, QuestionView } from '../shop/catalogue/define.js'
import type { AmountReply } from '../shop/price.js'
import { masked } from './masking.js'

/** Limits: characters of a description, answers of a question in an overview and alone, and questions of a product. */
const longestText = 240
const fewAnswers = 30
const manyAnswers = 300
const mostQuestions = 120
/** Limits: characters of all questions of a product, and search words. */
const longestQuestions = 20_000
const mostWords = 400

const plain = (html: string): string => {
  const text = html
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s{1,1000}/g, ' ')
    .trim()
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}

const amount = (price: AmountReply | null, b2b: boolean): number | null => (price === null ? null : b2b ? price.net : price.gross)

const soughtWords = (search: string): readonly string[] => search.toLowerCase().split(/\s+/).filter(Boolean)

const listedText = ({ title, description, sku }: ProductListReply['products'][number]): string =>
  `${title} ${description} ${sku ?? ''}`.toLowerCase()

/** Search words that no product contains. Words with digits or symbols are left out: they may be personal data. */
export function unheldWords({ products }: ProductListReply, search: string): readonly string[] {
  const texts = products.map(listedText)
  const words = soughtWords(search).filter((word) => /^\p{L}{3,30}$/u.test(word))
  return [...new Set(words)].filter((word) => !texts.some((text) => text.includes(word))).slice(0, 10)
}

export function listDigest({ shop, products, total }: ProductListReply, search: string) {
  const words = soughtWords(search)
  const found = products.filter((product) => {
    const text = listedText(product)
    return words.every((word) => text.includes(word))
  })
  return {
    currency: shop.currency.code,
    total,
    products: (found.length > 0 ? found : products).slice(0, 60).map(({ id, title, description, price, from_price }) => ({
      id,
      title,
      description: plain(description),
      price: amount(price, shop.b2b),
      from: amount(from_price, shop.b2b),
    })),
  }
}

/** The state of each question and answer. Empty if there is no configuration of the product. */
interface Standing {
  readonly questions: ReadonlyMap<number, ConfigurationReply['questions'][number]>
  readonly answers: ReadonlyMap<number, ConfigurationReply['answers'][number]>
}

function answerDigest({ id, title, price, available }: AnswerView, { answers }: Standing, b2b: boolean) {
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
function stated(state: ConfigurationReply['questions'][number] | undefined, isEntered: boolean) {
  const { min = null, max = null, text = null } = state ?? {}
  return {
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(text !== null && { selected: isEntered ? masked(text) : text }),
  }
}

function questionDigest(question: QuestionView, standing: Standing, b2b: boolean, most: number) {
  const state = standing.questions.get(question.id)
  const { id, title, question_type, description, unit, answers } = question
  return {
    id,
    title,
    type: question_type,
    ...(description !== '' && { description: plain(description) }),
    ...(unit !== '' && { unit }),
    ...(state?.required && { required: true }),
    ...(state && !state.applies && { applies: false }),
    ...stated(state, answers.length === 0),
    answers: answers.slice(0, most).map((answer) => answerDigest(answer, standing, b2b)),
    ...(answers.length > most && { further_answers: answers.length - most }),
  }
}

export interface Asked {
  /** The id of the single question to show with all its answers. */
  readonly only: number | null
  /** Search words. If there is not enough room, questions with these words come first. */
  readonly search: string
}

type QuestionDigest = ReturnType<typeof questionDigest>

const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{Nd}]{3,}/gu)
      ?.slice(0, mostWords),
  ),
]

/** As many questions as fit, in their order. Questions with the search words have priority, then open required ones. */
function fitting(digests: readonly QuestionDigest[], search: string): readonly QuestionDigest[] {
  const words = wordsIn(search)
  const ranked = digests.map((digest, place) => {
    const text = JSON.stringify(digest)
    const own = new Set(wordsIn(`${digest.title} ${digest.answers.map(({ title }) => title).join(' ')}`))
    const hits = words.filter((word) => own.has(word)).length
    const isOpen = 'required' in digest && !('selected' in digest)
    return { place, length: text.length, rank: hits * 4 + (isOpen ? 2 : 0) + ('applies' in digest ? 0 : 1) }
  })
  const shown = new Set<number>()
  let room = longestQuestions
  for (const { place, length } of ranked.toSorted((a, b) => b.rank - a.rank)) {
    if (length > room || shown.size >= mostQuestions) break
    room -= length
    shown.add(place)
  }
  return digests.filter((_, place) => shown.has(place))
}

export function productDigest(
  { shop, product }: ProductReply,
  held: ConfigurationReply | null,
  { only, search }: Asked = { only: null, search: '' },
) {
  const standing: Standing = {
    questions: new Map(held?.questions.map((one) => [one.id, one])),
    answers: new Map(held?.answers.map((one) => [one.id, one])),
  }
  const questions = product.pages.flatMap(({ questions: all }) => all).filter(({ id }) => only === null || id === only)
  const most = only === null ? fewAnswers : manyAnswers
  const digests = questions.map((question) => questionDigest(question, standing, shop.b2b, most))
  const shown = only === null ? fitting(digests, search) : digests
  return {
    product_id: product.id,
    title: product.title,
    description: plain(product.description || product.longdescription),
    currency: shop.currency.code,
    price: amount(held?.price ?? product.price, shop.b2b),
    weight_unit: product.weight_unit,
    configured: held !== null,
    questions: shown,
    ...(questions.length > shown.length && { further_questions: questions.length - shown.length }),
  }
}

/** The result of a change or of a new configuration. */
export function changeDigest(reply: ConfigurationReply) {
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
