// The state machines of orders, quotes and payments, and the declaration of an effect as data.
import type { orderStatuses, paymentStatuses, quoteStatuses } from './statuses.js'

/** The states of each stateful entity. */
export interface States {
  readonly 'sales-order': keyof typeof orderStatuses
  readonly quote: keyof typeof quoteStatuses
  readonly payment: keyof typeof paymentStatuses
}
export type Stateful = keyof States

/** Maps each state to its possible next states. Final states have none. */
export const transitions: { readonly [Name in Stateful]: Readonly<Record<States[Name], readonly States[Name][]>> } = {
  'sales-order': {
    in_checkout: ['ordered', 'saved', 'cancelled'],
    saved: ['in_checkout', 'ordered', 'cancelled'],
    ordered: ['paid', 'incorrect_amount', 'unsupported_currency', 'confirmed', 'cancelled'],
    incorrect_amount: ['paid', 'cancelled', 'refunded'],
    unsupported_currency: ['paid', 'cancelled', 'refunded'],
    paid: ['confirmed', 'shipped', 'refunded'],
    confirmed: ['paid', 'shipped', 'cancelled', 'refunded'],
    shipped: ['paid', 'refunded'],
    cancelled: [],
    refunded: [],
  },
  quote: {
    requested: ['sent', 'declined'],
    sent: ['accepted', 'declined', 'expired'],
    accepted: [],
    declined: [],
    expired: [],
  },
  payment: {
    pending: ['paid', 'failed', 'cancelled', 'incorrect_amount', 'unsupported_currency'],
    paid: ['refunded'],
    failed: [],
    cancelled: [],
    incorrect_amount: [],
    unsupported_currency: [],
    refunded: [],
  },
}

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
