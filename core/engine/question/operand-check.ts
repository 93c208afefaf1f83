// Validates the operands, operators and values of conditions and terms against a product.
import { didYouMean } from '../../foundation/nearest.js'
import { Refusal } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/kind.js'
import { formatValue } from '../../foundation/format-value.js'
import { toComparable } from './compare.js'
import type { Arguments, Operand, OperandType } from './operand.js'
import { type FieldKind, isOperator, type Operator, operatorsOf, orderedOperators, type Scalar } from './value.js'
import type { Vocabulary, VocabularyQuestion } from './vocabulary.js'

/** The left side of a condition: the basis for validating operator and value. */
export interface ComparedOperand {
  /** For messages, for example: `the field 'price' of question 12 ('Frame')`. */
  readonly name: string
  readonly kind: FieldKind
  readonly question?: VocabularyQuestion
}

/** Collects refusals with their paths. */
export class RefusalCollector {
  readonly refusals: Refusal[] = []

  refuse(message: string, path: string, code = 'INVALID_VALUE'): void {
    this.refusals.push(new Refusal(message, code, path === '' ? undefined : path))
  }
}

const maxListed = 20

/** `'a', 'b' and 17 more` */
function joinNames(names: readonly (string | number)[]): string {
  const firstNames = names.slice(0, maxListed).join(', ')
  return names.length > maxListed ? `${firstNames} and ${names.length - maxListed} more` : firstNames
}

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const describeQuestion = ({ id, title }: { readonly id: number; readonly title: string }): string => `question ${id} ('${title}')`

/** Validates an operand. Returns null after a refusal. `use`: whether the field must be readable in rules or in terms. */
export function checkOperand(
  operand: Operand,
  vocabulary: Vocabulary,
  use: 'inRules' | 'inTerms',
  validation: RefusalCollector,
  paths: { readonly subject: string; readonly field: string; readonly answerId: string },
): ComparedOperand | null {
  if ('calculation' in operand) {
    const calculation = vocabulary.calculations.get(operand.calculation)
    if (calculation) return { name: `calculation ${calculation.id} ('${calculation.name}')`, kind: 'number' }
    validation.refuse(`There is no calculation ${operand.calculation} in this product.`, paths.subject)
    return null
  }
  if ('customerGroup' in operand) {
    const field = vocabulary.groupFields.get(operand.customerGroup)
    if (field) return { name: `the customer group's field '${field.key}'`, kind: field.kind }
    const keys = [...vocabulary.groupFields.keys()]
    const hint = didYouMean(operand.customerGroup, keys)
    validation.refuse(
      `The customer group has no field '${operand.customerGroup.slice(0, 60)}'.${hint} Its fields are ${joinNames(keys)}.`,
      paths.subject,
    )
    return null
  }
  const question = vocabulary.questions.get(operand.question)
  if (!question) {
    validation.refuse(
      `There is no question ${operand.question} in this product; a rule or calculation reads its own product's questions only.`,
      paths.subject,
    )
    return null
  }
  const field = question.fields.get(operand.field)
  if (!field?.[use]) {
    const keys = [...question.fields.values()].filter((entry) => entry[use]).map(({ key }) => key)
    const hint = didYouMean(operand.field, keys)
    validation.refuse(
      `The field '${operand.field.slice(0, 60)}' is not one that ${describeQuestion(question)} declares here.${hint} Its fields are ${joinNames(keys)}.`,
      paths.field,
    )
    return null
  }
  const name = `the field '${field.key}' of ${describeQuestion(question)}`
  if (field.perAnswer && operand.answerId === undefined) {
    validation.refuse(
      `The field '${field.key}' is declared once per answer: name the answer of ${describeQuestion(question)} in 'answerId'.`,
      paths.answerId,
    )
    return null
  }
  if (!field.perAnswer && operand.answerId !== undefined) {
    validation.refuse(`The field '${field.key}' is not declared per answer: leave out 'answerId'.`, paths.answerId)
    return null
  }
  if (operand.answerId !== undefined && !question.answers.has(operand.answerId)) {
    refuseAnswer(operand.answerId, question, validation, paths.answerId)
    return null
  }
  return field.kind === 'choice' ? { name, kind: field.kind, question } : { name, kind: field.kind }
}

