// The compiled form of a product: dense arrays, dependency indexes and closures.
// Immutable; all configurations of the product share it.
import type { Refusal } from '../../foundation/property/kind.js'
import type { QuestionSettings, QuestionType } from '../question/question-type.js'
import type { FieldKind } from '../question/value.js'
import type { RuleCode } from '../rule/rule-compiler.js'
import type { StateView, GroupView } from './evaluation-context.js'
import type { AnswerSource, ProductSource, QuestionSource } from './source.js'
import type { EngineTypes } from './engine-types.js'

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
