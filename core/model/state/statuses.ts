// The statuses of orders, quotes and payments with their labels and transitions, and the declaration of an effect as data.

/** A status: its English label and the possible next statuses. Final statuses have none. */
interface StatusDeclaration {
  readonly label: string
  readonly next: readonly string[]
}

/** The state machine of each stateful entity. Labels, transitions and types are derived from this table. */
const statuses = {
  'sales-order': {
    in_checkout: { label: 'In checkout', next: ['ordered', 'saved', 'cancelled'] },
    saved: { label: 'Saved', next: ['in_checkout', 'ordered', 'cancelled'] },
    ordered: { label: 'Ordered', next: ['paid', 'incorrect_amount', 'unsupported_currency', 'confirmed', 'cancelled'] },
    paid: { label: 'Paid', next: ['confirmed', 'shipped', 'refunded'] },
    incorrect_amount: { label: 'Incorrect amount', next: ['paid', 'cancelled', 'refunded'] },
    unsupported_currency: { label: 'Unsupported currency', next: ['paid', 'cancelled', 'refunded'] },
    confirmed: { label: 'Confirmed', next: ['paid', 'shipped', 'cancelled', 'refunded'] },
    shipped: { label: 'Shipped', next: ['paid', 'refunded'] },
    cancelled: { label: 'Cancelled', next: [] },
    refunded: { label: 'Refunded', next: [] },
  },
  quote: {
    requested: { label: 'Requested', next: ['sent', 'declined'] },
    sent: { label: 'Sent', next: ['accepted', 'declined', 'expired'] },
    accepted: { label: 'Accepted', next: [] },
    declined: { label: 'Declined', next: [] },
    expired: { label: 'Expired', next: [] },
  },
  payment: {
    pending: { label: 'Pending', next: ['paid', 'failed', 'cancelled', 'incorrect_amount', 'unsupported_currency'] },
    paid: { label: 'Paid', next: ['refunded'] },
    failed: { label: 'Failed', next: [] },
    cancelled: { label: 'Cancelled', next: [] },
    incorrect_amount: { label: 'Incorrect amount', next: [] },
    unsupported_currency: { label: 'Unsupported currency', next: [] },
    refunded: { label: 'Refunded', next: [] },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, StatusDeclaration>>>>

export type Stateful = keyof typeof statuses

/** The statuses of each stateful entity. */
export type States = { readonly [Name in Stateful]: keyof (typeof statuses)[Name] & string }

const mapStatuses = <Status extends string, Value>(
  machine: Readonly<Record<Status, StatusDeclaration>>,
  map: (status: StatusDeclaration) => Value,
) =>
  Object.fromEntries(Object.entries<StatusDeclaration>(machine).map(([name, status]) => [name, map(status)])) as Record<
    Status,
    Value
  >

const toLabels = <Status extends string>(machine: Readonly<Record<Status, StatusDeclaration>>) =>
  mapStatuses(machine, ({ label }) => label)

export const orderStatuses = toLabels(statuses['sales-order'])
export const quoteStatuses = toLabels(statuses.quote)
export const paymentStatuses = toLabels(statuses.payment)

const toNext = <Name extends Stateful>(machine: Readonly<Record<States[Name], StatusDeclaration>>) =>
  mapStatuses(machine, ({ next }) => next as readonly States[Name][])

/** Maps each status to its possible next statuses. */
export const transitions: { readonly [Name in Stateful]: Readonly<Record<States[Name], readonly States[Name][]>> } = {
  'sales-order': toNext<'sales-order'>(statuses['sales-order']),
  quote: toNext<'quote'>(statuses.quote),
  payment: toNext<'payment'>(statuses.payment),
}

/** Derived from the payments of an order. */
export const paymentStates = {
  none: 'Nothing due',
  unpaid: 'Unpaid',
  partly_paid: 'Partly paid',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const

/** Derived from the shipments of an order. */
export const fulfilmentStates = {
  none: 'Nothing to ship',
  unfulfilled: 'Unfulfilled',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
} as const

/** Occasions for notifications: every status of an order or a quote, and a new shipment. */
export const notificationStatuses = { ...orderStatuses, shipment: 'Shipment created', ...quoteStatuses } as const

/** States of an order before it is placed. Changes between them leave no audit entries. */
export const draftStates: ReadonlySet<States[Stateful]> = new Set(['in_checkout', 'saved'])

export interface EffectDeclaration {
  /** Kebab-case and unique. */
  readonly name: string
  /** One sentence: the effect, and why it must run in the same transaction. */
  readonly description: string
  /** The entity whose state change triggers the effect. */
  readonly on: Stateful
  /** The new states that trigger the effect. Default: any. */
  readonly to?: readonly string[]
}
