// What has states, which may follow which (domain §6), and what an effect says of itself as data.
import type { orderStatuses, paymentStatuses, quoteStatuses } from './statuses.js'

/** The states of each record that has some, by entity. */
export interface States {
  readonly 'sales-order': keyof typeof orderStatuses
  readonly quote: keyof typeof quoteStatuses
  readonly payment: keyof typeof paymentStatuses
}
export type Stateful = keyof States

/** From a state to those that may follow; none where it ends. */
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

/** States of an order that nobody has placed: a checkout comes and goes without a trace. */
export const drafts: ReadonlySet<States[Stateful]> = new Set(['in_checkout', 'saved'])

export interface EffectDeclaration {
  /** Kebab-case and unique. */
  readonly name: string
  /** One sentence: what it does, and why it must not be lost. */
  readonly description: string
  /** Whose change of state it follows. */
  readonly on: Stateful
  /** The states that a record must have come to; any if left out. */
  readonly to?: readonly string[]
}
