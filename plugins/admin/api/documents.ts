// Orders, quotes and carts as they were sold: frozen document, price traces, timeline, printouts and payments.
import {
  type App,
  createLabel,
  createMessage,
  type DocumentEntity,
  type FrozenDocument,
  type FrozenFile,
  NotFoundError,
  type ShopperContext,
} from '#core/contract.js'
import {
  type Entity,
  requiredScopes,
  requireEntity,
  requireScopes,
  entities,
  salesDocuments,
  type shopperCalls,
} from '#core/surface.js'
import { requireRecordId } from '../../http/record-query.js'
import { createDownload, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { type LabelTranslator, createLabelTranslator, toFieldKeys, translateChoice } from '../wording/label-translator.js'
import { createMessageListFormatter, type MessageListFormatter } from '../wording/message-translator.js'
import { formatProviderLabel } from './choices.js'
import type { DocumentDetail, OrderState, PaymentDetail, TimelineEntry, CartDetail } from './document-shape.js'
import { loadOrderState, listStatusSteps } from './order-state.js'

type StaffDocuments = App['shop']['documents']
type StatusHistory = NonNullable<Awaited<ReturnType<StaffDocuments['read']>>>['history']

/** Throws NOT_FOUND if the host sells: the service has no orders then. */
export function requireCommerce({ app }: AdminScope): void {
  if (!app.host.commerce) throw new NotFoundError(createMessage('errors.documentsOfHost'))
}

/** The id of the record in the address. Requires read access to its entity. */
function requireDocumentId(scope: AdminScope, name: string): number {
  const entity: Entity = requireEntity(scope.app.context.registry, name)
  requireScopes(scope.caller.grant, requiredScopes(entity, 'read'))
  requireCommerce(scope)
  return requireRecordId(entity, scope.request)
}

async function loadPaymentDetails(
  documents: StaffDocuments,
  shopperContext: ShopperContext,
  order: number,
  translate: LabelTranslator,
  format: MessageListFormatter,
): Promise<readonly PaymentDetail[]> {
  const paymentRecords = await shopperContext.list(entities.payment, { column: 'sales_order_id', values: [order] })
  const events = await shopperContext.list(entities.paymentEvent, {
    column: 'payment_id',
    values: paymentRecords.map(({ id }) => id),
  })
  const states = await documents.listPaymentHistory(paymentRecords.map(({ id }) => id))
  return paymentRecords.map(({ id, values }): PaymentDetail => {
    const { connector, reference, status, amount, currency_code, received, received_currency, refunded, created } = values
    const isAuthorized = status === 'authorized'
    const own = events.filter((event) => event.values.payment_id === id)
    const changes = states.filter((stateChange) => stateChange.id === id)
    /** A status change belongs to the first history entry with its status that follows it. Each entry is used once. */
    const doerOf = (at: string, reported: string): Pick<TimelineEntry, 'by'> => {
      const index = changes.findIndex((stateChange) => stateChange.to === reported && stateChange.at <= at)
      return index < 0 ? {} : toAuthor(changes.splice(index, 1)[0]!)
    }
    return {
      id,
      provider: formatProviderLabel(shopperContext.context.registry, connector, translate),
      reference,
      status,
      statusLabel: translateChoice(shopperContext.context.registry, translate, ['payment', 'status'], status),
      amount,
      currency: currency_code,
      received,
      receivedCurrency: received_currency,
      refunded,
      authorized: isAuthorized ? values.authorized : null,
      captureBefore: isAuthorized ? values.capture_before : null,
      planned: isAuthorized ? values.planned : '',
      remark: format(values.remark_messages, values.remark),
      created: created ?? '',
      timeline: own.map(({ values: { at, source, status: reported, amount: sum, message, messages } }) => ({
        at: at ?? '',
        source,
        status: reported,
        statusLabel: translateChoice(shopperContext.context.registry, translate, ['payment', 'status'], reported),
        amount: sum,
        message: format(messages, message),
        ...doerOf(at ?? '', reported),
      })),
    }
  })
}

const toAuthor = ({ role, who: actorName }: StatusHistory[number]): Pick<TimelineEntry, 'by'> => ({
  by: { role, who: actorName },
})

interface TimelineSource {
  readonly states: StatusHistory
  readonly label: (status: string) => string
  readonly invoiced: string | null
  readonly payments: readonly PaymentDetail[]
  readonly order: OrderState | null
}

function listOrderEvents({ shipments, creditNotes }: OrderState): readonly TimelineEntry[] {
  const sent = shipments.flatMap(({ number, carrier, shipped, delivered, cancelled }): readonly TimelineEntry[] => [
    { at: shipped ?? '', what: 'shipment', detail: [number, carrier].filter(Boolean).join(', ') },
    { at: delivered ?? '', what: 'delivered', detail: number },
    { at: cancelled ?? '', what: 'shipmentCancelled', detail: number },
  ])
  return [
    ...sent,
    ...creditNotes.map(({ created, number }) => ({ at: created ?? '', what: 'creditNote' as const, detail: number })),
  ]
}

function createTimeline(
  { values }: FrozenDocument,
  { states, label, invoiced, payments, order }: TimelineSource,
): readonly TimelineEntry[] {
  const placed = 'placed' in values ? (values.placed ?? '') : ''
  const placing = placed === '' ? undefined : states.find(({ to }) => to === 'ordered')
  const own: readonly TimelineEntry[] = [
    { at: values.created ?? '', what: 'created' },
    { at: placed, what: 'placed', ...(placing && toAuthor(placing)) },
    { at: values.terms_agreed ?? '', what: 'terms' },
    { at: invoiced ?? '', what: 'invoice' },
  ]
  const paid = payments.flatMap((paymentDetail) =>
    paymentDetail.timeline.map(({ at, statusLabel: detail }): TimelineEntry => ({ at, what: 'payment', detail })),
  )
  const became = states
    .filter((stateChange) => stateChange !== placing)
    .map(
      (stateChange): TimelineEntry => ({
        at: stateChange.at,
        what: 'status',
        detail: label(stateChange.to),
        ...toAuthor(stateChange),
      }),
    )
  const after = order ? listOrderEvents(order) : []
  return [...own, ...paid, ...became, ...after]
    .filter(({ at }) => at !== '')
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const isOrderDocument = (document: FrozenDocument): document is FrozenDocument<'sales-order'> => document.entity === 'sales-order'

const isUploadFile = ({ property }: FrozenFile): boolean => property.startsWith(salesDocuments.uploadPrefix)

/** Files with the same name in several lines have the same bytes, so any of them will do. */
function listUploads({ entity, lines }: FrozenDocument): DocumentDetail['files'] {
  const { line } = salesDocuments.documentKinds[entity]
  const paths = lines.flatMap(({ values, files }) =>
    files
      .filter(isUploadFile)
      .map(({ name, property }) => [name, `records/${line.entity}/${values.id}/files/${property}`] as const),
  )
  return Object.fromEntries(paths)
}

/** Whether a notification mails the customer when a quote is sent. */
async function findQuoteMail(
  shopperContext: ShopperContext,
  { values }: FrozenDocument,
): Promise<NonNullable<DocumentDetail['quote']>['mail']> {
  const notifications = await shopperContext.list(entities.notification, { column: 'status', values: ['sent'] })
  if (!notifications.some((template) => template.values.send_customer === true)) return 'off'
  if (values.email === '') return 'no-address'
  return shopperContext.context.plugins.some(({ name }) => name === 'mail') ? 'sent' : 'waits'
}

/** The pictures of the products as configured. Pictures of answers and uploads are shown with their selection. */
const listPictures = ({ lines }: FrozenDocument): DocumentDetail['pictures'] =>
  Object.fromEntries(lines.flatMap(({ values: { id }, image }) => (image === null ? [] : [[id, `pictures/${image}`]])))

async function loadDocumentDetail(scope: AdminScope, entity: DocumentEntity): Promise<DocumentDetail> {
  const { app, caller, language } = scope
  const id = requireDocumentId(scope, entity)
  const shopperContext = app.shop.createContext({})
  const { documents } = app.shop
  const staffDocument = await documents.read(entity, id)
  if (!staffDocument) throw new NotFoundError(createMessage('errors.noRecord', { entity: createLabel('entity', entity), id }))
  const translate = createLabelTranslator(app.context.registry, language)
  const customers = requiredScopes(requireEntity(app.context.registry, 'customer'), 'read')
  const { document: frozenDocument, openParts, history: states } = staffDocument
  const { token: _token, ...document } = staffDocument.reply
  const { values } = frozenDocument
  const payments =
    entity === 'quote'
      ? []
      : await loadPaymentDetails(
          documents,
          shopperContext,
          id,
          translate,
          createMessageListFormatter(app.context.registry, language),
        )
  const [invoiced] =
    entity === 'quote' ? [] : await shopperContext.list(entities.invoice, { column: 'sales_order_id', values: [id] })
  const mayWrite = caller.grant.allows('orders:write')
  const available = documents.listPrintouts(entity).filter(({ needsInvoice }) => !needsInvoice || invoiced)
  const printed = values.number === null ? [] : available.map(({ name }) => name)
  const { statuses } = salesDocuments.documentKinds[entity]
  const label = (status: string): string =>
    translate(statuses[status] ?? status, toFieldKeys(entity, 'status').toChoiceKey(status))
  const order =
    isOrderDocument(frozenDocument) && openParts !== null
      ? await loadOrderState(shopperContext, frozenDocument, openParts, translate)
      : null
  return {
    entity,
    id,
    document,
    baseFactor: values.currency_multiplicator ?? 1,
    printed,
    payments,
    statusLabel: label(values.status),
    customer: caller.grant.allowsAll(customers) ? values.customer_id : null,
    traces: frozenDocument.lines.map(({ values: line }) => line.trace ?? null),
    files: listUploads(frozenDocument),
    pictures: listPictures(frozenDocument),
    order,
    steps:
      mayWrite && isOrderDocument(frozenDocument)
        ? await listStatusSteps(documents, shopperContext, frozenDocument, invoiced !== undefined, translate)
        : [],
    timeline: createTimeline(frozenDocument, { states, label, invoiced: invoiced?.values.created ?? null, payments, order }),
    invoice: invoiced?.values.number ?? null,
    quote:
      'answer' in values
        ? {
            answer: values.answer,
            revises: values.revises_id,
            validityDays: values.validity_days,
            mail: await findQuoteMail(shopperContext, frozenDocument),
          }
        : null,
    may: { write: mayWrite },
  }
}

export const readOrderDetail = async (scope: AdminScope): Promise<Reply> =>
  createJsonReply(await loadDocumentDetail(scope, 'sales-order'))
export const readQuoteDetail = async (scope: AdminScope): Promise<Reply> =>
  createJsonReply(await loadDocumentDetail(scope, 'quote'))

/** The printed document that the address names. Throws NOT_FOUND if the entity has no such document. */
export function requireListedDocument(
  { app, request }: AdminScope,
  entity: DocumentEntity | 'credit-note',
  name = request.params['printed'] ?? '',
): ReturnType<StaffDocuments['listPrintouts']>[number] {
  const documents = app.shop.documents.listPrintouts(entity)
  const printed = documents.find((document) => document.name === name)
  if (printed) return printed
  const kinds = documents.map((document) => document.name).join(', ')
  throw new NotFoundError(
    createMessage('errors.documentNotPrinted', { entity: createLabel('entity', entity), kind: name.slice(0, 40), kinds }),
  )
}

/** The file of a printed document. Throws NOT_FOUND for an unknown printout and for an invoice that does not exist yet. */
async function printRequestedDocument(scope: AdminScope, entity: DocumentEntity | 'credit-note', name?: string): Promise<Reply> {
  const id = requireDocumentId(scope, entity)
  const printed = requireListedDocument(scope, entity, name)
  return createDownload(await scope.app.shop.documents.print(printed.name, id), printed.mediaType)
}

export const printOrderDocument = (scope: AdminScope): Promise<Reply> => printRequestedDocument(scope, 'sales-order')
export const printQuoteDocument = (scope: AdminScope): Promise<Reply> => printRequestedDocument(scope, 'quote')
export const printCreditNote = (scope: AdminScope): Promise<Reply> => printRequestedDocument(scope, 'credit-note', 'credit-note')

/**
 * Shows a cart as its shopper sees it: with their customer group, their currency and its blocking problems. Reading changes nothing.
 */
export async function readCartDetail(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const entity = requireEntity(app.context.registry, entities.cart.name)
  requireScopes(caller.grant, requiredScopes(entity, 'read'))
  requireCommerce(scope)
  const id = requireRecordId(entity, request)
  const record = await app.shop.createContext({}).read(entities.cart, id)
  if (!record) throw new NotFoundError(createMessage('errors.noCart', { id }))
  const { token, customer_id: customerId, state } = record.values
  const created = record.values.created ?? ''
  const owner = customerId === null ? null : await app.shop.createContext({}).read(entities.customer, customerId)
  const shopper = { customerId, customerGroupId: owner?.values.customer_group_id ?? null }
  const cartReply = await (app.shop.serve('read-cart', { token }, { shopper }) as Promise<shopperCalls.CartReply>).catch(
    (error: unknown) => {
      // An ordered cart no longer exists as a cart.
      if (error instanceof NotFoundError) return null
      throw error
    },
  )
  if (cartReply === null) return createJsonReply({ id, created, state, customer: null, cart: null } satisfies CartDetail)
  const { cart: _token, positions, ...rest } = cartReply
  const mayOpen = caller.grant.allowsAll(requiredScopes(requireEntity(app.context.registry, entities.customer.name), 'read'))
  return createJsonReply({
    id,
    created,
    state,
    customer: mayOpen ? customerId : null,
    // A configuration token allows changes, so only the shopper gets it.
    cart: { ...rest, positions: positions.map(({ configuration: _own, ...position }) => position) },
  } satisfies CartDetail)
}