function refuseAnswer(answer: unknown, question: VocabularyQuestion, validation: RefusalCollector, path: string): void {
  const answers = [...question.answers.values()].map(({ id, title }) => `${id} (${title})`)
  const hint = answers.length === 0 ? 'It has none.' : `Its answers are ${joinNames(answers)}.`
  validation.refuse(`${formatValue(answer, 20)} is not an answer of ${describeQuestion(question)}. ${hint}`, path)
}

/** The operator, or null after a refusal. */
export function checkOperator(
  operator: unknown,
  operand: ComparedOperand | null,
  validation: RefusalCollector,
  path: string,
): Operator | null {
  if (!isOperator(operator)) {
    const problem =
      operator === undefined ? "The condition has no 'operator'." : `Unknown operator '${formatValue(operator, 20)}'.`
    validation.refuse(`${problem} Use one of ${orderedOperators.join(', ')}.`, path)
    return null
  }
  if (!operand) return operator
  const allowed = operatorsOf(operand.kind)
  if (allowed.includes(operator)) return operator
  const kinds: Readonly<Record<FieldKind, string>> = {
    choice: 'an answer',
    number: 'a number',
    date: 'a date',
    text: 'a text',
    boolean: 'yes or no',
  }
  validation.refuse(
    `The operator '${operator}' does not fit ${operand.name}, which is ${kinds[operand.kind]} and takes only ${allowed.join(' and ')}.`,
    path,
  )
  return null
}

const expectedValues: Readonly<Record<FieldKind, string>> = {
  choice: "the id of one of the question's answers, as a number",
  number: 'a number',
  date: "a date such as '2026-11-30'",
  text: 'a text',
  boolean: 'true or false',
}

function describeType(value: unknown): string {
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

/** The value, or null after a refusal. '' is valid for every kind with == and !=. */
export function checkValue(
  value: unknown,
  operator: Operator | null,
  operand: ComparedOperand,
  validation: RefusalCollector,
  path: string,
): Scalar | null {
  const { kind, question, name } = operand
  if (value === '') {
    if (operator === '==' || operator === '!=' || operator === null) return value
    validation.refuse(`An empty value only compares with == and !=, not with ${operator}.`, path)
    return null
  }
  const isValid: Readonly<Record<FieldKind, boolean>> = {
    choice: typeof value === 'number' && Number.isSafeInteger(value),
    number: typeof value === 'number' && Number.isFinite(value),
    date: typeof value === 'string' && toComparable(value, 'date') !== null,
    text: typeof value === 'string',
    boolean: typeof value === 'boolean',
  }
  if (!isValid[kind]) {
    const problem = value === undefined ? "The condition has no 'value'" : `'value' is ${describeType(value)}`
    validation.refuse(`${problem}, but ${name} compares with ${expectedValues[kind]}, or with '' for nothing.`, path)
    return null
  }
  if (question && !(typeof value === 'number' && question.answers.has(value))) {
    refuseAnswer(value, question, validation, path)
    return null
  }
  return value as Scalar
}

/** Validates the arguments of a computed type by its property definitions. Other keys are ignored. */
export function checkArguments(
  type: Pick<OperandType<never>, 'name' | 'properties'>,
  args: Arguments,
  validation: RefusalCollector,
  path: string,
): void {
  for (const property of Object.values(nameProperties(type.properties))) {
    const propertyPath = joinPath(path, property.name)
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value === null || value === undefined) {
      if (property.required) validation.refuse(`'${type.name}' needs '${property.name}' (${property.label}).`, propertyPath)
      continue
    }
    for (const refusal of property.kind.validate(value, property)) validation.refuse(refusal.message, propertyPath, refusal.code)
  }
}

/** Checks that the references of such arguments stay within the product. */
export function checkReferences(
  references: readonly { readonly entity: string; readonly id: number }[],
  vocabulary: Vocabulary,
  validation: RefusalCollector,
  path: string,
): void {
  for (const { entity, id } of references) {
    if (entity === 'question' && !vocabulary.questions.has(id))
      validation.refuse(`There is no question ${id} in this product.`, path)
    if (entity === 'calculation' && !vocabulary.calculations.has(id))
      validation.refuse(`There is no calculation ${id} in this product.`, path)
  }
}
