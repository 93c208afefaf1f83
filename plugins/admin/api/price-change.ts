// Previews and applies relative price changes of the products or answers behind selected records, and stores their undo.
import { createMessage, ValidationError } from '#core/contract.js'
import { entities, inputForms, type productEditing } from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { bulkTargetInput, listTargetIds } from './bulk.js'
import { createInputWords } from './session.js'
import type { BulkRequest, PriceChangeReply } from './shape.js'
import { readTypedNumbers } from './form-record.js'
import { storeUndoNotes } from './undo.js'

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
