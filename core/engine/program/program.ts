// The compiled form of a product: dense arrays, dependency indexes and closures.
// Immutable; all configurations of the product share it.
import type { Refusal } from '../../foundation/property/kind.js'
import type { QuestionSettings, QuestionType } from '../question/question-type.js'
import { type FieldKind, numberOf, timestampOf, type Scalar } from '../question/value.js'
import type { RuleCode } from '../rule/rule-compiler.js'
import type { AnswerSource, GroupPrice, ProductSource, QuestionSource, EngineTypes } from './source.js'
import { roundResult, toAmount } from '../money/amount.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { findEnglishText, formatText } from '../../foundation/message-format.js'
import { formatTypedNumber } from '../../foundation/parse-number.js'

export interface CompiledQuestion {
  readonly index: number
  readonly id: number
  readonly source: QuestionSource
  readonly type: QuestionType
  readonly kind: FieldKind
  readonly settings: QuestionSettings
  /** Index range of the answers: `firstAnswer` (inclusive) to `endAnswer` (exclusive). */
  readonly firstAnswer: number
  readonly endAnswer: number
}

/** A list of rows in one array. Row r consists of items[offsets[r]] to items[offsets[r + 1] - 1]. */
export interface IndexRows {
  readonly offsets: Int32Array
  readonly items: Int32Array
}

/**
 * Index ranges of a program:
 * Questions 0…Q−1 in page and question order; answers 0…A−1 in the order of their questions.
 * Rules: r < Q is the rule of a question, Q + a the rule of an answer.
 * Value nodes: calculations 0…C−1, then price, recurring price and weight of each question, then Total and TotalRecurring.
 * Readers (re-evaluated after a change): a rule r, or rules + node.
 */
export interface Program {
  readonly source: ProductSource
  readonly types: EngineTypes
  readonly questions: readonly CompiledQuestion[]
  readonly answers: readonly AnswerSource[]
  /** The question index of each answer. */
  readonly questionOfAnswer: Int32Array
  readonly questionIndex: ReadonlyMap<number, number>
  readonly answerIndex: ReadonlyMap<number, number>
  readonly calculationIndex: ReadonlyMap<number, number>
  /** 1 if the answer can be selected while it applies. */
  readonly available: Uint8Array

  readonly rules: number
  readonly ruleEntry: Int32Array
  /** The rules to evaluate: neither empty nor malformed. */
  readonly activeRules: Int32Array
  /** By rule: 1 if the rule is empty and therefore always holds. */
  readonly withoutRule: Uint8Array
  readonly ruleCode: RuleCode
  readonly ruleClosures: readonly ((state: StateView) => boolean)[]

  readonly calculations: readonly ((state: StateView) => number)[]
  readonly nodes: number
  /** The node of Total. TotalRecurring is the next node. */
  readonly firstTotal: number
  readonly firstFigure: number
  /** The questions whose price counts in Total, and whose recurring price counts in TotalRecurring. */
  readonly totalParts: readonly [Int32Array, Int32Array]
  /** By question × 3 + measure: the calculation node, or -1. */
  readonly figureCalculation: Int32Array
  /** By question × 3 + measure: 1 if the value is always 0, so sums can skip it. */
  readonly alwaysZero: Uint8Array
  /** By answer × 3 + measure: the calculation node, or -1. Prices of a customer group are in its GroupView. */
  readonly answerCalculation: Int32Array
  /** 1 if a value node depends on itself. Such a node evaluates to null. */
  readonly looped: Uint8Array
  /** All nodes, each after its dependencies. Null if dependencies are at most a few hundred levels deep. */
  readonly chain: Int32Array | null
  /** By question: the nodes of calculated limits, or -1. */
  readonly minNode: Int32Array
  readonly maxNode: Int32Array

  /** The readers of each question's selection and of each node's value. */
  readonly questionReaders: IndexRows
  readonly nodeReaders: IndexRows
  /** The refusal of a number that a variant table excludes for the current selections. Undefined if it is allowed. */
  refuseNumber?(state: StateView, question: number, value: string): Refusal | undefined
  /** Ids of the variant tables that exclude an answer or number for the current selections. */
  findBlockingTables?(state: StateView, question: number, value: string): readonly number[]
  group(id: number | null): GroupView
}

export const measuresPerQuestion = 3

/** The node of a question's price (0), recurring price (1) or weight (2). */
export function measureNode(program: Pick<Program, 'firstFigure'>, question: number, figure: number): number {
  return program.firstFigure + question * measuresPerQuestion + figure
}

/** The node of Total (0) or TotalRecurring (1). */
export function totalNode(program: Pick<Program, 'firstTotal'>, recurring: 0 | 1): number {
  return program.firstTotal + recurring
}

