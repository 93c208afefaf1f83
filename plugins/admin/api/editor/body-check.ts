// Validates the unsaved body of a calculation and evaluates it for sample selections. Stores nothing.
import { createLabel, createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import {
  bodyEntities,
  type BodyType,
  calculationBodies,
  calculationForms,
  type CalculationSource,
  compileWithTables,
  type ConfigurationState,
  initializeConfiguration,
  isObject,
  type ProductSource,
  type Registry,
  toBodySource,
  traceCalculation,
  type TraceLine,
} from '#core/surface.js'
import { requireTargetEntity } from '../../../http/record-query.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { parsePositiveId, type EditedProduct, getEditedProduct } from './edited-product.js'
import { toEditorIssues } from './rule-check.js'
import type { BodyCheckReply, TracedPart } from './shape.js'

/** Maximum number of selections in a sample. */
const maxSelections = 200
/** Amounts are integers of 1/10,000. */
const amountUnitsPerOne = 10_000

function parseSelections(input: unknown): readonly { readonly question_id: number; readonly value: string }[] {
  const refuse = (): never => {
    throw ValidationError.of('selections', createMessage('errors.selectionsInvalid', { most: maxSelections }))
  }
  if (input === undefined || input === null) return []
  if (!Array.isArray(input) || input.length > maxSelections) return refuse()
  return input.map((selection: unknown) => {
    const id = isObject(selection) ? parsePositiveId(selection['question_id']) : null
    const value = isObject(selection) ? selection['value'] : null
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
  return {
    ...source,
    calculations: source.calculations.map((candidate) => (candidate.id === calculation.id ? calculation : candidate)),
  }
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
  const calculationsById = new Map(source.calculations.map((candidate) => [candidate.id, candidate]))
  const questions = new Set<number>()
  const reachedCalculations = new Set([first])
  for (const calculation of reachedCalculations) {
    for (const { entity, id } of calculationBodies[calculation.type].references(calculation, registry)) {
      const referenced = entity === 'calculation' ? calculationsById.get(id) : undefined
      if (referenced && id !== first.id) reachedCalculations.add(referenced)
      if (entity === 'question' && vocabulary.vocabulary.questions.has(id)) questions.add(id)
    }
  }
  return [...questions]
}

/** POST editor/:entity/body. Callers who may not write code do not see its result. */
export async function checkEditedBody(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const type = (Object.keys(bodyEntities) as BodyType[]).find((bodyType) => bodyEntities[bodyType] === entity.name)
  if (!type)
    throw new NotFoundError(createMessage('errors.noCalculationBody', { entities: createLabel('entity', entity.pluralLabel) }))
  const { owner, fields } = request.fields
  const product = await getEditedProduct(scope, entity, owner)
  if (!isObject(fields)) throw ValidationError.of('fields', createMessage('errors.bodyFieldsRequired'))
  const selections = parseSelections(request.fields['selections'])
  const { columns, refusals } = calculationForms[type].check(fields, product.vocabulary.vocabulary)
  const id = parsePositiveId(owner)!
  const calculation: CalculationSource = { id, type, ...toBodySource[type](columns) }
  const reads = listReadQuestions(calculation, product, app.context.registry)
  if (refusals.length > 0) {
    const at = calculationForms[type].findErrorPosition?.(columns, app.context.registry) ?? null
    const issues = toEditorIssues(scope, refusals).map((issue) => (at === null ? issue : { ...issue, at }))
    return createJsonReply({ issues, reads, sample: null, refused: [] } satisfies BodyCheckReply)
  }
  const source = replaceCalculation(product.source, calculation)
  const now = app.context.clock.now()
  return createJsonReply({
    issues: [],
    reads,
    ...evaluateSample(source, app.context.registry, id, { selections, now }),
  } satisfies BodyCheckReply)
}
