// Describes registered types for callers: names, owners, arguments, and the fields of a product's questions.
import type { TermType, ConditionType } from '../engine/question/operand.js'
import { operatorsOf, orderedOperators } from '../engine/question/value.js'
import type { Property, PropertyMap } from '../foundation/property/kind.js'
import { nameProperties } from '../foundation/property/property-map.js'
import { describeProperty } from '../model/schema/describe.js'
import type { Registry, ContributionMap } from '../model/registry.js'
import { createMessage } from '../foundation/message.js'
import type { ProductVocabulary } from '../product/vocabulary.js'
import type { Field } from '../engine/question/fields.js'
import type { VocabularyQuestion } from '../engine/question/vocabulary.js'
import { number } from '../model/properties/number.js'

export interface TypeSummary {
  readonly name: string
  readonly custom: boolean
}

/** An argument of a condition or term, or a field that a question type adds to questions. */
export interface ArgumentDescription {
  readonly name: string
  readonly label: string
  /** The name of the property kind. */
  readonly type: string
  /** JSON Schema type of the value to write. */
  readonly jsonType: unknown
  readonly required: boolean
  /** The accepted values, if limited. */
  readonly enum?: unknown
  /** The entities whose ids are accepted. Questions and calculations must belong to the same product. */
  readonly references?: readonly string[]
  readonly description?: string
}

export interface TermDescription {
  readonly name: string
  readonly label: string
  readonly arguments: readonly ArgumentDescription[]
}

export interface ConditionDescription extends TermDescription {
  /** The accepted operators. */
  readonly operators: readonly string[]
}

/** All types of a map. `custom` marks those from neither core nor stock. */
export function summarizeTypes(registry: Registry, types: ContributionMap<unknown>): readonly TypeSummary[] {
  return [...types.keys()].map((name) => ({ name, custom: registry.isCustom(types.owner(name) ?? '') }))
}

/** The types that the installation added. */
export function listCustomTypes<T>(registry: Registry, types: ContributionMap<T>): readonly T[] {
  return [...types].flatMap(([name, type]) => (registry.isCustom(types.owner(name) ?? '') ? [type] : []))
}

/** The arguments that callers write. */
export function describeArguments(properties: PropertyMap): readonly ArgumentDescription[] {
  return Object.values(nameProperties(properties)).flatMap(describeArgument)
}

function describeArgument(property: Property): readonly ArgumentDescription[] {
  const { name, label, kind } = property
  const schema = kind.schema(property, 'write')
  if (schema === null) return []
  const references = kind.referenceTargets?.(property) ?? []
  const description = describeProperty(property)
  return [
    {
      name,
      label,
      type: kind.name,
      jsonType: schema['type'] ?? ['object', 'null'],
      required: property.required === true,
      ...(schema['enum'] === undefined ? {} : { enum: schema['enum'] }),
      ...(references.length > 0 ? { references } : {}),
      ...(description === '' ? {} : { description }),
    },
  ]
}

/** Custom conditions, written as `{condition: <name>, …arguments, operator, value}`. */
export function describeCustomConditions(registry: Registry): readonly ConditionDescription[] {
  return listCustomTypes(registry, registry.conditionTypes).map((type: ConditionType) => ({
    name: type.name,
    label: type.label,
    operators: 'kind' in type ? operatorsOf(type.kind) : orderedOperators,
    arguments: describeArguments(type.properties),
  }))
}

/** Custom terms, written as `{term: <name>, …arguments}`. */
export function describeCustomTerms(registry: Registry): readonly TermDescription[] {
  return listCustomTypes(registry, registry.termTypes).map(({ name, label, properties }: TermType) => ({
    name,
    label,
    arguments: describeArguments(properties),
  }))
}

// The fields of a product's questions.

/** Maximum size of the questions in one reply, in characters of JSON. */
const questionLimit = 18_000

/** Lists the questions of a product for the describe actions: in full, or in a compact form if there are many. */
export interface FieldEntry {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly operators?: readonly string[]
  readonly choices?: readonly { readonly value: number; readonly title: string }[]
  readonly choicesAreAnswerIds?: true
  /** `required`: a condition or term must name the answer in `answerId`. */
  readonly answerId?: 'required'
  readonly description: string
}

export interface QuestionEntry {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly page: { readonly id: number; readonly title: string }
  readonly answers: readonly { readonly id: number; readonly title: string }[]
  /** Number of answers if the list is incomplete. */
  readonly answers_total?: number
  readonly fields?: readonly FieldEntry[]
  /** In the compact form: the name of a list in `fieldSets`. */
  readonly fieldSet?: string
}