/** The numeric value of an entry in comparisons and terms. NaN if it is not a number. */
export function parseEntryNumber(kind: FieldKind, value: string): number {
  return (kind === 'date' ? timestampOf(value) : numberOf(value)) ?? Number.NaN
}

/** The calculation of an answer's price or weight, or -1. */
export function answerCalculation(program: Program, state: StateView, answer: number, measure: number): number {
  return measure === 0
    ? state.group.answerPriceCalculation[answer]!
    : program.answerCalculation[answer * measuresPerQuestion + measure]!
}

/** The measure of an answer without calculations, in units. */
export function staticMeasure(program: Program, state: StateView, answer: number, measure: number): number {
  if (measure === 0) return state.group.answerPrice[answer]!
  return measure === 1 ? state.group.answerRecurring[answer]! : roundResult(program.answers[answer]!.weight ?? 0)
}

function answerMeasure(program: Program, state: StateView, answer: number, measure: number): number {
  const calculation = answerCalculation(program, state, answer, measure)
  return calculation < 0 ? staticMeasure(program, state, answer, measure) : state.value(calculation)
}

/** A measure of a question, in units. `place` = question × 3 + measure. NaN without a selection or if the calculation is null. */
export function evaluateMeasure(program: Program, state: StateView, measureIndex: number): number {
  const measure = measureIndex % measuresPerQuestion
  const index = (measureIndex - measure) / measuresPerQuestion
  if (state.text[index] === null) return Number.NaN
  const { source, type, firstAnswer, endAnswer } = program.questions[index]!
  const calculation = program.figureCalculation[measureIndex]!
  if (calculation >= 0) return roundResult(state.value(calculation) * source.multiplicator)
  if (!type.multiple) {
    const answer = state.picked[index]!
    return answer < 0 ? 0 : answerMeasure(program, state, answer, measure)
  }
  let sum = 0
  for (let answer = firstAnswer; answer < endAnswer; answer++) {
    if (!state.chosen[answer]) continue
    const value = answerMeasure(program, state, answer, measure)
    const amount = toAmount(value)
    // A null counts as 0. A value too large to be exact makes the sum too large as well.
    sum += Number.isNaN(amount) ? value * 10_000 || 0 : amount
  }
  return sum / 10_000
}

/**
 * Whether a selected question has a calculated price (0) or recurring price (1) that is null. For multi-select questions,
 * whether this is true for one of the selected answers.
 */
export function isUnpriced(program: Program, state: StateView, index: number, measure: 0 | 1): boolean {
  if (state.text[index] === null) return false
  if (Number.isNaN(state.value(measureNode(program, index, measure)))) return true
  const { type, firstAnswer, endAnswer } = program.questions[index]!
  if (!type.multiple || program.figureCalculation[index * measuresPerQuestion + measure]! >= 0) return false
  for (let answer = firstAnswer; answer < endAnswer; answer++) {
    if (state.chosen[answer] && Number.isNaN(answerMeasure(program, state, answer, measure))) return true
  }
  return false
}

/** `Total` (0) or `TotalRecurring` (1): base price plus the questions whose price does not depend on the same total. */
export function evaluateTotal(program: Program, state: StateView, recurring: 0 | 1): number {
  let sum = toAmount(recurring === 1 ? state.group.baseRecurring : state.group.basePrice) || 0
  for (const index of program.totalParts[recurring]) sum += toAmount(state.value(measureNode(program, index, recurring))) || 0
  return sum / 10_000
}

// The prices of a customer group. Prices and calculations of the group take precedence over the general ones.

/** The prices of a customer group, shared by all its configurations. Prices are in units; -1 = no calculation. */
export interface GroupView {
  readonly basePrice: number
  readonly baseRecurring: number
  /** By answer index: the price without calculations. */
  readonly answerPrice: Float64Array
  readonly answerRecurring: Float64Array
  /** By answer index: the calculation that replaces the price, or -1. */
  readonly answerPriceCalculation: Int32Array
}

function priceFor(group: number | null, overrides: readonly GroupPrice[], price: number | null): number {
  const override = overrides.find((override) => override.customer_group_id === group)
  return roundResult(override ? override.price : (price ?? 0))
}

/** The parts of a program that determine the prices of a customer group. */
type GroupPriceSource = Pick<Program, 'source' | 'answers' | 'calculationIndex'>

/** The prices of a group, by answer index. Null = no group. */
function createGroupView(program: GroupPriceSource, group: number | null): GroupView {
  const { source, answers, calculationIndex } = program
  return {
    basePrice: priceFor(group, source.baseprice_overrides, source.baseprice),
    baseRecurring: source.use_recurring_pricing
      ? priceFor(group, source.baseprice_recurring_overrides, source.baseprice_recurring)
      : 0,
    answerPrice: Float64Array.from(answers, (answer) => priceFor(group, answer.price_overrides, answer.price)),
    answerRecurring: Float64Array.from(answers, (answer) =>
      source.use_recurring_pricing ? priceFor(group, answer.price_recurring_overrides, answer.price_recurring) : 0,
    ),
    answerPriceCalculation: Int32Array.from(answers, (answer) => {
      const override = answer.price_calculation_overrides.find((override) => override.customer_group_id === group)
      // A null calculation disables the answer's calculation for the group.
      if (override) return override.calculation_id === null ? -1 : (calculationIndex.get(override.calculation_id) ?? -1)
      // The group's fixed price takes precedence only over the answer's fixed price, not over its calculation.
      return answer.calcmodel === null ? -1 : (calculationIndex.get(answer.calcmodel) ?? -1)
    }),
  }
}

