// Traces what one unit costs or weighs: base, every question, its answers and calculations.
import { toAmount } from '../money/amount.js'
import { figures } from '../question/fields.js'
import { answerCalculation, staticFigure } from './figures.js'
import { type CompiledQuestion, figureNode, figuresPerQuestion } from './program.js'
import type { State } from './state.js'
import { traceCalculation } from './trace-calculation.js'
import { sumUp, type TraceLine } from './trace.js'

type FigureIndex = 0 | 1 | 2

/** Marks a line where the customer's group has a price of its own. */
function ofGroup(
  state: State,
  overrides: readonly { readonly customer_group_id: number }[],
): { readonly customer_group_id?: number } {
  const id = state.context.customerGroupId
  return id !== null && overrides.some((override) => override.customer_group_id === id) ? { customer_group_id: id } : {}
}

function baseLine(state: State, figure: FigureIndex): TraceLine {
  const { source } = state.program
  const [figureOfBase, overrides] = (
    [
      [state.group.basePrice, source.baseprice_overrides],
      [state.group.baseRecurring, source.baseprice_recurring_overrides],
      [source.baseweight, []],
    ] as const
  )[figure]
  return { kind: 'base', amount: toAmount(figureOfBase) || 0, ...ofGroup(state, overrides) }
}

function answerLine(state: State, answer: number, figure: FigureIndex): TraceLine {
  const { program } = state
  const source = program.answers[answer]!
  const node = answerCalculation(program, state, answer, figure)
  const line = { kind: 'answer', answer_id: source.id, question_id: source.question_id } as const
  if (node >= 0) {
    const traced = traceCalculation(state, node)
    const own = figure === 0 ? ofGroup(state, source.price_calculation_overrides) : {}
    return sumUp({ ...line, ...own, amount: traced.amount }, [traced])
  }
  const overrides = (
    [[...source.price_overrides, ...source.price_calculation_overrides], source.price_recurring_overrides, []] as const
  )[figure]
  return { ...line, ...ofGroup(state, overrides), amount: toAmount(staticFigure(program, state, answer, figure)) || 0 }
}

function questionLine(
  state: State,
  { index, id, source, firstAnswer, endAnswer }: CompiledQuestion,
  figure: FigureIndex,
): TraceLine {
  const { program } = state
  const node = figureNode(program, index, figure)
  const line = { kind: 'question', question_id: id, amount: toAmount(state.value(node)) || 0 } as const
  if (program.looped[node]) return { ...line, warnings: ['loop'] }
  const calculation = program.figureCalculation[index * figuresPerQuestion + figure]!
  if (calculation >= 0) return sumUp(line, [traceCalculation(state, calculation, source.multiplicator)])
  const parts: TraceLine[] = []
  for (let answer = firstAnswer; answer < endAnswer; answer++)
    if (state.chosen[answer]) parts.push(answerLine(state, answer, figure))
  return sumUp(line, parts)
}

/** The price (0), recurring price (1) or weight (2) of one unit, in the base currency; adds up to program/price.ts's figure. */
export function traceFigure(state: State, figure: FigureIndex): TraceLine {
  const { program } = state
  const title = figures[figure]
  if (figure === 1 && !program.source.use_recurring_pricing) return { kind: 'total', title, amount: 0 }
  const questions = program.questions.filter(({ index }) => state.text[index] !== null)
  const parts = [baseLine(state, figure), ...questions.map((question) => questionLine(state, question, figure))]
  return { kind: 'total', title, amount: parts.reduce((sum, part) => sum + part.amount, 0), parts }
}
