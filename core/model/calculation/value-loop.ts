// Refuses calculation loops: follows all operands of the written record and searches for a cycle.
import { calculationBodies } from '../../engine/calculation/bodies.js'
import { toBodySource } from '../../engine/calculation/matrix.js'
import type {
  BodyType,
  CalculationSource,
  GroupCalculation,
  AnswerSource,
  QuestionSource,
  EngineTypes,
} from '../../engine/program/source.js'
import { Refusal } from '../../foundation/property/kind.js'
import { bodyEntities } from '../entity/calculation-bodies.js'
import type { FieldRefusal } from '../entity/define.js'
import { readId } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'
import { createMessage, type Message } from '../../foundation/message.js'
import { type QuestionMeasure, measures } from '../../engine/question/fields.js'

/** The parts of a product that can form a loop. Includes unpublished questions and answers. */
interface LoopSource {
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

type Values = Readonly<Record<string, unknown>>
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

const calculationFields = ['calcmodel', 'calcmodel_recurring', 'calcmodel_weight'] as const

function calculationReferences(record: Values) {
  const overrides = (record.price_calculation_overrides ?? []) as readonly GroupCalculation[]
  return {
    calcmodel: readId(record, 'calcmodel'),
    calcmodel_recurring: readId(record, 'calcmodel_recurring'),
    calcmodel_weight: readId(record, 'calcmodel_weight'),
    price_calculation_overrides: overrides,
  }
}

function calculationsOf(record: Values): readonly number[] {
  const references = calculationReferences(record)
  const ids = [
    ...calculationFields.map((field) => references[field]),
    ...references.price_calculation_overrides.map((override) => override.calculation_id),
  ]
  return ids.filter((id) => id !== null)
}

/** True if the record refers to no calculation. Runs for each answer of a product, so it allocates nothing. */
export function hasNoCalculations(record: Values): boolean {
  for (const field of calculationFields) if (typeof record[field] === 'number') return false
  const overrides = (record.price_calculation_overrides ?? []) as readonly GroupCalculation[]
  return overrides.every(({ calculation_id }) => calculation_id === null)
}

/** Answer texts are not part of the error message. */
const textless = { texts: false }

/** Collects all reachable records. The written record replaces its stored version. */
class ReachableRecords {
  readonly source: Mutable<LoopSource> = { questions: [], answers: [], calculations: [] }
  private readonly visited = new Set<string>()

  /** `texts`: also load texts. They are only needed for the message about a loop that was found. */
  constructor(
    private readonly scope: RegistryScope,
    private readonly texts: boolean,
  ) {}

  private isNew(node: string): boolean {
    return !this.visited.has(node) && this.visited.add(node).has(node)
  }

  async calculation(id: number): Promise<void> {
    if (!this.isNew(`calculation ${id}`)) return
    const { scope } = this
    const record = await scope.read('calculation', id)
    if (!record) return
    const bodyEntity = Object.entries(bodyEntities).find(
      ([, entity]) => entity === scope.entity && scope.record.calculation_id === id,
    )
    const type = (bodyEntity?.[0] ?? record.type) as BodyType
    const body = bodyEntity ? scope.record : (await scope.find(bodyEntities[type]!, 'calculation_id', id))[0]
    const calculation: CalculationSource = { id, name: String(record.name), type, ...(body ? toBodySource[type](body) : {}) }
    this.source.calculations.push(calculation)
    for (const operand of calculationBodies[type].operands(calculation, scope.registry)) {
      if ('calculation' in operand) await this.calculation(operand.calculation)
      // `selected` is a choice and not a computed value, so it cannot close a loop.
      else if ('question' in operand && operand.field !== 'selected') await this.question(operand.question)
    }
  }

  async question(id: number): Promise<void> {
    if (!this.isNew(`question ${id}`)) return
    const { scope } = this
    const record =
      scope.entity === 'question' && scope.id === id ? scope.record : await scope.read('question', id, { texts: this.texts })
    if (!record) return
    this.source.questions.push({ id, title: String(record.title), ...calculationReferences(record) })
    const answers = (await scope.find('answer', 'question_id', id, textless)).filter((answer) => !this.isWritten(answer))
    const effectiveAnswers = scope.entity === 'answer' && scope.record.question_id === id ? [...answers, scope.record] : answers
    for (const answer of effectiveAnswers) this.source.answers.push({ question_id: id, ...calculationReferences(answer) })
    for (const calculation of [record, ...effectiveAnswers].flatMap(calculationsOf)) await this.calculation(calculation)
  }

  private isWritten(answer: Values): boolean {
    return this.scope.entity === 'answer' && answer.id === this.scope.id
  }
}

/** Searches for a loop without texts first. If there is one, loads the records again with the titles for the message. */
async function refuseLoop(
  scope: RegistryScope,
  field: string,
  collect: (reachable: ReachableRecords) => Promise<void>,
): Promise<readonly FieldRefusal[]> {
  for (const withTexts of [false, true]) {
    const reachable = new ReachableRecords(scope, withTexts)
    await collect(reachable)
    const loop = findValueLoop(reachable.source, scope.registry)
    if (!loop) return []
    if (withTexts) return [{ field, refusal: new Refusal(describeValueLoop(loop), 'VALUE_LOOP') }]
  }
  return []
}

/** Checks a calculation body for loops and reports the refusal at `field`. */
export async function checkBodyLoop(scope: RegistryScope, field: string): Promise<readonly FieldRefusal[]> {
  const calculationId = readId(scope.record, 'calculation_id')
  if (calculationId === null) return []
  return refuseLoop(scope, field, (reachable) => reachable.calculation(calculationId))
}

/**
 * Checks a question or answer for loops if its calculations have changed or the answer has moved to another question. Reports the
 * refusal at the first field with a calculation.
 */
export async function checkRecordLoop(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  const { record, entity, id } = scope
  if (hasNoCalculations(record)) return []
  const questionId = entity === 'question' ? id : readId(record, 'question_id')
  if (questionId === null) return []
  const before = id === null ? null : await scope.read(entity, id)
  const stays = before?.question_id === record.question_id
  if (before && stays && JSON.stringify(calculationReferences(before)) === JSON.stringify(calculationReferences(record)))
    return []
  const field = calculationFields.find((name) => typeof record[name] === 'number') ?? 'price_calculation_overrides'
  return refuseLoop(scope, field, (reachable) => reachable.question(questionId))
}
