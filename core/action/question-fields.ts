// The questions of a product as the describe actions list them: whole, or compact where they are many.
import type { ProductVocabulary } from '../product/vocabulary.js'
import type { Field } from '../engine/question/fields.js'
import { operatorsOf } from '../engine/question/value.js'
import type { VocabularyQuestion } from '../engine/question/vocabulary.js'
import { number } from '../model/properties/number.js'
import { type SpellAction, spellActions } from './spelling.js'

/** Characters of JSON that the questions of one reply may take. */
const room = 18_000

export interface FieldEntry {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly operators?: readonly string[]
  readonly choices?: readonly { readonly value: number; readonly title: string }[]
  readonly choicesAreAnswerIds?: true
  /** `required`: a condition or term names the answer in `answerId`. */
  readonly answerId?: 'required'
  readonly description: string
}

export interface QuestionEntry {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly page: { readonly id: number; readonly title: string }
  readonly answers: readonly { readonly id: number; readonly title: string }[]
  /** How many answers it has, where not all of them stand here. */
  readonly answers_total?: number
  readonly fields?: readonly FieldEntry[]
  /** In the compact form: the name of its list under `fieldSets`. */
  readonly fieldSet?: string
}

export interface QuestionList {
  readonly questions: readonly QuestionEntry[]
  /** In the compact form the field lists that questions have in common; choices of `selected` are the answers' ids. */
  readonly fieldSets?: Readonly<Record<string, readonly FieldEntry[]>>
  readonly total: number
  /** Where the next call begins; absent with the last question. */
  readonly next_offset?: number
  /** Where the next call begins among the answers of that question; absent where it begins with the first. */
  readonly next_answer_offset?: number
}

/** Where a reply begins: questions to skip, and answers to skip of the first one. */
export interface ReplyStart {
  readonly offset: number
  readonly answers: number
}

/** The two arguments that continue a list that did not fit. */
export const startArguments = () => ({
  offset: number('Offset', { min: 0, help: 'Questions to skip, by next_offset.' }),
  answer_offset: number('Answer offset', {
    min: 0,
    help: 'Answers to skip of the first question, by next_answer_offset.',
  }),
})

type Use = 'inRules' | 'inTerms'

function fieldEntry(field: Field, question: VocabularyQuestion, use: Use, choices: boolean): FieldEntry {
  const { key, title, kind, description, perAnswer } = field
  const answers =
    kind === 'choice' ? [...question.answers.values()].map(({ id, title: name }) => ({ value: id, title: name })) : []
  return {
    key,
    title,
    kind,
    ...(use === 'inRules' && { operators: operatorsOf(kind) }),
    ...(kind === 'choice' && { ...(choices && { choices: answers }), choicesAreAnswerIds: true as const }),
    ...(perAnswer && { answerId: 'required' as const }),
    description,
  }
}

function entriesOf(
  loaded: ProductVocabulary,
  use: Use,
  choices: boolean,
): readonly (QuestionEntry & { fields: readonly FieldEntry[] })[] {
  return loaded.questions.flatMap(({ id, type, page }) => {
    const question = loaded.vocabulary.questions.get(id)
    if (!question) return []
    const fields = [...question.fields.values()]
      .filter((field) => field[use])
      .map((field) => fieldEntry(field, question, use, choices))
    return [{ id, title: question.title, type, page, answers: [...question.answers.values()], fields }]
  })
}

/** As many answers from `from` on as `space` characters hold, the first one always. */
function someAnswers(question: QuestionEntry, from: number, space: number): QuestionEntry {
  let length = 0
  const rest = question.answers.slice(from)
  const end = rest.findIndex((answer) => (length += JSON.stringify(answer).length + 1) > space)
  const answers = end < 0 ? rest : rest.slice(0, Math.max(1, end))
  return answers.length === question.answers.length ? question : { ...question, answers, answers_total: question.answers.length }
}

/** The questions from a place on with the fields that rules, or terms, may read; as many as fit, and of a long one some answers. */
export function questionList(loaded: ProductVocabulary, use: Use, { offset, answers: skipped }: ReplyStart): QuestionList {
  const whole = entriesOf(loaded, use, true)
  const total = whole.length
  if (offset === 0 && skipped === 0 && JSON.stringify(whole).length <= room) return { questions: whole, total }
  const sets = new Map<string, { readonly name: string; readonly fields: readonly FieldEntry[] }>()
  const questions: QuestionEntry[] = []
  let length = 0
  let next: { readonly next_offset?: number; readonly next_answer_offset?: number } = {}
  for (const { fields, ...question } of entriesOf(loaded, use, false).slice(offset)) {
    const key = JSON.stringify(fields)
    const set = sets.get(key) ?? { name: `set${sets.size + 1}`, fields }
    const from = questions.length === 0 ? skipped : 0
    const entry = someAnswers({ ...question, fieldSet: set.name }, from, questions.length === 0 ? room : Number.POSITIVE_INFINITY)
    length += JSON.stringify(entry).length + (sets.has(key) ? 0 : key.length)
    const at = offset + questions.length
    if (length > room && questions.length > 0) {
      next = { next_offset: at }
      break
    }
    sets.set(key, set)
    questions.push(entry)
    const answered = from + entry.answers.length
    if (answered < question.answers.length) {
      next = { next_offset: at, next_answer_offset: answered }
      break
    }
  }
  const fieldSets = Object.fromEntries([...sets.values()].map(({ name, fields }) => [name, fields]))
  return { questions, fieldSets, total, ...next }
}

/** Characters of JSON that the list of calculations may take. */
const calculationRoom = 4_000

/** The first calculations, and where the others are found. */
export function calculationList<T>(all: readonly T[], productId: number, spell: SpellAction) {
  let length = 0
  const end = all.findIndex((calculation) => (length += JSON.stringify(calculation).length + 1) > calculationRoom)
  if (end < 0) return { calculations: all }
  const where = `The action list-entities with entity "calculation" and filters {"product_id": ${productId}} lists all ${all.length}.`
  return { calculations: all.slice(0, end), calculations_total: all.length, more_calculations: spellActions(where, spell) }
}
