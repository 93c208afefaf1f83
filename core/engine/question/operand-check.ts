// Validates the operands, operators and values of conditions and terms against a product, and converts their short form.
import {
  createMessage,
  getMessage,
  type Message,
  type MessageText,
  suggestName,
  formatValue,
  listWithAnd,
} from '../../foundation/message.js'
import { Refusal } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import {
  toComparable,
  type FieldKind,
  isOperator,
  type Operator,
  operatorsOf,
  orderedOperators,
  type Scalar,
  numberOf,
} from './value.js'
import type { Arguments, Operand, OperandType, AuthoringForm, AuthoringKey } from './operand.js'
import type { RuleVocabulary, VocabularyQuestion } from './vocabulary.js'

/** The left side of a condition: the basis for validating operator and value. */
export interface ComparedOperand {
  /** For messages, for example: `the field 'price' of question 12 ('Frame')`. */
  readonly name: Message
  readonly kind: FieldKind
  readonly question?: VocabularyQuestion
}

/** Collects refusals with their paths. */
/** Maximum number of reported problems of one rule or calculation. */
const maxRefusals = 50

export class RefusalCollector {
  readonly refusals: Refusal[] = []

  /** True if no further problem is reported, so the rest need not be validated. */
  get isFull(): boolean {
    return this.refusals.length >= maxRefusals
  }

  refuse(message: MessageText, path: string, code = 'INVALID_VALUE'): void {
    if (this.isFull) return
    this.refusals.push(new Refusal(message, code, path === '' ? undefined : path))
  }
}

const maxListed = 20

/** `'a', 'b' and 17 more` */
function joinNames(names: readonly (string | number)[]): Message | string {
  const firstNames = names.slice(0, maxListed).join(', ')
  return names.length > maxListed
    ? createMessage('authoring.more', { names: firstNames, count: names.length - maxListed })
    : firstNames
}

export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const describeQuestion = ({ id, title }: { readonly id: number; readonly title: string }): Message =>
  createMessage('authoring.numberedQuestion', { id, title })

