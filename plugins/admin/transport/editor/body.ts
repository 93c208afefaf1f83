// Validates the unsaved body of a calculation and evaluates it for sample selections. Stores nothing.
import { calculationBodies } from '#core/engine/calculation/bodies/index.js'
import { toBodySource } from '#core/engine/calculation/body-columns.js'
import { calculationForms } from '#core/engine/calculation/forms/index.js'
import { initializeConfiguration } from '#core/engine/program/configuration.js'
import type { BodyType, CalculationSource, ProductSource } from '#core/engine/program/source.js'
import type { ConfigurationState } from '#core/engine/program/state.js'
import { traceCalculation } from '#core/engine/program/trace-calculation.js'
import type { TraceLine } from '#core/engine/program/trace.js'
import { compileWithTables } from '#core/engine/variant/variant-compiler.js'
import { NotFoundError, ValidationError } from '#core/foundation/errors.js'
import { isObject } from '#core/foundation/object.js'
import { bodyEntities } from '#core/model/entity/calculation-bodies.js'
import type { Registry } from '#core/model/registry.js'
import { requireTarget } from '../../../http/record-target.js'
import { json, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/scope.js'
import { asId } from './id.js'
import { type EditedProduct, editedProduct } from './product.js'
import { issuesOf } from './rule.js'
import type { BodyJudged, TracedPart } from './shape.js'

/** Maximum number of selections in a sample. */
const mostSelections = 200
/** Amounts are integers of 1/10,000. */
const perUnit = 10_000

function selectionsOf(given: unknown): readonly { readonly question_id: number; readonly value: string }[] {
  const refuse = (): never => {
    throw ValidationError.of('selections', `'selections' takes up to ${mostSelections} of {"question_id": id, "value": "text"}.`)
  }
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || given.length > mostSelections) return refuse()
  return given.map((one: unknown) => {
    const id = isObject(one) ? asId(one['question_id']) : null
    const value = isObject(one) ? one['value'] : null
    return id === null || typeof value !== 'string' ? refuse() : { question_id: id, value }
  })
}

const toPart = ({ kind, title, amount, details, warnings, parts }: TraceLine): TracedPart => ({
  kind,
  title: title ?? null,
  value: amount / perUnit,
  details: details ?? [],
  warnings: warnings ?? [],
  parts: (parts ?? []).map(toPart),
})

/** The product with this body instead of the stored one. */
function withBody(source: ProductSource, calculation: CalculationSource): ProductSource {
  return { ...source, calculations: source.calculations.map((one) => (one.id === calculation.id ? calculation : one)) }
}

function valueOf(state: ConfigurationState, id: number): NonNullable<BodyJudged['sample']> {
  const node = state.program.calculationIndex.get(id)!
  const value = state.program.looped[node] ? Number.NaN : state.value(node)
  return { value: Number.isFinite(value) ? value : null, trace: toPart(traceCalculation(state, node)) }
}

function sampled(
  source: ProductSource,
  registry: Registry,
  id: number,
  { selections, now }: { readonly selections: ReturnType<typeof selectionsOf>; readonly now: number },
): Pick<BodyJudged, 'sample' | 'refused'> {
  const program = compileWithTables(source, registry)
  const { state, refused } = initializeConfiguration(program, { customerGroupId: null, customerGroup: {}, now }, selections)
  return {
    sample: valueOf(state, id),
    refused: refused.map(({ index, message }) => ({ question_id: selections[index]!.question_id, message })),
  }
}

/** The questions that a body reads, directly or through the calculations that it references. */
function questionsBehind(first: CalculationSource, { source, vocabulary }: EditedProduct, registry: Registry): readonly number[] {
  const others = new Map(source.calculations.map((one) => [one.id, one]))
  const questions = new Set<number>()
  const seen = new Set([first])
  for (const calculation of seen) {
    for (const { entity, id } of calculationBodies[calculation.type].references(calculation, registry)) {
      const named = entity === 'calculation' ? others.get(id) : undefined
      if (named && id !== first.id) seen.add(named)
      if (entity === 'question' && vocabulary.vocabulary.questions.has(id)) questions.add(id)
    }
  }
  return [...questions]
}

/** POST editor/:entity/body. Callers who may not write code do not see its result. */
export async function judgeBody(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTarget(app, request, 'update')
  const type = (Object.keys(bodyEntities) as BodyType[]).find((one) => bodyEntities[one] === entity.name)
  if (!type) throw new NotFoundError(`${entity.pluralLabel} are no bodies of calculations.`)
  const { owner, fields } = request.fields
  const product = await editedProduct(scope, entity, owner)
  if (!isObject(fields)) throw ValidationError.of('fields', "'fields' takes the record's fields, as a write does.")
  const selections = selectionsOf(request.fields['selections'])
  const { columns, refusals } = calculationForms[type].check(fields, product.vocabulary.vocabulary)
  const id = asId(owner)!
  const calculation: CalculationSource = { id, type, ...toBodySource[type](columns) }
  const reads = questionsBehind(calculation, product, app.registry)
  if (refusals.length > 0) {
    const at = calculationForms[type].findErrorPosition?.(columns, app.registry) ?? null
    const issues = issuesOf(refusals).map((issue) => (at === null ? issue : { ...issue, at }))
    return json({ issues, reads, sample: null, refused: [] } satisfies BodyJudged)
  }
  const source = withBody(product.source, calculation)
  const now = app.context.clock.now()
  return json({ issues: [], reads, ...sampled(source, app.registry, id, { selections, now }) } satisfies BodyJudged)
}
