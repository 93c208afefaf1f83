// Checks what conditions and terms read and compare with against a product's vocabulary: the refusals of spec 2.5 and 2.6.
import { didYouMean } from '../../ground/nearest.js'
import { Refusal } from '../../ground/property/kind.js'
import { nameProperties } from '../../ground/property/kind.js'
import { spell } from '../../ground/spell.js'
import { comparable } from './compare.js'
import type { Arguments, Operand, OperandType } from './operand.js'
import { type FieldKind, isOperator, type Operator, operatorsOf, orderedOperators, type Scalar } from './value.js'
import type { Vocabulary, VocabularyQuestion } from './vocabulary.js'

/** What a condition's operator and value are judged by. */
export interface Left {
  /** For messages: `the field 'price' of question 12 ('Frame')`. */
  readonly name: string
  readonly kind: FieldKind
  readonly question?: VocabularyQuestion
}

/** Collects refusals with the place inside the value where each belongs. */
export class Judge {
  readonly refusals: Refusal[] = []

  refuse(message: string, path: string, code = 'INVALID_VALUE'): void {
    this.refusals.push(new Refusal(message, code, path === '' ? undefined : path))
  }
}

const mostListed = 20

/** `'a', 'b' and 17 more` */
function list(names: readonly (string | number)[]): string {
  const shown = names.slice(0, mostListed).join(', ')
  return names.length > mostListed ? `${shown} and ${names.length - mostListed} more` : shown
}

export const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const named = ({ id, title }: { readonly id: number; readonly title: string }): string => `question ${id} ('${title}')`

/** What an operand reads, or null after a refusal. `use` says whether the field must be readable in rules or in terms. */
export function checkOperand(
  operand: Operand,
  vocabulary: Vocabulary,
  use: 'inRules' | 'inTerms',
  judge: Judge,
  paths: { readonly subject: string; readonly field: string; readonly answerId: string },
): Left | null {
  if ('calculation' in operand) {
    const calculation = vocabulary.calculations.get(operand.calculation)
    if (calculation) return { name: `calculation ${calculation.id} ('${calculation.name}')`, kind: 'number' }
    judge.refuse(`There is no calculation ${operand.calculation} in this product.`, paths.subject)
    return null
  }
  if ('customerGroup' in operand) {
    const field = vocabulary.groupFields.get(operand.customerGroup)
    if (field) return { name: `the customer group's field '${field.key}'`, kind: field.kind }
    const keys = [...vocabulary.groupFields.keys()]
    const hint = didYouMean(operand.customerGroup, keys)
    judge.refuse(
      `The customer group has no field '${operand.customerGroup.slice(0, 60)}'.${hint} Its fields are ${list(keys)}.`,
      paths.subject,
    )
    return null
  }
  const question = vocabulary.questions.get(operand.question)
  if (!question) {
    judge.refuse(
      `There is no question ${operand.question} in this product; a rule or calculation reads its own product's questions only.`,
      paths.subject,
    )
    return null
  }
  const field = question.fields.get(operand.field)
  if (!field?.[use]) {
    const keys = [...question.fields.values()].filter((entry) => entry[use]).map(({ key }) => key)
    const hint = didYouMean(operand.field, keys)
    judge.refuse(
      `The field '${operand.field.slice(0, 60)}' is not one that ${named(question)} declares here.${hint} Its fields are ${list(keys)}.`,
      paths.field,
    )
    return null
  }
  const name = `the field '${field.key}' of ${named(question)}`
  if (field.perAnswer && operand.answerId === undefined) {
    judge.refuse(
      `The field '${field.key}' is declared once per answer: name the answer of ${named(question)} in 'answerId'.`,
      paths.answerId,
    )
    return null
  }
  if (!field.perAnswer && operand.answerId !== undefined) {
    judge.refuse(`The field '${field.key}' is not declared per answer: leave out 'answerId'.`, paths.answerId)
    return null
  }
  if (operand.answerId !== undefined && !question.answers.has(operand.answerId)) {
    refuseAnswer(operand.answerId, question, judge, paths.answerId)
    return null
  }
  return field.kind === 'choice' ? { name, kind: field.kind, question } : { name, kind: field.kind }
}

