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
import { requireTargetEntity } from '../../../http/record-target.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { parsePositiveId } from './positive-id.js'
import { type EditedProduct, getEditedProduct } from './edited-product.js'
import { toEditorIssues } from './rule-check.js'
import type { BodyCheckReply, TracedPart } from './shape.js'

/** Maximum number of selections in a sample. */
const maxSelections = 200
/** Amounts are integers of 1/10,000. */
const amountUnitsPerOne = 10_000

function parseSelections(given: unknown): readonly { readonly question_id: number; readonly value: string }[] {
  const refuse = (): never => {
    throw ValidationError.of('selections', `'selections' takes up to ${maxSelections} of {"question_id": id, "value": "text"}.`)
  }
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || given.length > maxSelections) return refuse()
  return given.map((one: unknown) => {
    const id = isObject(one) ? parsePositiveId(one['question_id']) : null
    const value = isObject(one) ? one['value'] : null
    return id === null || typeof value !== 'string' ? refuse() : { question_id: id, value }
  })
}

const toTracedPart = ({ kind, title, amount, details, warnings, parts }: TraceLine): TracedPart => ({
  kind,
  title: title ?? null,
  value: amount / amountUnitsPerOne,
  details: details ?? [],
  warnings: warnings ?? [],
  parts: (parts ?? []).map(toTracedPart),
})

/** The product with this body instead of the stored one. */
function replaceCalculation(source: ProductSource, calculation: CalculationSource): ProductSource {
  return { ...source, calculations: source.calculations.map((one) => (one.id === calculation.id ? calculation : one)) }
}

function getSampleValue(state: ConfigurationState, id: number): NonNullable<BodyCheckReply['sample']> {
  const node = state.program.calculationIndex.get(id)!
  const value = state.program.looped[node] ? Number.NaN : state.value(node)
  return { value: Number.isFinite(value) ? value : null, trace: toTracedPart(traceCalculation(state, node)) }
}

function evaluateSample(
  source: ProductSource,
  registry: Registry,
  id: number,
  { selections, now }: { readonly selections: ReturnType<typeof parseSelections>; readonly now: number },
): Pick<BodyCheckReply, 'sample' | 'refused'> {
  const program = compileWithTables(source, registry)
  const { state, refused } = initializeConfiguration(program, { customerGroupId: null, customerGroup: {}, now }, selections)
  return {
    sample: getSampleValue(state, id),
    refused: refused.map(({ index, message }) => ({ question_id: selections[index]!.question_id, message })),
  }
}

/** The questions that a body reads, directly or through the calculations that it references. */
function listReadQuestions(
  first: CalculationSource,
  { source, vocabulary }: EditedProduct,
  registry: Registry,
): readonly number[] {
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
export async function checkEditedBody(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const type = (Object.keys(bodyEntities) as BodyType[]).find((one) => bodyEntities[one] === entity.name)
  if (!type) throw new NotFoundError(`${entity.pluralLabel} are no bodies of calculations.`)
  const { owner, fields } = request.fields
  const product = await getEditedProduct(scope, entity, owner)
  if (!isObject(fields)) throw ValidationError.of('fields', "'fields' takes the record's fields, as a write does.")
  const selections = parseSelections(request.fields['selections'])
  const { columns, refusals } = calculationForms[type].check(fields, product.vocabulary.vocabulary)
  const id = parsePositiveId(owner)!
  const calculation: CalculationSource = { id, type, ...toBodySource[type](columns) }
  const reads = listReadQuestions(calculation, product, app.registry)
  if (refusals.length > 0) {
    const at = calculationForms[type].findErrorPosition?.(columns, app.registry) ?? null
    const issues = toEditorIssues(refusals).map((issue) => (at === null ? issue : { ...issue, at }))
    return createJsonReply({ issues, reads, sample: null, refused: [] } satisfies BodyCheckReply)
  }
  const source = replaceCalculation(product.source, calculation)
  const now = app.context.clock.now()
  return createJsonReply({
    issues: [],
    reads,
    ...evaluateSample(source, app.registry, id, { selections, now }),
  } satisfies BodyCheckReply)
}
