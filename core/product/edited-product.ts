// Checks unsaved bodies and rules of a product for the editors of formulas and rules. Stores nothing.
import { calculationBodies } from '../engine/calculation/bodies.js'
import { type ColumnValues, toBodySource } from '../engine/calculation/matrix.js'
import { calculationForms } from '../engine/calculation/forms.js'
import { initializeConfiguration, type SelectionInput } from '../engine/program/configuration.js'
import type { BodyType, CalculationSource, ProductSource } from '../engine/program/source.js'
import { traceCalculation } from '../engine/program/trace.js'
import type { TraceLine } from '../engine/program/trace-line.js'
import { toStoredRule } from '../engine/rule/rule-authoring.js'
import { compileWithTables } from '../engine/variant/variant-compiler.js'
import type { Refusal } from '../foundation/property/kind.js'
import { answer } from '../model/entities/catalog/answer.js'
import { calculation } from '../model/entities/catalog/calculation.js'
import { question } from '../model/entities/catalog/question.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import type { Registry } from '../model/registry.js'
import type { ProductVocabulary } from './vocabulary.js'
import type { PartKey } from './line-notation/sheet-names.js'

export interface EditedProduct extends ProductVocabulary {
  /** The keys of questions, answers and calculations, by which formulas and rules name them. */
  readonly names: readonly PartKey[]
  /** Stored values of the product's questions, by id. */
  readonly settings: ReadonlyMap<number, ColumnValues>
  /** The published product as engine source. */
  readonly source: ProductSource
  /** The store's version when it was read. Titles are in the store's default language. */
  readonly store: number | undefined
}

/** An unsaved body: the authored fields of an entity such as `calculation-formula`. */
export interface EditedBody {
  /** The id of its calculation. */
  readonly id: number
  readonly entity: string
  readonly fields: ColumnValues
}

/** Selections for which a valid body is evaluated, at a time. */
export interface BodySample {
  readonly selections: readonly SelectionInput[]
  readonly now: number
}

export interface BodyCheck {
  readonly refusals: readonly Refusal[]
  /** Position of a syntax error in characters, counted from 0. null if there is none or the position is unknown. */
  readonly errorPosition: number | null
  /** The questions that the body reads, directly or through the calculations that it references. */
  readonly reads: readonly number[]
  /** null for a refused body. The value is null if it is no number, or if the calculation depends on itself. */
  readonly sample: { readonly value: number | null; readonly trace: TraceLine } | null
  /** Selections of the sample that the product refuses. */
  readonly refused: readonly { readonly question_id: number; readonly message: string }[]
}

const findBodyType = (entity: string): BodyType | undefined =>
  (Object.keys(calculationForms) as BodyType[]).find((type) => bodyEntities[type] === entity)

/** True for the entity of a calculation's body. */
export const isCalculationBody = (entity: string): boolean => findBodyType(entity) !== undefined

function listReadQuestions(
  first: CalculationSource,
  { source, vocabulary }: EditedProduct,
  registry: Registry,
): readonly number[] {
  const calculationsById = new Map(source.calculations.map((candidate) => [candidate.id, candidate]))
  const questions = new Set<number>()
  const reachedCalculations = new Set([first])
  for (const reached of reachedCalculations) {
    for (const { entity, id } of calculationBodies[reached.type].references(reached, registry)) {
      const referenced = entity === calculation.name ? calculationsById.get(id) : undefined
      if (referenced && id !== first.id) reachedCalculations.add(referenced)
      if (entity === question.name && vocabulary.questions.has(id)) questions.add(id)
    }
  }
  return [...questions]
}

/** Evaluates the product with this calculation instead of the stored one. */
function evaluateSample(
  source: ProductSource,
  edited: CalculationSource,
  registry: Registry,
  { selections, now }: BodySample,
): Pick<BodyCheck, 'sample' | 'refused'> {
  const calculations = source.calculations.map((candidate) => (candidate.id === edited.id ? edited : candidate))
  const program = compileWithTables({ ...source, calculations }, registry)
  const { state, refused } = initializeConfiguration(program, { customerGroupId: null, customerGroup: {}, now }, selections)
  const node = program.calculationIndex.get(edited.id)!
  const value = program.looped[node] ? Number.NaN : state.value(node)
  return {
    sample: { value: Number.isFinite(value) ? value : null, trace: traceCalculation(state, node) },
    refused: refused.map(({ index, message }) => ({ question_id: selections[index]!.question_id, message })),
  }
}

/** Validates the body of a calculation, and evaluates a valid one. The entity must be one of a body. */
export function checkBody(
  product: EditedProduct,
  { id, entity, fields }: EditedBody,
  registry: Registry,
  sample: BodySample,
): BodyCheck {
  const type = findBodyType(entity)!
  const { columns, refusals } = calculationForms[type].check(fields, product.vocabulary)
  const edited: CalculationSource = { id, type, ...toBodySource[type](columns) }
  const reads = listReadQuestions(edited, product, registry)
  if (refusals.length === 0)
    return { refusals, errorPosition: null, reads, ...evaluateSample(product.source, edited, registry, sample) }
  const errorPosition = calculationForms[type].findErrorPosition?.(columns, registry) ?? null
  return { refusals, errorPosition, reads, sample: null, refused: [] }
}

/** An unsaved rule of a question or an answer. The id is null for a new record. */
export interface EditedRule {
  readonly entity: string
  readonly id: number | null
  readonly rule: unknown
}

/**
 * Validates a rule. Without refusals, `source` is the product with this rule instead of the stored one, or null if the record is not part
 * of the published product.
 */
export function checkRule(
  { vocabulary, source }: EditedProduct,
  { entity, id, rule }: EditedRule,
): { readonly refusals: readonly Refusal[]; readonly source: ProductSource | null } {
  const outcome = toStoredRule(rule, vocabulary)
  if ('refusals' in outcome) return { refusals: outcome.refusals, source: null }
  const replaceRule = <R extends { readonly id: number }>(records: readonly R[]): readonly R[] | null =>
    records.some((record) => record.id === id)
      ? records.map((record) => (record.id === id ? { ...record, rules: outcome.stored } : record))
      : null
  const questions = entity === question.name ? replaceRule(source.questions) : null
  const answers = entity === answer.name ? replaceRule(source.answers) : null
  if (questions) return { refusals: [], source: { ...source, questions } }
  return { refusals: [], source: answers && { ...source, answers } }
}
