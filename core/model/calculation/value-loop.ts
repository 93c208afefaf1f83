// Refuses calculation loops: follows all operands of the written record and searches for a cycle.
import { findValueLoop, type LoopSource, describeValueLoop } from '../../engine/calculation/value-loop.js'
import { calculationBodies } from '../../engine/calculation/bodies.js'
import { toBodySource } from '../../engine/calculation/body-columns.js'
import type { BodyType, CalculationSource, GroupCalculation } from '../../engine/program/source.js'
import { Refusal } from '../../foundation/property/kind.js'
import { bodyEntities } from '../entity/calculation-bodies.js'
import type { FieldRefusal } from '../entity/define.js'
import { readId } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'

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
