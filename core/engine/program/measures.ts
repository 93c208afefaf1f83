// The measures of a question (price, recurring price, weight) and the totals for code.
// The only place that decides which price or weight takes precedence.
import { numberOf, timestampOf, type FieldKind } from '../question/value.js'
import { roundResult, toAmount } from '../money/amount.js'
import type { StateView } from './evaluation-context.js'
import { measureNode, measuresPerQuestion, type Program } from './program.js'

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