/** Validates an operand. Returns null after a refusal. `use`: whether the field must be readable in rules or in terms. */
export function checkOperand(
  operand: Operand,
  vocabulary: RuleVocabulary,
  use: 'inRules' | 'inTerms',
  validation: RefusalCollector,
  paths: { readonly subject: string; readonly field: string; readonly answerId: string },
): ComparedOperand | null {
  if ('calculation' in operand) {
    const calculation = vocabulary.calculations.get(operand.calculation)
    if (calculation)
      return {
        name: createMessage('authoring.numberedCalculation', { id: calculation.id, name: calculation.name }),
        kind: 'number',
      }
    validation.refuse(createMessage('authoring.calculationMissing', { id: operand.calculation }), paths.subject)
    return null
  }
  if ('customerGroup' in operand) {
    const field = vocabulary.groupFields.get(operand.customerGroup)
    if (field) return { name: createMessage('authoring.groupFieldOf', { field: field.key }), kind: field.kind }
    const keys = [...vocabulary.groupFields.keys()]
    const hint = suggestName(operand.customerGroup, keys)
    validation.refuse(
      createMessage('authoring.groupFieldUnknown', { name: operand.customerGroup.slice(0, 60), hint, names: joinNames(keys) }),
      paths.subject,
    )
    return null
  }
  const question = vocabulary.questions.get(operand.question)
  if (!question) {
    validation.refuse(createMessage('authoring.questionElsewhere', { id: operand.question }), paths.subject)
    return null
  }
  const field = question.fields.get(operand.field)
  if (!field?.[use]) {
    const keys = [...question.fields.values()].filter((entry) => entry[use]).map(({ key }) => key)
    const hint = suggestName(operand.field, keys)
    validation.refuse(
      createMessage('authoring.fieldUnavailable', {
        name: operand.field.slice(0, 60),
        question: describeQuestion(question),
        hint,
        names: joinNames(keys),
      }),
      paths.field,
    )
    return null
  }
  const name = createMessage('authoring.fieldOf', { field: field.key, question: describeQuestion(question) })
  if (field.perAnswer && operand.answerId === undefined) {
    validation.refuse(
      createMessage('authoring.fieldNeedsAnswer', { field: field.key, question: describeQuestion(question) }),
      paths.answerId,
    )
    return null
  }
  if (!field.perAnswer && operand.answerId !== undefined) {
    validation.refuse(createMessage('authoring.fieldWithoutAnswer', { field: field.key }), paths.answerId)
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
  const hint =
    answers.length === 0
      ? createMessage('authoring.hasNoAnswers')
      : createMessage('authoring.hasAnswers', { names: joinNames(answers) })
  validation.refuse(
    createMessage('authoring.answerForeign', { answer: formatValue(answer, 20), question: describeQuestion(question), hint }),
    path,
  )
}

/** The operator, or null after a refusal. */
export function checkOperator(
  operator: unknown,
  operand: ComparedOperand | null,
  validation: RefusalCollector,
  path: string,
): Operator | null {
  if (!isOperator(operator)) {
    const names = orderedOperators.join(', ')
    const message =
      operator === undefined
        ? createMessage('authoring.operatorMissing', { names })
        : createMessage('authoring.operatorUnknown', { name: formatValue(operator, 20), names })
    validation.refuse(message, path)
    return null
  }
  if (!operand) return operator
  const allowed = operatorsOf(operand.kind)
  if (allowed.includes(operator)) return operator
  const kinds: Readonly<Record<FieldKind, Message>> = {
    choice: createMessage('authoring.isAnswer'),
    number: createMessage('authoring.isNumber'),
    date: createMessage('authoring.isDate'),
    text: createMessage('authoring.isText'),
    boolean: createMessage('authoring.isBoolean'),
  }
  validation.refuse(
    createMessage('authoring.operatorUnfit', {
      operator,
      operand: operand.name,
      kind: kinds[operand.kind],
      names: listWithAnd(allowed),
    }),
    path,
  )
  return null
}

const expectedValues: Readonly<Record<FieldKind, Message>> = {
  choice: createMessage('authoring.withAnswerId'),
  number: createMessage('authoring.withNumber'),
  date: createMessage('authoring.withDate'),
  text: createMessage('authoring.withText'),
  boolean: createMessage('authoring.withBoolean'),
}

function describeType(value: unknown): Message {
  if (value === null) return createMessage('authoring.isNull')
  if (Array.isArray(value)) return createMessage('authoring.isList')
  const names: Readonly<Record<string, Message>> = {
    string: createMessage('authoring.isText'),
    number: createMessage('authoring.isNumber'),
    boolean: createMessage('authoring.isTrueOrFalse'),
    object: createMessage('authoring.isObject'),
  }
  return names[typeof value] ?? createMessage('authoring.isNothing')
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
    validation.refuse(createMessage('authoring.emptyOnlyEquals', { operator }), path)
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
    const values = { operand: name, expected: expectedValues[kind] }
    const message =
      value === undefined
        ? createMessage('authoring.valueMissing', values)
        : createMessage('authoring.valueWrong', { kind: describeType(value), ...values })
    validation.refuse(message, path)
    return null
  }
  if (question && !(typeof value === 'number' && question.answers.has(value))) {
    refuseAnswer(value, question, validation, path)
    return null
  }
  return value as Scalar
}

/** Validates the arguments of a computed type by its property definitions. Other keys are ignored. */
export function validateArguments(
  type: Pick<OperandType<never>, 'name' | 'properties'>,
  args: Arguments,
  validation: RefusalCollector,
  path: string,
): void {
  for (const property of Object.values(nameProperties(type.properties))) {
    const propertyPath = joinPath(path, property.name)
    const value = Object.hasOwn(args, property.name) ? property.kind.prepare(args[property.name], property) : null
    if (value === null || value === undefined) {
      if (property.required)
        validation.refuse(
          createMessage('authoring.argumentMissing', { type: type.name, name: property.name, label: property.label }),
          propertyPath,
        )
      continue
    }
    for (const refusal of property.kind.validate(value, property))
      validation.refuse(getMessage(refusal), propertyPath, refusal.code)
  }
}