/** The customer groups with prices of their own in this product. */
function findPricedGroups(source: Program['source']): ReadonlySet<number> {
  const groups = new Set<number>()
  const collect = (list: readonly { readonly customer_group_id: number }[]): void => {
    for (const { customer_group_id } of list) groups.add(customer_group_id)
  }
  collect(source.baseprice_overrides)
  collect(source.baseprice_recurring_overrides)
  for (const answer of source.answers) {
    collect(answer.price_overrides)
    collect(answer.price_recurring_overrides)
    collect(answer.price_calculation_overrides)
  }
  return groups
}

/** Creates the `group` of a program. All groups without prices of their own share the view of no group. */
export function createGroupLookup(program: GroupPriceSource): Program['group'] {
  const views = new Map<number | null, GroupView>()
  const groupIds = findPricedGroups(program.source)
  return (id) => {
    const key = id !== null && groupIds.has(id) ? id : null
    let view = views.get(key)
    if (!view) {
      view = createGroupView(program, key)
      views.set(key, view)
    }
    return view
  }
}

// The read-only view of a configuration's state for compiled rules and calculations.

export interface StateView {
  /** By question index: the selection as text, or null. */
  readonly text: (string | null)[]
  /** By question index: the answer id, number or timestamp. NaN if the selection is not numeric or empty. */
  readonly numbers: Float64Array
  /** By question index: the index of the single selected answer, or -1. */
  readonly picked: Int32Array
  /** By answer index: 1 if the answer is selected. */
  readonly chosen: Uint8Array
  readonly group: GroupView
  readonly context: EvaluationContext
  /** The value of a node in units. NaN = null. */
  value(node: number): number
}

export interface EvaluationContext {
  /** Null = no group: no group price applies, and group fields are null. */
  readonly customerGroupId: number | null
  /** The group's fields for rules and terms, by wire name. */
  readonly customerGroup: Readonly<Record<string, Scalar | null>>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The current date in the shop's time zone, for example `2026-11-30`. Default: the date in UTC. */
  readonly today?: string
  /** Data loaded in advance by condition and term types, by `condition:<name>` and `term:<name>`. */
  readonly loaded?: Readonly<Record<string, unknown>>
  /** Texts in the caller's language. Default: English, and the titles of the source. */
  readonly texts?: EvaluationTexts
}

/** All texts that a caller reads, in one language. */
export interface EvaluationTexts {
  /** An IETF language tag for the notation of numbers. Default: English. */
  readonly language?: string
  /** Titles by id. */
  readonly questions: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<number, string>>
  /** The texts of messages in the language, by key: `shop.cartEmpty`. A customization's key can be its English text. */
  readonly messages: Readonly<Record<string, string>>
}

/** The current date in the shop, for example `2026-11-30`. */
export const currentDate = ({ today, now }: EvaluationContext): string => today ?? formatIsoTime(now).slice(0, 10)

/** The caller's language for reading and writing numbers. */
export const callerLanguage = (texts: EvaluationTexts | undefined): string => texts?.language ?? 'en'

/** A plural or a choice. Other texts have placeholders only. */
const formattedPattern = /\{\s*\w+\s*,/

/**
 * Writes a message with its values. Numbers use the caller's notation. The ICU library writes only plurals and choices: messages of the
 * engine have neither, so a browser needs no parser.
 */
export function translateMessage(
  texts: EvaluationTexts | undefined,
  key: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const text = texts && Object.hasOwn(texts.messages, key) ? texts.messages[key]! : (findEnglishText(key) ?? key)
  if (formattedPattern.test(text)) return formatText(text, callerLanguage(texts), values)
  const formatValue = (value: string | number): string =>
    typeof value === 'number' ? formatTypedNumber(value, callerLanguage(texts)) : value
  // ICU writes an apostrophe next to a brace twice.
  const message = text.replaceAll("''", "'")
  let result = ''
  let from = 0
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', from)) {
    const close = message.indexOf('}', open)
    if (close < 0) break
    const name = message.slice(open + 1, close)
    result +=
      message.slice(from, open) + (Object.hasOwn(values, name) ? formatValue(values[name]!) : message.slice(open, close + 1))
    from = close + 1
  }
  return result + message.slice(from)
}
