// Links prices, weights and totals in the dependency graph, and finds values that are always 0.
import type { PartialProgram } from './operand-binder.js'
import type { DependencyGraph } from './dependency-graph.js'
import { measureNode, measuresPerQuestion, type Program, totalNode } from './program.js'
import type { AnswerSource } from './source.js'

/**
 * Adds the dependencies of each question's price, recurring price and weight: its selection, and every calculation that can
 * determine it.
 */
export function linkMeasures(
  program: PartialProgram & Pick<Program, 'figureCalculation' | 'answerCalculation'>,
  graph: DependencyGraph,
): void {
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let measure = 0; measure < measuresPerQuestion; measure++) {
      graph.setReader(measureNode(program, index, measure))
      graph.readsSelection(index)
      const calculation = program.figureCalculation[index * measuresPerQuestion + measure]!
      if (calculation >= 0) {
        graph.readsNode(calculation)
        continue
      }
      const nodes = new Set<number>()
      for (let answer = firstAnswer; answer < endAnswer; answer++) {
        nodes.add(program.answerCalculation[answer * measuresPerQuestion + measure]!)
        if (measure > 0) continue
        for (const { calculation_id } of program.answers[answer]!.price_calculation_overrides)
          if (calculation_id !== null) nodes.add(program.calculationIndex.get(calculation_id) ?? -1)
      }
      for (const node of nodes) if (node >= 0) graph.readsNode(node)
    }
  }
}

/** Marks the measures that are 0 for every selection and every customer group. */
export function findZeroMeasures(
  program: PartialProgram & Pick<Program, 'source' | 'figureCalculation' | 'answerCalculation'>,
): Uint8Array {
  const isAlwaysZero = (answer: AnswerSource, measure: number): boolean => {
    if (measure === 2) return !answer.weight
    if (measure === 1 && !program.source.use_recurring_pricing) return true
    const overrides = measure === 0 ? answer.price_overrides : answer.price_recurring_overrides
    const value = measure === 0 ? answer.price : answer.price_recurring
    return !value && overrides.length === 0 && (measure === 1 || answer.price_calculation_overrides.length === 0)
  }
  const countless = new Uint8Array(program.questions.length * measuresPerQuestion)
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let measure = 0; measure < measuresPerQuestion; measure++) {
      let isZero = program.figureCalculation[index * measuresPerQuestion + measure]! < 0
      for (let answer = firstAnswer; isZero && answer < endAnswer; answer++)
        isZero =
          program.answerCalculation[answer * measuresPerQuestion + measure]! < 0 &&
          isAlwaysZero(program.answers[answer]!, measure)
      countless[index * measuresPerQuestion + measure] = Number(isZero)
    }
  }
  return countless
}

/** The questions that count in Total (0) and TotalRecurring (1): questions whose price does not depend on the same total. */
export function linkTotals(program: PartialProgram, graph: DependencyGraph): readonly [Int32Array, Int32Array] {
  const nodes = [totalNode(program, 0), totalNode(program, 1)] as const
  const priceNodes = (recurring: number): readonly number[] =>
    program.questions.map(({ index }) => measureNode(program, index, recurring))
  // Every price leads to its total here, even if the total does not read it yet: the other total may be in between.
  const jump = (node: number): readonly number[] => {
    const measureIndex = node - program.firstFigure
    if (measureIndex < 0 || node >= nodes[0]) return []
    return measureIndex % measuresPerQuestion < 2 ? [nodes[measureIndex % measuresPerQuestion]!] : []
  }
  const parts = nodes.map((node, recurring) => {
    if (!graph.isRead(node)) return new Int32Array()
    const dependents = graph.dependents(node, jump)
    return Int32Array.from(
      program.questions.map(({ index }) => index).filter((index) => !dependents[priceNodes(recurring)[index]!]),
    )
  })
  for (const [recurring, part] of parts.entries()) {
    graph.setReader(nodes[recurring]!)
    for (const index of part) graph.readsNode(measureNode(program, index, recurring))
  }
  return [parts[0]!, parts[1]!]
}
