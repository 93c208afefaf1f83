// Who reads what for prices, weights and totals, and which of them can never count.
import type { Skeleton } from './operand-binder.js'
import type { Graph } from './graph.js'
import { figureNode, figuresPerQuestion, type Program, totalNode } from './program.js'
import type { AnswerSource } from './source.js'

/** Notes who reads what for the figures of a question: its selection, and every calculation that may price it. */
export function linkFigures(program: Skeleton & Pick<Program, 'figureCalculation' | 'answerCalculation'>, graph: Graph): void {
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let figure = 0; figure < figuresPerQuestion; figure++) {
      graph.as(figureNode(program, index, figure))
      graph.readsSelection(index)
      const own = program.figureCalculation[index * figuresPerQuestion + figure]!
      if (own >= 0) {
        graph.readsNode(own)
        continue
      }
      const read = new Set<number>()
      for (let answer = firstAnswer; answer < endAnswer; answer++) {
        read.add(program.answerCalculation[answer * figuresPerQuestion + figure]!)
        if (figure > 0) continue
        for (const { calculation_id } of program.answers[answer]!.price_calculation_overrides)
          if (calculation_id !== null) read.add(program.calculationIndex.get(calculation_id) ?? -1)
      }
      for (const node of read) if (node >= 0) graph.readsNode(node)
    }
  }
}

/** Marks the figures that are 0 whatever is selected and whoever selects it. */
export function findCountless(
  program: Skeleton & Pick<Program, 'source' | 'figureCalculation' | 'answerCalculation'>,
): Uint8Array {
  const free = (answer: AnswerSource, figure: number): boolean => {
    if (figure === 2) return !answer.weight
    if (figure === 1 && !program.source.use_recurring_pricing) return true
    const overrides = figure === 0 ? answer.price_overrides : answer.price_recurring_overrides
    const own = figure === 0 ? answer.price : answer.price_recurring
    return !own && overrides.length === 0 && (figure === 1 || answer.price_calculation_overrides.length === 0)
  }
  const countless = new Uint8Array(program.questions.length * figuresPerQuestion)
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let figure = 0; figure < figuresPerQuestion; figure++) {
      let none = program.figureCalculation[index * figuresPerQuestion + figure]! < 0
      for (let answer = firstAnswer; none && answer < endAnswer; answer++)
        none = program.answerCalculation[answer * figuresPerQuestion + figure]! < 0 && free(program.answers[answer]!, figure)
      countless[index * figuresPerQuestion + figure] = Number(none)
    }
  }
  return countless
}

/** Which questions count in Total (0) and TotalRecurring (1): those whose price does not itself depend on the same total. */
export function linkTotals(program: Skeleton, graph: Graph): readonly [Int32Array, Int32Array] {
  const nodes = [totalNode(program, 0), totalNode(program, 1)] as const
  const figures = (recurring: number): readonly number[] =>
    program.questions.map(({ index }) => figureNode(program, index, recurring))
  // Every figure leads to its total here, read or not: the other total may stand in between.
  const jump = (node: number): readonly number[] => {
    const figure = node - program.firstFigure
    if (figure < 0 || node >= nodes[0]) return []
    return figure % figuresPerQuestion < 2 ? [nodes[figure % figuresPerQuestion]!] : []
  }
  const parts = nodes.map((node, recurring) => {
    if (!graph.isRead(node)) return new Int32Array()
    const dependents = graph.dependents(node, jump)
    return Int32Array.from(program.questions.map(({ index }) => index).filter((index) => !dependents[figures(recurring)[index]!]))
  })
  for (const [recurring, part] of parts.entries()) {
    graph.as(nodes[recurring]!)
    for (const index of part) graph.readsNode(figureNode(program, index, recurring))
  }
  return [parts[0]!, parts[1]!]
}
