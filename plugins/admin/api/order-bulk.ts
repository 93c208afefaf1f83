// Changes the status or the tags of many orders, and prints their documents. Each order is changed separately, so one refusal stops no other.
import { type App, createMessage, dropdown, string, ValidationError } from '#core/contract.js'
import { requiredScopes, requireEntity, requireScopes, salesDocuments, inputForms, accessRules } from '#core/surface.js'
import { createDownload, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, translateChoice } from '../wording/label-translator.js'
import { bulkTargetInput, listTargetIds } from './bulk.js'
import { toBulkRefusal } from './undo.js'
import { requireCommerce, requireListedDocument } from './documents.js'
import { orderEntity, toOrderListQuery } from './order-list.js'
import type { OrderBulkReply } from './document-shape.js'
import type { BulkRequest } from './shape.js'
import { createInputWords } from './session.js'

/** The fields of an order that its changes read. */
interface OrderFields {
  readonly number: number | null
  readonly number_prefix: string
  readonly status: Status | ''
  readonly tags: readonly string[]
}

type Status = Parameters<App['shop']['documents']['previewStatus']>[1]

const orderBulkInput = {
  ...bulkTargetInput,
  status: dropdown('Status', { choices: salesDocuments.documentKinds['sales-order'].statuses, help: 'The new status.' }),
  tag: string('Tag', { length: 60, help: 'Added to the tags of each order.' }),
}

interface OrderBulkRequest extends Pick<BulkRequest, 'ids' | 'filter' | 'search' | 'dry_run'> {
  readonly status?: Status
  readonly tag?: string
}

/** The orders of a request, checked and in the requested order. */
async function loadTargetOrders(scope: AdminScope, request: Pick<BulkRequest, 'ids' | 'filter' | 'search'>) {
  const { app } = scope
  const ids = await listTargetIds(scope, requireEntity(app.context.registry, orderEntity), request, {
    addSearch: toOrderListQuery,
  })
  const records = await app.shop.createContext({}).list(orderEntity, { column: 'id', values: ids })
  const recordsById = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => {
    const record = recordsById.get(id)
    return record ? [{ id, values: record.values as unknown as OrderFields }] : []
  })
}

export async function changeOrders(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  const { registry } = app.context
  requireScopes(caller.grant, [...requiredScopes(requireEntity(registry, orderEntity), 'list'), 'orders:write'])
  requireCommerce(scope)
  const bulkRequest = inputForms.prepareInput(
    orderBulkInput,
    request.fields,
    createInputWords(createMessage('errors.ownerChange')),
  )
  const { status, tag, dry_run: dryRun = false, ...target } = bulkRequest as OrderBulkRequest
  if ((status === undefined) === (tag === undefined || tag.trim() === ''))
    throw ValidationError.of('status', createMessage('errors.statusOrTag'))
  const translate = createLabelTranslator(registry, language)
  const label = (state: Status): string => translateChoice(registry, translate, [orderEntity, 'status'], state)
  const refused: OrderBulkReply['refused'][number][] = []
  let changed = 0
  for (const { id, values } of await loadTargetOrders(scope, target)) {
    const { number, number_prefix: prefix, status: present, tags } = values
    const name = number === null ? '' : `${prefix}${number}`
    const isAllowed = status === undefined || (number !== null && app.shop.documents.listNextStatuses(present).includes(status))
    if (!isAllowed) {
      refused.push({ id, number: name, reason: present === '' ? '' : label(present) })
      continue
    }
    if (tag !== undefined && tags.includes(tag.trim())) continue
    const [action, input] =
      status === undefined
        ? (['update-order', { order_id: id, tags: [...tags, tag!.trim()] }] as const)
        : (['set-order-status', { order_id: id, status }] as const)
    try {
      accessRules.requireAccess(registry, registry.actions.get(action)!, caller.grant, input)
      if (!dryRun) await app.act(action, input, { caller: { ...caller, outside: true }, keepsMessages: true })
      changed += 1
    } catch (error) {
      refused.push({ id, number: name, reason: toBulkRefusal(scope, id, error).detail })
    }
  }
  return createJsonReply({ changed, refused } satisfies OrderBulkReply)
}

/** Maximum number of documents in one file. */
const maxPrintedOrders = 100

/** `POST orders/print/<printed> {ids | filter, search}`: the documents of many orders in one file. */
export async function printOrders(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  requireScopes(caller.grant, requiredScopes(requireEntity(app.context.registry, orderEntity), 'read'))
  requireCommerce(scope)
  const target = inputForms.prepareInput(
    bulkTargetInput,
    request.fields,
    createInputWords(createMessage('errors.ownerChange')),
  ) as BulkRequest
  const orders = await loadTargetOrders(scope, target)
  if (orders.length > maxPrintedOrders)
    throw ValidationError.of('ids', createMessage('errors.tooManyRecords', { most: maxPrintedOrders, count: orders.length }))
  const printed = requireListedDocument(scope, orderEntity)
  const ids = orders.map(({ id }) => id)
  const { bytes } = await app.shop.documents.printSet(printed.name, ids)
  return createDownload({ name: `${printed.name}.pdf`, bytes }, printed.mediaType)
}
