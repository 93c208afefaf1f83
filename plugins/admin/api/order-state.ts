// The state of an order: payment, fulfilment and shipments, and the next statuses with their effects.
import type { App, FrozenDocument, ShopperContext } from '#core/contract.js'
import { entities, type Registry } from '#core/surface.js'
import { type LabelTranslator, translateChoice } from '../wording/label-translator.js'
import { formatProviderLabel } from './choices.js'
import type { OrderState, StatusStep, StepEffect, LabelledState } from './document-shape.js'

type StaffDocuments = App['shop']['documents']
type StaffDocument = NonNullable<Awaited<ReturnType<StaffDocuments['read']>>>

/** Drafts have no state yet. */
export function labelOrderState(
  registry: Registry,
  translate: LabelTranslator,
  field: 'payment_state' | 'fulfilment_state',
  state: string,
): LabelledState {
  const value = state === '' ? 'none' : state
  return { value, label: translateChoice(registry, translate, ['sales-order', field], value) }
}

async function mailsShipments(shopperContext: ShopperContext): Promise<boolean> {
  const notifications = await shopperContext.list(entities.notification, { column: 'status', values: ['shipment'] })
  return notifications.some(({ values }) => values.send_customer === true)
}

/** The state of an order after it was placed: payment, fulfilment, shipments, credit notes, tags and notes of the staff. */
export async function loadOrderState(
  shopperContext: ShopperContext,
  { values }: FrozenDocument<'sales-order'>,
  parts: NonNullable<StaffDocument['openParts']>,
  translate: LabelTranslator,
): Promise<OrderState> {
  const { lines, delivery, rates, mayShip, mayRefund } = parts
  const { registry } = shopperContext.context
  return {
    payment: labelOrderState(registry, translate, 'payment_state', values.payment_state),
    fulfilment: labelOrderState(registry, translate, 'fulfilment_state', values.fulfilment_state),
    paid: values.paid_amount ?? 0,
    refunded: values.refunded_amount ?? 0,
    tags: values.tags,
    staffNote: values.staff_note,
    shipments: parts.shipments.map((shipment) => ({
      id: shipment.id,
      number: shipment.number,
      carrier: shipment.carrier,
      trackingCode: shipment.tracking_code,
      trackingUrl: shipment.tracking_url,
      shipped: shipment.shipped,
      delivered: shipment.delivered,
      cancelled: shipment.cancelled,
      lines: shipment.lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity })),
    })),
    creditNotes: parts.creditNotes.map((note) => {
      return { id: note.id, number: note.number, created: note.created, gross: note.gross ?? 0, reason: note.reason }
    }),
    lines,
    delivery,
    rates,
    mailsShipments: await mailsShipments(shopperContext),
    may: { ship: mayShip, refund: mayRefund },
  }
}

type Status = Parameters<StaffDocuments['previewStatus']>[1]
type Order = FrozenDocument<'sales-order'>

const isShippable = ({ values: { fulfilment_state: state } }: Order): boolean =>
  state === 'unfulfilled' || state === 'partly_shipped'

/** The provider of the order's authorized payment; undefined if it has none. */
async function findAuthorizedPayment(shopperContext: ShopperContext, order: number): Promise<string | undefined> {
  const payments = await shopperContext.list(entities.payment, { column: 'sales_order_id', values: [order] })
  const authorized = payments.find(({ values }) => values.status === 'authorized')
  const { registry } = shopperContext.context
  return authorized && registry.paymentProviders.get(authorized.values.connector)?.label
}

/** Built-in effects have their own wording. Effects of plugins describe themselves. */
async function listStepEffects(
  documents: StaffDocuments,
  shopperContext: ShopperContext,
  order: Order,
  next: Status,
  invoiced: boolean,
  translate: LabelTranslator,
): Promise<readonly StepEffect[]> {
  const { registry } = shopperContext.context
  const { settings } = shopperContext.versionedSnapshot.snapshot
  const { id, status } = order.values
  const draft = status === 'in_checkout' || status === 'saved'
  const { mails, closedPayments } = await documents.previewStatus(order, next)
  const authorized = await findAuthorizedPayment(shopperContext, id)
  const builtIn = registry.entities.owner(order.entity)
  const otherEffects = [...registry.effects.values()].filter(
    ({ name, on, to }) =>
      on === 'sales-order' && registry.effects.owner(name) !== builtIn && (to === undefined || to.includes(next)),
  )
  return [
    ...(draft && next !== 'ordered' ? [] : mails).map(
      ({ notification, to }): StepEffect => ({ what: 'mail', name: notification.name, to }),
    ),
    ...(next === 'paid' && !invoiced && settings.enable_invoicing === true ? [{ what: 'invoice' } as const] : []),
    ...closedPayments.map(
      ({ connector }): StepEffect => ({
        what: next === 'paid' ? 'paid' : 'ended',
        name: formatProviderLabel(registry, connector, translate),
      }),
    ),
    ...(authorized && next === 'paid' ? [{ what: 'capture', name: authorized } as const] : []),
    ...(authorized && (next === 'cancelled' || next === 'refunded') ? [{ what: 'release', name: authorized } as const] : []),
    ...(next === 'refunded' ? [{ what: 'no-money' } as const] : []),
    ...(next === 'shipped' && isShippable(order) ? [{ what: 'shipment' } as const] : []),
    ...(next === 'cancelled' && invoiced ? [{ what: 'credit' } as const] : []),
    ...otherEffects.map(
      ({ name, description }): StepEffect => ({ what: 'other', name: translate(description, `labels.effect.${name}`) }),
    ),
  ]
}

/** Labels are in the reader's language. */
export async function listStatusSteps(
  documents: StaffDocuments,
  initialContext: ShopperContext,
  order: Order,
  invoiced: boolean,
  translate: LabelTranslator,
): Promise<readonly StatusStep[]> {
  const shopperContext = await initialContext.at()
  const { number, status } = order.values
  const { registry } = shopperContext.context
  // A checkout becomes an order only when its customer places it.
  const next = documents.listNextStatuses(status).filter((candidate) => number !== null || candidate !== 'ordered')
  return Promise.all(
    next.map(async (nextStatus) => ({
      status: nextStatus,
      label: translateChoice(registry, translate, ['sales-order', 'status'], nextStatus),
      ends: nextStatus === 'cancelled' || nextStatus === 'refunded',
      returns: documents.listNextStatuses(nextStatus).some((other) => other === status),
      effects: await listStepEffects(documents, shopperContext, order, nextStatus, invoiced, translate),
    })),
  )
}
