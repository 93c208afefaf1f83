// A compiled product: dense arrays, the dependency index in both directions, closures. Immutable and shared by all configurations.
import type { Refusal } from '../../ground/property/kind.js'
import type { QuestionSettings, QuestionType } from '../question/define.js'
import type { FieldKind } from '../question/value.js'
import type { RuleCode } from '../rule/compile.js'
import type { StateView, GroupView } from './state-view.js'
import type { AnswerSource, ProductSource, QuestionSource } from './source.js'
import type { EngineTypes } from './types.js'

export interface CompiledQuestion {
  readonly index: number
  readonly id: number
  readonly source: QuestionSource
  readonly type: QuestionType
  readonly kind: FieldKind
  readonly settings: QuestionSettings
  /** Its answers are those from `firstAnswer` up to `endAnswer`. */
  readonly firstAnswer: number
  readonly endAnswer: number
}

/** Rows of numbers behind each other: row r stands at start[r] up to start[r + 1]. */
export interface Rows {
  readonly start: Int32Array
  readonly items: Int32Array
}

/**
 * Indexes: questions 0…Q−1 in page and question order; answers 0…A−1 in their questions' order.
 * Rules: r < Q is a question's, Q + a an answer's own.
 * Value nodes: calculations 0…C−1, then price, recurring price and weight of each question, then Total and TotalRecurring.
 * Readers (what is evaluated anew after a change): a rule r, or rules + node.
 */
export interface Program {
  readonly source: ProductSource
  readonly types: EngineTypes
  readonly questions: readonly CompiledQuestion[]
  readonly answers: readonly AnswerSource[]
  /** The question of each answer. */
  readonly questionOfAnswer: Int32Array
  readonly questionIndex: ReadonlyMap<number, number>
  readonly answerIndex: ReadonlyMap<number, number>
  readonly calculationIndex: ReadonlyMap<number, number>
  /** 1 where the answer may be chosen while it applies. */
  readonly available: Uint8Array

  readonly rules: number
  readonly ruleEntry: Int32Array
  /** The rules that are evaluated: those that are neither absent nor malformed. */
  readonly openRules: Int32Array
  /** By rule: 1 where there is none, so that it always holds. */
  readonly withoutRule: Uint8Array
  readonly ruleCode: RuleCode
  readonly ruleClosures: readonly ((state: StateView) => boolean)[]

  readonly calculations: readonly ((state: StateView) => number)[]
  readonly nodes: number
  /** The node of Total; TotalRecurring follows. */
  readonly firstTotal: number
  readonly firstFigure: number
  /** Questions whose price, recurring price counts in Total, TotalRecurring. */
  readonly totalParts: readonly [Int32Array, Int32Array]
  /** By question and figure (question × 3 + figure): the calculation's node, or -1. */
  readonly figureCalculation: Int32Array
  /** By figure: 1 where it is 0 whatever is selected, so that it need not be summed. */
  readonly countless: Uint8Array
  /** By answer and figure: the calculation's node, or -1; prices of a group stand in its view. */
  readonly answerCalculation: Int32Array
  /** 1 where a value node reaches itself: it yields null. */
  readonly looped: Uint8Array
  /** All nodes, each after those that it reads; null where values depend on each other at most a few hundred levels deep. */
  readonly chain: Int32Array | null
  /** By question: the nodes of calculated limits, or -1. */
  readonly minNode: Int32Array
  readonly maxNode: Int32Array

  /** Who reads a question's selection; who reads a node's value. */
  readonly questionReaders: Rows
  readonly nodeReaders: Rows
  /** Why a number does not go with what else is selected, where a variant table has a column for its question. */
  refuses?(state: StateView, question: number, value: string): Refusal | undefined
  /** Ids of the variant tables that do not let a question hold an answer or a number with what else is selected. */
  tablesAgainst?(state: StateView, question: number, value: string): readonly number[]
  group(id: number | null): GroupView
}

export const figuresPerQuestion = 3

/** The node of a question's price (0), recurring price (1) or weight (2). */
export function figureNode(program: Pick<Program, 'firstFigure'>, question: number, figure: number): number {
  return program.firstFigure + question * figuresPerQuestion + figure
}

/** The node of Total (0) or TotalRecurring (1). */
export function totalNode(program: Pick<Program, 'firstTotal'>, recurring: 0 | 1): number {
  return program.firstTotal + recurring
}
