// Refuses loops of values: reads, from the record that is written, whatever its value is made of, and looks for a way back (domain §3).
import { findValueLoop, type LoopSource, loopSentence } from '../../engine/calculation/loops.js'
import { bodies } from '../../engine/calculation/bodies/index.js'
import { bodyFrom } from '../../engine/calculation/columns.js'
import type { BodyType, CalculationSource, GroupCalculation } from '../../engine/program/source.js'
import { Refusal } from '../../ground/property/kind.js'
import { bodyEntities } from '../entity/calculation-bodies.js'
import type { FieldRefusal } from '../entity/define.js'
import { idIn } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'

type Values = Readonly<Record<string, unknown>>
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

const figureFields = ['calcmodel', 'calcmodel_recurring', 'calcmodel_weight'] as const

function figuresOf(record: Values) {
  const overrides = (record.price_calculation_overrides ?? []) as readonly GroupCalculation[]
  return {
    calcmodel: idIn(record, 'calcmodel'),
    calcmodel_recurring: idIn(record, 'calcmodel_recurring'),
    calcmodel_weight: idIn(record, 'calcmodel_weight'),
    price_calculation_overrides: overrides,
  }
}

function calculationsOf(record: Values): readonly number[] {
  const figures = figuresOf(record)
  const ids = [
    ...figureFields.map((field) => figures[field]),
    ...figures.price_calculation_overrides.map((one) => one.calculation_id),
  ]
  return ids.filter((id) => id !== null)
}

/** True for what no loop can lead through. Asked for each answer of a product, so that nothing is made for it. */
export function hasNoFigures(record: Values): boolean {
  for (const field of figureFields) if (idIn(record, field) !== null) return false
  const overrides = (record.price_calculation_overrides ?? []) as readonly GroupCalculation[]
  return overrides.every(({ calculation_id }) => calculation_id === null)
}

/** A loop's sentence does not name answers by their texts. */
const textless = { texts: false }

/** Collects what can be reached, with the written record in place of the stored one. */
class Reached {
  readonly source: Mutable<LoopSource> = { questions: [], answers: [], calculations: [] }
  private readonly seen = new Set<string>()

  /** Texts are read where a loop is told: most are none. */
  constructor(
    private readonly scope: RegistryScope,
    private readonly texts: boolean,
  ) {}

  private isNew(node: string): boolean {
    return !this.seen.has(node) && this.seen.add(node).has(node)
  }

  async calculation(id: number): Promise<void> {
    if (!this.isNew(`calculation ${id}`)) return
    const { scope } = this
    const record = await scope.read('calculation', id)
    if (!record) return
    const written = Object.entries(bodyEntities).find(
      ([, entity]) => entity === scope.entity && scope.record.calculation_id === id,
    )
    const type = (written?.[0] ?? record.type) as BodyType
    const body = written ? scope.record : (await scope.find(bodyEntities[type]!, 'calculation_id', id))[0]
    const calculation: CalculationSource = { id, name: String(record.name), type, ...(body ? bodyFrom[type](body) : {}) }
    this.source.calculations.push(calculation)
    for (const operand of bodies[type].operands(calculation, scope.registry)) {
      if ('calculation' in operand) await this.calculation(operand.calculation)
      // A selection is no value: only figures can lead back.
      else if ('question' in operand && operand.field !== 'selected') await this.question(operand.question)
    }
  }

  async question(id: number): Promise<void> {
    if (!this.isNew(`question ${id}`)) return
    const { scope } = this
    const record =
      scope.entity === 'question' && scope.id === id ? scope.record : await scope.read('question', id, { texts: this.texts })
    if (!record) return
    this.source.questions.push({ id, title: String(record.title), ...figuresOf(record) })
    const answers = (await scope.find('answer', 'question_id', id, textless)).filter((answer) => !this.isWritten(answer))
    const judged = scope.entity === 'answer' && scope.record.question_id === id ? [...answers, scope.record] : answers
    for (const answer of judged) this.source.answers.push({ question_id: id, ...figuresOf(answer) })
    for (const calculation of [record, ...judged].flatMap(calculationsOf)) await this.calculation(calculation)
  }

  private isWritten(answer: Values): boolean {
    return this.scope.entity === 'answer' && answer.id === this.scope.id
  }
}

/** Reads what can be reached, and once more with the names that a sentence needs where that has a loop. */
async function refuse(
  scope: RegistryScope,
  field: string,
  reach: (reached: Reached) => Promise<void>,
): Promise<readonly FieldRefusal[]> {
  for (const texts of [false, true]) {
    const reached = new Reached(scope, texts)
    await reach(reached)
    const loop = findValueLoop(reached.source, scope.registry)
    if (!loop) return []
    if (texts) return [{ field, refusal: new Refusal(loopSentence(loop), 'VALUE_LOOP') }]
  }
  return []
}

/** Judges a calculation's body; the issue stands at `field`. */
export async function judgeBodyLoop(scope: RegistryScope, field: string): Promise<readonly FieldRefusal[]> {
  const calculationId = idIn(scope.record, 'calculation_id')
  if (calculationId === null) return []
  return refuse(scope, field, (reached) => reached.calculation(calculationId))
}

/** Judges a question or an answer whose calculations have changed, or an answer that has moved; the issue stands at the first of them. */
export async function judgeFigureLoop(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  const { record, entity, id } = scope
  const questionId = entity === 'question' ? id : idIn(record, 'question_id')
  if (questionId === null || hasNoFigures(record)) return []
  const before = id === null ? null : await scope.read(entity, id)
  const stays = before?.question_id === record.question_id
  if (before && stays && JSON.stringify(figuresOf(before)) === JSON.stringify(figuresOf(record))) return []
  const field = figureFields.find((name) => typeof record[name] === 'number') ?? 'price_calculation_overrides'
  return refuse(scope, field, (reached) => reached.question(questionId))
}