export interface QuestionList {
  readonly questions: readonly QuestionEntry[]
  /** In the compact form: field lists shared by questions. Choices of `selected` are the answer ids. */
  readonly fieldSets?: Readonly<Record<string, readonly FieldEntry[]>>
  readonly total: number
  /** Offset of the next page; absent on the last page. */
  readonly next_offset?: number
  /** Offset of the next page within the answers of that question; absent if it starts with the first. */
  readonly next_answer_offset?: number
}

/** The start of a reply: number of questions to skip, and number of answers of the first question to skip. */
export interface ReplyStart {
  readonly offset: number
  readonly answers: number
}

/** The two arguments that request the next page. */
export const pageArguments = () => ({
  offset: number('Offset', { min: 0, help: 'Questions to skip: next_offset of the previous reply.' }),
  answer_offset: number('Answer offset', {
    min: 0,
    help: 'Answers of the first question to skip: next_answer_offset of the previous reply.',
  }),
})

type FieldUse = 'inRules' | 'inTerms'

function toFieldEntry(field: Field, question: VocabularyQuestion, use: FieldUse, choices: boolean): FieldEntry {
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

function toQuestionEntries(
  loaded: ProductVocabulary,
  use: FieldUse,
  choices: boolean,
): readonly (QuestionEntry & { fields: readonly FieldEntry[] })[] {
  return loaded.questions.flatMap(({ id, type, page }) => {
    const question = loaded.vocabulary.questions.get(id)
    if (!question) return []
    const fields = [...question.fields.values()]
      .filter((field) => field[use])
      .map((field) => toFieldEntry(field, question, use, choices))
    return [{ id, title: question.title, type, page, answers: [...question.answers.values()], fields }]
  })
}

/** As many answers from `from` on as fit into `space` characters, but at least one. */
function takeAnswers(question: QuestionEntry, from: number, space: number): QuestionEntry {
  let length = 0
  const rest = question.answers.slice(from)
  const end = rest.findIndex((answer) => (length += JSON.stringify(answer).length + 1) > space)
  const answers = end < 0 ? rest : rest.slice(0, Math.max(1, end))
  return answers.length === question.answers.length ? question : { ...question, answers, answers_total: question.answers.length }
}

/** The questions from an offset on, with the fields for rules or terms. Limited by size; a long question is split. */
export function listQuestions(
  loaded: ProductVocabulary,
  use: FieldUse,
  { offset, answers: skippedAnswers }: ReplyStart,
): QuestionList {
  const complete = toQuestionEntries(loaded, use, true)
  const total = complete.length
  if (offset === 0 && skippedAnswers === 0 && JSON.stringify(complete).length <= questionLimit)
    return { questions: complete, total }
  const sets = new Map<string, { readonly name: string; readonly fields: readonly FieldEntry[] }>()
  const questions: QuestionEntry[] = []
  let length = 0
  let next: { readonly next_offset?: number; readonly next_answer_offset?: number } = {}
  for (const { fields, ...question } of toQuestionEntries(loaded, use, false).slice(offset)) {
    const key = JSON.stringify(fields)
    const set = sets.get(key) ?? { name: `set${sets.size + 1}`, fields }
    const from = questions.length === 0 ? skippedAnswers : 0
    const entry = takeAnswers(
      { ...question, fieldSet: set.name },
      from,
      questions.length === 0 ? questionLimit : Number.POSITIVE_INFINITY,
    )
    length += JSON.stringify(entry).length + (sets.has(key) ? 0 : key.length)
    const index = offset + questions.length
    if (length > questionLimit && questions.length > 0) {
      next = { next_offset: index }
      break
    }
    sets.set(key, set)
    questions.push(entry)
    const nextAnswer = from + entry.answers.length
    if (nextAnswer < question.answers.length) {
      next = { next_offset: index, next_answer_offset: nextAnswer }
      break
    }
  }
  const fieldSets = Object.fromEntries([...sets.values()].map(({ name, fields }) => [name, fields]))
  return { questions, fieldSets, total, ...next }
}

/** Maximum size of the list of calculations, in characters of JSON. */
const calculationLimit = 4_000

/** The first calculations, and how to list the others. */
export function listFirstCalculations<T>(all: readonly T[], productId: number) {
  let length = 0
  const end = all.findIndex((calculation) => (length += JSON.stringify(calculation).length + 1) > calculationLimit)
  if (end < 0) return { calculations: all }
  const more = createMessage('steps.moreCalculations', { product: String(productId), count: all.length })
  return { calculations: all.slice(0, end), calculations_total: all.length, more_calculations: more }
}
