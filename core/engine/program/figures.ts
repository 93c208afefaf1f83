// The figures of a question and the totals that code may read: the one place for the precedence of prices and weights (domain §5).
import { numberOf, timestampOf, type FieldKind } from '../question/value.js'
import { settleFigure, toAmount } from '../money/amount.js'
import type { StateView } from './state-view.js'
import { figureNode, figuresPerQuestion, type Program } from './program.js'

/** What a selection without answers counts as in comparisons and terms; NaN where it is no number. */
export function numberFor(kind: FieldKind, value: string): number {
  return (kind === 'date' ? timestampOf(value) : numberOf(value)) ?? Number.NaN
}

/** The calculation that prices or weighs an answer, or -1. */
export function answerCalculation(program: Program, state: StateView, answer: number, figure: number): number {
  return figure === 0
    ? state.group.answerPriceCalculation[answer]!
    : program.answerCalculation[answer * figuresPerQuestion + figure]!
}

/** An answer's figure without calculations. */
export function staticFigure(program: Program, state: StateView, answer: number, figure: number): number {
  if (figure === 0) return state.group.answerPrice[answer]!
  return figure === 1 ? state.group.answerRecurring[answer]! : settleFigure(program.answers[answer]!.weight ?? 0)
}

function answerFigure(program: Program, state: StateView, answer: number, figure: number): number {
  const calculation = answerCalculation(program, state, answer, figure)
  return calculation < 0 ? staticFigure(program, state, answer, figure) : state.value(calculation)
}

/** A figure of a question (question × 3 + figure), in units; NaN without a selection or where its calculation yields null. */
export function figureOf(program: Program, state: StateView, place: number): number {
  const figure = place % figuresPerQuestion
  const index = (place - figure) / figuresPerQuestion
  if (state.text[index] === null) return Number.NaN
  const { source, type, firstAnswer, endAnswer } = program.questions[index]!
  const calculation = program.figureCalculation[place]!
  if (calculation >= 0) return settleFigure(state.value(calculation) * source.multiplicator)
  if (!type.multiple) {
    const answer = state.picked[index]!
    return answer < 0 ? 0 : answerFigure(program, state, answer, figure)
  }
  let sum = 0
  for (let answer = firstAnswer; answer < endAnswer; answer++) {
    if (!state.chosen[answer]) continue
    const own = answerFigure(program, state, answer, figure)
    const amount = toAmount(own)
    // What is too large to be exact stays so in the sum; a null counts 0.
    sum += Number.isNaN(amount) ? own * 10_000 || 0 : amount
  }
  return sum / 10_000
}

/**
 * True where a question holds a selection whose price (0) or recurring price (1) is calculated and comes to nothing. Of several
 * answers each counts by itself.
 */
export function isUnpriced(program: Program, state: StateView, index: number, figure: 0 | 1): boolean {
  if (state.text[index] === null) return false
  if (Number.isNaN(state.value(figureNode(program, index, figure)))) return true
  const { type, firstAnswer, endAnswer } = program.questions[index]!
  if (!type.multiple || program.figureCalculation[index * figuresPerQuestion + figure]! >= 0) return false
  for (let answer = firstAnswer; answer < endAnswer; answer++) {
    if (state.chosen[answer] && Number.isNaN(answerFigure(program, state, answer, figure))) return true
  }
  return false
}

/** `Total` (0) or `TotalRecurring` (1): base plus the questions whose price does not itself depend on the same total. */
export function totalOf(program: Program, state: StateView, recurring: 0 | 1): number {
  let sum = toAmount(recurring === 1 ? state.group.baseRecurring : state.group.basePrice) || 0
  for (const index of program.totalParts[recurring]) sum += toAmount(state.value(figureNode(program, index, recurring))) || 0
  return sum / 10_000
}