function refuseAnswer(answer: unknown, question: VocabularyQuestion, judge: Judge, path: string): void {
  const answers = [...question.answers.values()].map(({ id, title }) => `${id} (${title})`)
  const known = answers.length === 0 ? 'It has none.' : `Its answers are ${list(answers)}.`
  judge.refuse(`${spell(answer, 20)} is not an answer of ${named(question)}. ${known}`, path)
}

/** The operator, or null after a refusal. */
export function checkOperator(operator: unknown, left: Left | null, judge: Judge, path: string): Operator | null {
  if (!isOperator(operator)) {
    const given = operator === undefined ? "The condition has no 'operator'." : `Unknown operator '${spell(operator, 20)}'.`
    judge.refuse(`${given} Use one of ${orderedOperators.join(', ')}.`, path)
    return null
  }
  if (!left) return operator
  const allowed = operatorsOf(left.kind)
  if (allowed.includes(operator)) return operator
  const kinds: Readonly<Record<FieldKind, string>> = {
    choice: 'an answer',
    number: 'a number',
    date: 'a date',
    text: 'a text',
    boolean: 'yes or no',
  }
  judge.refuse(
    `The operator '${operator}' does not fit ${left.name}, which is ${kinds[left.kind]} and takes only ${allowed.join(' and ')}.`,
    path,
  )
  return null
}

const wanted: Readonly<Record<FieldKind, string>> = {
  choice: "the id of one of the question's answers, as a number",
  number: 'a number',
  date: "a date such as '2026-11-30'",
  text: 'a text',
  boolean: 'true or false',
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const names: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  }
  return names[typeof value] ?? 'nothing'
}

/** The value, or null after a refusal. '' is taken for every kind with == and !=. */
export function checkValue(value: unknown, operator: Operator | null, left: Left, judge: Judge, path: string): Scalar | null {
  const { kind, question, name } = left
  if (value === '') {
    if (operator === '==' || operator === '!=' || operator === null) return value
    judge.refuse(`An empty value only compares with == and !=, not with ${operator}.`, path)
    return null
  }
  const fits: Readonly<Record<FieldKind, boolean>> = {
    choice: typeof value === 'number' && Number.isSafeInteger(value),
    number: typeof value === 'number' && Number.isFinite(value),
    date: typeof value === 'string' && comparable(value, 'date') !== null,
    text: typeof value === 'string',
    boolean: typeof value === 'boolean',
  }
  if (!fits[kind]) {
    const given = value === undefined ? "The condition has no 'value'" : `'value' is ${typeOf(value)}`
    judge.refuse(`${given}, but ${name} compares with ${wanted[kind]}, or with '' for nothing.`, path)
    return null
  }
  if (question && !(typeof value === 'number' && question.answers.has(value))) {
    refuseAnswer(value, question, judge, path)
    return null
  }
  return value as Scalar
}

/** Checks the arguments of a type with code of its own by its property definitions; other keys are kept as they are. */
export function checkArguments(
  type: Pick<OperandType<never>, 'name' | 'properties'>,
  args: Arguments,
  judge: Judge,
  path: string,
): void {
  for (const property of Object.values(nameProperties(type.properties))) {
    const at = join(path, property.name)
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value === null || value === undefined) {
      if (property.required) judge.refuse(`'${type.name}' needs '${property.name}' (${property.label}).`, at)
      continue
    }
    for (const refusal of property.kind.validate(value, property)) judge.refuse(refusal.message, at, refusal.code)
  }
}

/** Checks the references of such arguments: they stay within the product. */
export function checkReferences(
  references: readonly { readonly entity: string; readonly id: number }[],
  vocabulary: Vocabulary,
  judge: Judge,
  path: string,
): void {
  for (const { entity, id } of references) {
    if (entity === 'question' && !vocabulary.questions.has(id)) judge.refuse(`There is no question ${id} in this product.`, path)
    if (entity === 'calculation' && !vocabulary.calculations.has(id))
      judge.refuse(`There is no calculation ${id} in this product.`, path)
  }
}
