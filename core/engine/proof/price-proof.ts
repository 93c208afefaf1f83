// Finds entries and answers that no row or column of a price table fits: a configuration with one of them has no price (domain §5).
import { bodies } from '../calculation/bodies/index.js'
import { type Axis, axisOf, roundToStep } from '../calculation/matrix.js'
import type { CalculationSource, MatrixSource, ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { finding, type Place, type ProofFinding } from './findings.js'
import { Locator } from './locate.js'

/** Entries that an exact table is asked for one by one; a question that takes more of them is left out. */
const most = 10_000
/** Entries that a sentence names. */
const listed = 5

/** What a question can be set to, as far as its table can miss it. */
interface Entries {
  /** One by one, with a name for people; null where there are too many to go through, or no end of them. */
  readonly each: readonly { readonly at: number; readonly name: string }[] | null
  /** Of numbers in a range, the smallest and largest; null where there is none. */
  readonly range: { readonly min: number | null; readonly max: number | null } | null
}

/** The calculations that prices are made of, those that they read included. */
function pricing({ questions, answers, calculations }: ProductSource, types: EngineTypes): readonly CalculationSource[] {
  const byId = new Map(calculations.map((calculation) => [calculation.id, calculation]))
  const found = new Set<CalculationSource>()
  const visit = (id: number | null): void => {
    const calculation = id === null ? undefined : byId.get(id)
    if (!calculation || found.has(calculation)) return
    found.add(calculation)
    for (const operand of bodies[calculation.type].operands(calculation, types))
      if ('calculation' in operand) visit(operand.calculation)
  }
  for (const { calcmodel, calcmodel_recurring } of [...questions, ...answers])
    for (const id of [calcmodel, calcmodel_recurring]) visit(id)
  for (const { price_calculation_overrides } of answers)
    for (const { calculation_id } of price_calculation_overrides) visit(calculation_id)
  return calculations.filter((calculation) => found.has(calculation))
}

function entriesOf(question: QuestionSource, locator: Locator): Entries | null {
  if (locator.takesAnswers(question)) {
    const choosable = locator.answersOf(question).filter((answer) => answer.available || !answer.disable_non_available)
    const each = choosable.map(({ id, title }) => ({ at: id, name: title ?? String(id) }))
    return { each, range: null }
  }
  const type = locator.typeOf(question)
  if (!type || locator.kindOf(question) !== 'number') return null
  const settings = locator.settingsOf(question)
  const limits = {
    min: type.limited && question.set_min_value === 'static' ? question.minval : null,
    max: type.limited && question.set_max_value === 'static' ? question.maxval : null,
  }
  const takes = (value: number): boolean => locator.takes(question, String(value), limits)
  const named = (values: readonly number[]) => values.filter(takes).map((at) => ({ at, name: String(at) }))
  const { listed: list, whole = false, step = 1 } = type.entries?.(settings) ?? {}
  if (list) return { each: named(list.map(Number).filter(Number.isFinite)), range: null }
  // A limit counts where the type refuses what lies far beyond it; a text box that does not validate has none.
  const min = limits.min !== null && !takes(limits.min - Math.abs(limits.min) - 1) ? limits.min : null
  const max = limits.max !== null && !takes(limits.max + Math.abs(limits.max) + 1) ? limits.max : null
  const countable = min !== null && max !== null && (whole || step !== 1) && (max - min) / step < most
  const each = countable ? named(Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step)) : null
  return { each, range: { min: each?.[0]?.at ?? min, max: each?.at(-1)?.at ?? max } }
}

/** What of the entries the coordinates of one axis leave out, for a sentence; null where they leave out nothing that is known. */
function leftOut(
  coordinates: readonly number[],
  { lookup, round }: MatrixSource,
  entries: Entries,
  rounds: boolean,
): string | null {
  const [first, last] = [coordinates[0]!, coordinates.at(-1)!]
  const { each, range } = entries
  if (range && lookup === 'nextHigher') return range.max === null || range.max > last ? `anything above ${last}` : null
  if (range && lookup === 'nextLower') return range.min === null || range.min < first ? `anything below ${first}` : null
  if (each === null) return null
  const known = new Set(coordinates)
  const fits = (at: number): boolean => {
    if (lookup === 'nextHigher') return at <= last
    if (lookup === 'nextLower') return at >= first
    return known.has(rounds && round !== null && round > 0 ? roundToStep(at, round) : at)
  }
  const missing = each.filter(({ at }) => !fits(at)).map(({ name }) => `'${name}'`)
  if (missing.length === 0) return null
  return `${missing.slice(0, listed).join(', ')}${missing.length > listed ? ` and ${missing.length - listed} more` : ''}`
}

/** The findings on the price tables of a whole product. */
export function missingPrices(source: ProductSource, types: EngineTypes): ProofFinding[] {
  const locator = new Locator(source, types)
  const outcome = source.unpriced === 'free' ? 'costs nothing' : 'has no price and cannot be ordered'
  const findings: ProofFinding[] = []
  for (const calculation of pricing(source, types)) {
    const matrix = calculation.type === 'matrix' ? calculation.matrix : null
    if (!matrix || matrix.cells.length === 0) continue
    for (const axis of ['row', 'column'] as const) {
      const operand: Axis = axisOf(matrix, axis)
      const question = operand && 'question' in operand ? locator.questions.get(operand.question) : undefined
      const entries = question ? entriesOf(question, locator) : null
      if (!question || !entries) continue
      const coordinates = [...new Set(matrix.cells.map((cell) => cell[axis]))].sort((a, b) => a - b)
      const missing = leftOut(coordinates, matrix, entries, !locator.takesAnswers(question))
      if (missing === null) continue
      const place: Place = { entity: 'calculation', id: calculation.id }
      const message = `The table '${calculation.name ?? calculation.id}' has no ${axis} for ${missing} of '${question.title ?? question.id}', which it takes: a configuration with it ${outcome}.`
      findings.push(finding('no-price', place, message, { field: 'cells', at: [place, { entity: 'question', id: question.id }] }))
    }
  }
  return findings
}
