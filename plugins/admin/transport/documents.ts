// Orders and quotes as they were sold: frozen document, price traces, next steps, printouts and payments.
import { requireScopes } from '#core/foundation/access/require.js'
import { NotFoundError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { requiredScopes } from '#core/model/entity/scopes.js'
import { requireEntity } from '#core/model/registry.js'
import { listStateHistory, type StateHistoryEntry } from '#core/commerce/state/history.js'
import type { DocumentEntity, FrozenDocument, FrozenFile } from '#core/commerce/document/define.js'
import { documentPartStores } from '#core/commerce/document/part-stores.js'
import { toDocumentReply } from '#core/commerce/document/reply.js'
import { uploadPrefix } from '#core/model/entity/document-fields.js'
import { invoice } from '#core/model/entities/orders/invoice.js'
import { payment } from '#core/model/entities/orders/payment.js'
import { paymentEvent } from '#core/model/entities/orders/payment-event.js'
import { notification } from '#core/model/entities/store/notification.js'
import { orderStatuses, paymentStatuses, quoteStatuses } from '#core/model/state/statuses.js'
import { pdfMediaType } from '#core/commerce/print/define.js'
import type { Actor } from '#core/storage/work.js'
import type { Visit } from '#core/commerce/visit.js'
import { requireRecordId } from '../../http/record-target.js'
import { createDownload, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { type LabelTranslator, createLabelTranslator } from '../wording/label-translator.js'
import { formatProviderLabel } from './generated-name.js'
import { listStatusSteps } from './status-steps.js'
import type { DocumentDetail, PaymentDetail, TimelineEntry } from './screen-shape.js'

/** Throws NOT_FOUND if the host sells: the service has no orders then. */
export function requireCommerce({ app }: AdminScope): void {
  if (!app.host.commerce) throw new NotFoundError('The host keeps carts, orders and payments here.')
}

/** The id of the record in the address. Requires read access to its entity. */
function requireDocumentId(scope: AdminScope, name: string): number {
  const entity: Entity = requireEntity(scope.app.registry, name)
  requireScopes(scope.visitor.grant, requiredScopes(entity, 'read'))
  requireCommerce(scope)
  return requireRecordId(entity, scope.request)
}

const formatPaymentStatus = (status: string, say: LabelTranslator): string =>
  say((paymentStatuses as Readonly<Record<string, string>>)[status] ?? status)

async function loadPaymentDetails(visit: Visit, order: number, say: LabelTranslator): Promise<readonly PaymentDetail[]> {
  const found = await visit.list(payment, { column: 'sales_order_id', values: [order] })
  const events = await visit.list(paymentEvent, { column: 'payment_id', values: found.map(({ id }) => id) })
  const states = await listStateHistory(
    visit,
    'payment',
    found.map(({ id }) => id),
  )
  return found.map(({ id, values }): PaymentDetail => {
    const { connector, reference, status, amount, currency_code, received, received_currency, refunded, remark, created } = values
    const own = events.filter((one) => one.values.payment_id === id)
    const changes = states.filter((one) => one.id === id)
    /** A status change belongs to the first history entry with its status that follows it. Each entry is used once. */
    const doerOf = (at: string, reported: string): { readonly by?: Actor } => {
      const index = changes.findIndex((one) => one.to === reported && one.at <= at)
      return index < 0 ? {} : toAuthor(changes.splice(index, 1)[0]!)
    }
    return {
      ...{
        id,
        provider: formatProviderLabel(visit.context.registry, connector, say),
        reference,
        status,
        statusLabel: formatPaymentStatus(status, say),
        amount,
        currency: currency_code,
      },
      ...{ received, receivedCurrency: received_currency, refunded, remark, created: created ?? '' },
      timeline: own.map(({ values: { at, source, status: reported, amount: sum, message } }) => ({
        ...{ at: at ?? '', source, status: reported, statusLabel: formatPaymentStatus(reported, say), amount: sum, message },
        ...doerOf(at ?? '', reported),
      })),
    }
  })
}

const toAuthor = ({ doer, who }: Actor): { readonly by: Actor } => ({ by: { doer, who } })

function createTimeline(
  { values }: FrozenDocument,
  states: readonly StateHistoryEntry[],
  label: (status: string) => string,
  invoiced: string | null,
  payments: readonly PaymentDetail[],
): readonly TimelineEntry[] {
  const placed = 'placed' in values ? (values.placed ?? '') : ''
  const placing = placed === '' ? undefined : states.find(({ to }) => to === 'ordered')
  const own: readonly TimelineEntry[] = [
    { at: values.created ?? '', what: 'created' },
    { at: placed, what: 'placed', ...(placing && toAuthor(placing)) },
    { at: values.terms_agreed ?? '', what: 'terms' },
    { at: invoiced ?? '', what: 'invoice' },
  ]
  const paid = payments.flatMap((one) =>
    one.timeline.map(({ at, statusLabel: detail }): TimelineEntry => ({ at, what: 'payment', detail })),
  )
  const became = states
    .filter((one) => one !== placing)
    .map((one): TimelineEntry => ({ at: one.at, what: 'status', detail: label(one.to), ...toAuthor(one) }))
  return [...own, ...paid, ...became].filter(({ at }) => at !== '').sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const isOrderDocument = (found: FrozenDocument): found is FrozenDocument<'sales-order'> => found.entity === 'sales-order'

const isUploadFile = ({ property }: FrozenFile): boolean => property.startsWith(uploadPrefix)

/** Files with the same name in several lines have the same bytes, so any of them will do. */
function listUploads({ entity, lines }: FrozenDocument): DocumentDetail['files'] {
  const { line } = documentPartStores[entity]
  const paths = lines.flatMap(({ values, files }) =>
    files
      .filter(isUploadFile)
      .map(({ name, property }) => [name, `records/${line.entity}/${values.id}/files/${property}`] as const),
  )
  return Object.fromEntries(paths)
}

/** Whether a notification mails the customer when a quote is sent. */
async function hasQuoteMail(visit: Visit): Promise<boolean> {
  const notifications = await visit.list(notification, { column: 'status', values: ['sent'] })
  return notifications.some(({ values }) => values.send_customer === true)
}

async function loadDocumentDetail(scope: AdminScope, entity: DocumentEntity): Promise<DocumentDetail> {
  const { app, visitor, language } = scope
  const id = requireDocumentId(scope, entity)
  const { readDocument } = await import('#core/commerce/document/rows.js')
  const visit = app.visit({})
  const found = await readDocument(visit, entity, id)
  if (!found) throw new NotFoundError(`There is no ${entity} ${id}.`)
  const say = createLabelTranslator(app.registry, language)
  const customers = requiredScopes(requireEntity(app.registry, 'customer'), 'read')
  const { token: _token, ...document } = toDocumentReply(found)
  const { values } = found
  const payments = entity === 'quote' ? [] : await loadPaymentDetails(visit, id, say)
  const [invoiced] = entity === 'quote' ? [] : await visit.list(invoice, { column: 'sales_order_id', values: [id] })
  const mayWrite = visitor.grant.allows('orders:write')
  const printed: DocumentDetail['printed'] =
    values.number === null
      ? []
      : entity === 'quote'
        ? ['quote']
        : ['confirmation', 'delivery-note', ...(invoiced ? (['invoice'] as const) : [])]
  const statuses: Readonly<Record<string, string>> = entity === 'quote' ? quoteStatuses : orderStatuses
  const label = (status: string): string => say(statuses[status] ?? status)
  const states = await listStateHistory(visit, entity, [id])
  return {
    ...{ entity, id, document, printed, payments },
    statusLabel: label(values.status),
    customer: visitor.grant.allowsAll(customers) ? values.customer_id : null,
    traces: found.lines.map(({ values: line }) => line.trace ?? null),
    files: listUploads(found),
    steps: mayWrite && isOrderDocument(found) ? await listStatusSteps(visit, found, invoiced !== undefined, say) : [],
    timeline: createTimeline(found, states, label, invoiced?.values.created ?? null, payments),
    invoice: invoiced?.values.number ?? null,
    quote:
      'answer' in values
        ? {
            ...{ answer: values.answer, revises: values.revises_id, validityDays: values.validity_days },
            mailsCustomer: await hasQuoteMail(visit),
          }
        : null,
    may: { write: mayWrite },
  }
}

export const readOrderDetail = async (scope: AdminScope): Promise<Reply> =>
  createJsonReply(await loadDocumentDetail(scope, 'sales-order'))
export const readQuoteDetail = async (scope: AdminScope): Promise<Reply> =>
  createJsonReply(await loadDocumentDetail(scope, 'quote'))

/** A PDF file. Throws NOT_FOUND for an unknown printout and for an invoice that does not exist yet. */
async function printRequestedDocument(scope: AdminScope, entity: DocumentEntity): Promise<Reply> {
  const { app, request } = scope
  const id = requireDocumentId(scope, entity)
  const wanted = request.params['printed'] ?? ''
  const { printDocumentById, listPrintKinds } = await import('#core/commerce/print/print.js')
  const printed = listPrintKinds(entity).find((one) => one === wanted)
  if (!printed)
    throw new NotFoundError(
      `Of a ${entity} nothing called '${wanted.slice(0, 40)}' is printed, but ${listPrintKinds(entity).join(', ')}.`,
    )
  return createDownload(await printDocumentById(app.visit({}), printed, id), pdfMediaType)
}

export const printOrderDocument = (scope: AdminScope): Promise<Reply> => printRequestedDocument(scope, 'sales-order')
export const printQuoteDocument = (scope: AdminScope): Promise<Reply> => printRequestedDocument(scope, 'quote')