/** Checks that the references of such arguments stay within the product. */
export function checkReferences(
  references: readonly { readonly entity: string; readonly id: number }[],
  vocabulary: RuleVocabulary,
  validation: RefusalCollector,
  path: string,
): void {
  for (const { entity, id } of references) {
    if (entity === 'question' && !vocabulary.questions.has(id))
      validation.refuse(createMessage('authoring.questionMissing', { id }), path)
    if (entity === 'calculation' && !vocabulary.calculations.has(id))
      validation.refuse(createMessage('authoring.calculationMissing', { id }), path)
  }
}

// The authors' short form of conditions and terms.

type Shape = Readonly<Record<string, unknown>>

interface TypeWithForm {
  readonly name: string
  readonly authoring?: AuthoringForm
}

/** The type of an object in short form: the type whose marker is one of the object's keys. */
export function findShortFormType<T extends TypeWithForm>(authored: Shape, types: ReadonlyMap<string, T>): T | null {
  for (const type of types.values()) {
    if (type.authoring && Object.hasOwn(authored, type.authoring.marker)) return type
  }
  return null
}

/** The marker keys of all short forms. */
export function shortFormMarkers(types: ReadonlyMap<string, TypeWithForm>): readonly string[] {
  return [...types.values()].flatMap(({ authoring }) => (authoring ? [authoring.marker] : []))
}

function matchesSchema(value: unknown, key: AuthoringKey): boolean {
  const types = [key.schema['type']].flat()
  const { minimum } = key.schema
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (typeof minimum === 'number' && value < minimum)) return false
    return types.includes('number') || (types.includes('integer') && Number.isSafeInteger(value))
  }
  return types.includes(typeof value)
}

const kindNames: Readonly<Record<string, Message>> = {
  integer: createMessage('authoring.kindId'),
  number: createMessage('authoring.kindNumber'),
  string: createMessage('authoring.kindText'),
  boolean: createMessage('authoring.kindBoolean'),
}

/** Converts the short form into stored arguments. `others` are keys that the caller handles. Null after a refusal. */
export function shortToStored(
  authored: Shape,
  form: AuthoringForm,
  otherKeys: readonly string[],
  validation: RefusalCollector,
  path: string,
): Arguments | null {
  const refusalsBefore = validation.refusals.length
  const args: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(form.keys)) {
    if (!Object.hasOwn(authored, name)) {
      if (key.required)
        validation.refuse(createMessage('authoring.keyMissingBeside', { name, marker: form.marker }), joinPath(path, name))
      continue
    }
    const value = authored[name]
    if (matchesSchema(value, key)) args[key.stored] = value
    else {
      const kinds = [key.schema['type']].flat().map((type) => kindNames[String(type)] ?? String(type))
      const either = kinds.reduceRight((second, first) => createMessage('authoring.either', { first, second }))
      validation.refuse(createMessage('authoring.keyTakes', { name, kinds: either }), joinPath(path, name))
    }
  }
  const validKeys = [...Object.keys(form.keys), ...otherKeys]
  for (const name of Object.keys(authored)) {
    if (validKeys.includes(name)) continue
    validation.refuse(
      createMessage('authoring.keyUnknownBeside', {
        name: name.slice(0, 60),
        marker: form.marker,
        hint: suggestName(name, validKeys),
        names: validKeys.join(', '),
      }),
      joinPath(path, name.slice(0, 60)),
    )
  }
  return validation.refusals.length === refusalsBefore ? args : null
}

/** Converts stored arguments into the short form. Null if they contain anything that the form has no key for. */
export function storedToShort(args: Arguments, form: AuthoringForm): Shape | null {
  const authored: Record<string, unknown> = {}
  const unmatched = new Set(Object.keys(args))
  for (const [name, key] of Object.entries(form.keys)) {
    if (!unmatched.delete(key.stored)) {
      if (key.required) return null
      continue
    }
    const value = toNumber(args[key.stored], key)
    if (!matchesSchema(value, key)) return null
    authored[name] = value
  }
  return unmatched.size === 0 ? authored : null
}

/** Ids and numbers may be stored as text. */
function toNumber(value: unknown, key: AuthoringKey): unknown {
  const type = key.schema['type']
  if ((type === 'integer' || type === 'number') && typeof value === 'string') return numberOf(value) ?? value
  return value
}
