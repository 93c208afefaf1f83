// Price changes with a preview and an exact undo: relative changes of many records, and the change of the base currency.
import { boolean, createMessage, dropdown, number, string, ValidationError } from '#core/contract.js'
import { baseCurrency, entities, requireEntity, requireScopes, inputForms, type productEditing } from '#core/surface.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, toFieldKeys, toHeading } from '../wording/label-translator.js'
import { loadChoicesById } from './choices.js'
import { createInputWords } from './session.js'
import type { BaseCurrencyReply, BulkRequest, PriceChangeReply } from './shape.js'
import { readTypedNumbers } from './form-record.js'
import { baseCurrencyScopes, canStoreUndo, storeUndoNotes } from './undo.js'
import { bulkTargetInput, listTargetIds } from './bulk.js'

const input = {
  converts: boolean('Convert amounts'),
  rate: number('Exchange rate', { scale: 8 }),
  rounding: dropdown('Rounding', {
    choices: Object.fromEntries(baseCurrency.offeredRoundings.map((name) => [name, name])),
    default: 'none',
  }),
  expected: string('Expected state'),
  dry_run: boolean('Dry run'),
}

interface BaseCurrencyInput {
  readonly converts?: boolean | null
  readonly rate?: number | null
  readonly rounding?: baseCurrency.BaseCurrencyRequest['rounding'] | null
  readonly expected?: string | null
  readonly dry_run?: boolean | null
}

/** Examples per entity and field, and in total. */
const maxExamplesPerField = 5
const maxExamples = 60
const maxObstacles = 50

/** Named examples and obstacles of a plan. */
async function describePlan(
  scope: AdminScope,
  { fields, obstacles, ...plan }: baseCurrency.BaseCurrencyPlan,
): Promise<Omit<BaseCurrencyReply, 'undo'>> {
  const { registry } = scope.app.context
  const translate = createLabelTranslator(registry, scope.language)
  const counts = new Map<string, number>()
  const chosen = fields.filter(({ entity, field, amounts }) => {
    const key = `${entity} ${field}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)! <= maxExamplesPerField && amounts.some(([before]) => before !== 0)
  })
  const examples = chosen.slice(0, maxExamples)
  const named = obstacles.slice(0, maxObstacles)
  const titles = new Map<string, ReadonlyMap<number, string>>()
  for (const name of new Set([...examples, ...named].map(({ entity }) => entity))) {
    const ids = [...examples, ...named].filter(({ entity }) => entity === name).map(({ id }) => id)
    const choices = await loadChoicesById(scope, requireEntity(registry, name), ids)
    titles.set(name, new Map(choices.map(({ id, label }) => [id, label])))
  }
  const describe = ({ entity, id }: { readonly entity: string; readonly id: number }) => ({
    title: titles.get(entity)?.get(id) ?? '',
    label: toHeading(translate(requireEntity(registry, entity).label, `labels.entity.${entity}`)),
  })
  return {
    ...plan,
    amounts: fields.flatMap(({ amounts }) => amounts).filter(([before]) => before !== 0).length,
    formulas: fields.filter(({ field }) => field === 'terms').length,
    factors: plan.factors.filter(({ isUsed }) => isUsed).map(({ code, before, after }) => ({ code, before, after })),
    examples: examples.map((example) => {
      const [before, after] = example.amounts.find(([amount]) => amount !== 0)!
      const { label } = requireEntity(registry, example.entity).properties[example.field]!
      const field = translate(label, toFieldKeys(example.entity, example.field).label)
      return { ...describe(example), field, before, after }
    }),
    obstacles: named.map((obstacle) => ({ ...obstacle, ...describe(obstacle) })),
    moreObstacles: obstacles.length - named.length,
  }
}

/** `POST records/currency/<id>/base`: the plan with `dry_run`, otherwise the change with an undo token. */
export async function makeBaseCurrency(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  requireScopes(caller.grant, baseCurrencyScopes)
  const entity = requireEntity(app.context.registry, entities.currency.name)
  const fields = await readTypedNumbers(input, request.fields, language)
  const {
    converts,
    rate,
    rounding,
    expected,
    dry_run: dryRun = false,
  } = inputForms.prepareInput(input, fields, createInputWords(createMessage('errors.ownerChange'))) as BaseCurrencyInput
  const change = {
    currencyId: requireRecordId(entity, request),
    converts: converts === true,
    ...(typeof rate === 'number' && { rate }),
    rounding: rounding ?? 'none',
  }
  if (dryRun) {
    const { currencies: _all, ...plan } = await baseCurrency.planBaseCurrency(await app.shop.createContext({}).at(), change)
    return createJsonReply({ ...(await describePlan(scope, plan)), undo: null } satisfies BaseCurrencyReply)
  }
  const { plan, restoration } = await app.records.unit(async (records) => {
    const result = await baseCurrency.changeBaseCurrency(app.context, records, change, expected ?? undefined)
    // Without an undo, nothing is changed.
    if (!canStoreUndo([{ restoration: result.restoration }]))
      throw ValidationError.of('currency_id', createMessage('errors.amountsNotUndoable'))
    return result
  })
  const undo = await storeUndoNotes(scope, entity, [{ restoration }])
  return createJsonReply({ ...(await describePlan(scope, plan)), undo } satisfies BaseCurrencyReply)
}

const actionName = 'change-prices'
/** The action changes at most as many prices, and each record has at least one. */
const maximumTargets = 5_000

/** The argument of the action that takes the ids of an entity. Assignments stand for their products. */
const idArguments: Readonly<Record<string, string>> = {
  [entities.product.name]: 'product_ids',
  [entities.answer.name]: 'answer_ids',
  [entities.productList.name]: 'product_list_ids',
  [entities.productListAssignment.name]: 'product_ids',
}

async function toArgumentIds({ app }: AdminScope, entity: string, ids: readonly number[]): Promise<readonly number[]> {
  if (entity !== entities.productListAssignment.name) return ids
  const assignments = await app.shop.createContext({}).list(entities.productListAssignment, { column: 'id', values: ids })
  return [...new Set(assignments.map(({ values }) => Number(values.product_id)))]
}

/** `POST records/<entity>/prices {ids | filter, search, …}`: the plan with `dry_run`, otherwise the change with an undo token. */
export async function changeRecordPrices(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const argument = idArguments[entity.name]
  const action = app.context.registry.actions.get(actionName)
  if (argument === undefined || !action) throw ValidationError.of('entity', createMessage('errors.pricesOfNothing'))
  const { ids, filter, search, ...change } = request.fields
  const targetFields = Object.entries({ ids, filter, search }).filter(([, value]) => value !== undefined)
  const target = inputForms.prepareInput(
    bulkTargetInput,
    Object.fromEntries(targetFields),
    createInputWords(createMessage('errors.ownerChange')),
  ) as BulkRequest
  const recordIds = await listTargetIds(scope, entity, target, {
    most: maximumTargets,
    tooMany: createMessage('errors.tooManyPrices', { most: maximumTargets }),
  })
  const argumentIds = await toArgumentIds(scope, entity.name, recordIds)
  const input = {
    ...(await readTypedNumbers(action.input, change, language)),
    ...(argumentIds.length > 0 && { [argument]: argumentIds }),
  }
  const { records, ...report } = (await app.act(actionName, input, {
    caller: { ...caller, outside: true },
    keepsMessages: true,
  })) as productEditing.PriceChangeReport
  const undo = records === undefined ? null : await storeUndoNotes(scope, entity, records)
  return createJsonReply({ ...report, undo } satisfies PriceChangeReply)
}
