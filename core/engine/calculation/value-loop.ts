// Detects calculations that depend on their own value through terms, matrix axes, prices or weights.
import { createMessage, type Message } from '../../foundation/message.js'
import { type QuestionMeasure, measures } from '../question/fields.js'
import type { AnswerSource, CalculationSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { calculationBodies } from './bodies.js'

/** The parts of a product that can form a loop. Includes unpublished questions and answers. */
export interface LoopSource {
  readonly questions: readonly Pick<QuestionSource, 'id' | 'title' | 'calcmodel' | 'calcmodel_recurring' | 'calcmodel_weight'>[]
  readonly answers: readonly Pick<
    AnswerSource,
    'question_id' | 'calcmodel' | 'calcmodel_recurring' | 'calcmodel_weight' | 'price_calculation_overrides'
  >[]
  readonly calculations: readonly CalculationSource[]
}

const labelKeys = {
  price: 'authoring.loopPrice',
  priceRecurring: 'authoring.loopPriceRecurring',
  weight: 'authoring.loopWeight',
} as const satisfies Readonly<Record<QuestionMeasure, string>>
const columns = { price: 'calcmodel', priceRecurring: 'calcmodel_recurring', weight: 'calcmodel_weight' } as const

class ValueGraph {
  readonly edges = new Map<string, readonly string[]>()
  private readonly names = new Map<string, Message | string>()

  constructor(source: LoopSource, types: EngineTypes) {
    for (const calculation of source.calculations) {
      const reads = calculationBodies[calculation.type].operands(calculation, types).flatMap((operand) => {
        if ('calculation' in operand) return [`c${operand.calculation}`]
        const measure = 'question' in operand ? measures.find((name) => name === operand.field) : undefined
        return measure && 'question' in operand ? [`${measure}${operand.question}`] : []
      })
      this.add(
        `c${calculation.id}`,
        createMessage('authoring.loopCalculation', { name: calculation.name ?? calculation.id }),
        reads,
      )
    }
    const answersOf = new Map<number, LoopSource['answers'][number][]>(source.questions.map(({ id }) => [id, []]))
    for (const answer of source.answers) answersOf.get(answer.question_id)?.push(answer)
    for (const question of source.questions) {
      for (const measure of measures) {
        const questionCalculation = question[columns[measure]]
        const answers = answersOf.get(question.id) ?? []
        const answerCalculations = answers.flatMap((answer) => [
          answer[columns[measure]],
          ...(measure === 'price' ? answer.price_calculation_overrides.map(({ calculation_id }) => calculation_id) : []),
        ])
        const reads = (questionCalculation === null ? answerCalculations : [questionCalculation]).flatMap((id) =>
          id === null ? [] : [`c${id}`],
        )
        this.add(`${measure}${question.id}`, createMessage(labelKeys[measure], { title: question.title ?? question.id }), reads)
      }
    }
  }

  private add(node: string, name: Message, reads: readonly string[]): void {
    this.edges.set(node, [...new Set(reads)])
    this.names.set(node, name)
  }

  name(node: string): Message | string {
    return this.names.get(node) ?? node
  }
}

/** The calculation that depends on itself, step by step. */
type LoopPath = readonly (Message | string)[]

/** The labels of the first loop, from a calculation back to itself. Null if there is no loop. */
export function findValueLoop(source: LoopSource, types: EngineTypes): LoopPath | null {
  const graph = new ValueGraph(source, types)
  const finished = new Set<string>()
  for (const root of graph.edges.keys()) {
    const path: { readonly node: string; next: number }[] = []
    const onPath = new Map<string, number>()
    const enter = (node: string): void => {
      onPath.set(node, path.length)
      path.push({ node, next: 0 })
    }
    if (!finished.has(root)) enter(root)
    while (path.length > 0) {
      const frame = path.at(-1)!
      const target = graph.edges.get(frame.node)?.[frame.next++]
      if (target === undefined) {
        path.pop()
        onPath.delete(frame.node)
        finished.add(frame.node)
        continue
      }
      const start = onPath.get(target)
      if (start !== undefined) return [...path.slice(start).map(({ node }) => graph.name(node)), graph.name(target)]
      if (!finished.has(target) && graph.edges.has(target)) enter(target)
    }
  }
  return null
}

/** The error message for a loop. */
export function describeValueLoop(path: LoopPath): Message {
  const joined = path.reduceRight((rest, first) => createMessage('authoring.loopStep', { first, rest }))
  return createMessage('authoring.valueLoop', { path: joined })
}
