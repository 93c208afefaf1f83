// A payment provider: how a payment is begun, asked about, reported and paid back. Core knows none of them by name.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { InputOf } from '../../foundation/property/typing.js'
import type { PaymentProviderDeclaration, WebhookDeclaration } from '../../model/payment/declaration.js'
import type { Letterhead } from '../document/define.js'
import type { Instructions } from '../document/texts.js'

/** What every call of a provider is given. */
export interface ProviderScope<Params> {
  /** Those of the payment method, prepared and judged by the provider's `params`. */
  readonly params: Params
  /** Aborted when the provider's time is over: to be handed to every call that leaves the service. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The payment that a call is about. */
export interface PaymentFacts {
  /** Unguessable and the payment's own: goes along as idempotency key, and comes back where no reference is known yet. */
  readonly key: string
  /** How the provider names it; '' before it has said so. */
  readonly reference: string
  /** In units of the currency: 12.5 is twelve euros fifty. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** Decimal places of the currency in this shop. */
  readonly decimals: number
  /** Milliseconds since the epoch. */
  readonly created: number
}

export interface PaymentScope<Params> extends ProviderScope<Params> {
  readonly payment: PaymentFacts
}

/** The order that is to be paid, as it was frozen. */
export interface PaidOrder {
  readonly number: number | null
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly placed: number
  /** Who sold it, with the bank account of that day. */
  readonly shop: Letterhead
}

/** What instructions are made of; an order that is being placed has no payment yet. */
export interface InstructScope<Params> {
  readonly params: Params
  readonly payment: Pick<PaymentFacts, 'amount' | 'currency' | 'decimals'>
  readonly order: PaidOrder
  /** The tag in which the shopper reads. */
  readonly language: string
  /** Puts a sentence into that language: English with {names} in braces, and what stands for them. */
  say(sentence: string, values?: Readonly<Record<string, string | number>>): string
}

export interface BeginScope<Params> extends PaymentScope<Params>, Pick<InstructScope<Params>, 'order' | 'language' | 'say'> {
  /** Where the shopper comes back to, whatever became of the payment. */
  readonly returnUrl: string
}

export interface RefundScope<Params> extends PaymentScope<Params> {
  readonly refund: {
    /** The same for a call that is made again because nobody knows what became of the first: to be sent as idempotency key. */
    readonly key: string
    readonly amount: number
    /** ISO 4217: what was received. */
    readonly currency: string
    /** What was paid back before. */
    readonly refunded: number
  }
}

/** Money moved. */
export interface MoneyReport {
  readonly status: 'paid' | 'refunded'
  /** In units of the currency: what was paid; for `refunded` all that was paid back so far. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** The account of the shop at the provider, where the report names one. */
  readonly account?: string
  /** What the provider says about it, for the people of the shop. */
  readonly message?: string
}

/** No money moved. */
export interface PlainReport {
  readonly status: 'pending' | 'failed' | 'cancelled'
  /** Of a pending payment: the customer has done his part and the money is on its way, so that no other payment is begun meanwhile. */
  readonly underway?: boolean
  readonly account?: string
  readonly message?: string
}

export type PaymentReport = MoneyReport | PlainReport

/** What a provider says when a payment is begun. Begun again with the same key, it names the same payment. */
export interface Beginning {
  /** How the provider names the payment. */
  readonly reference?: string
  /** The shop's account at the provider: reports that name another one are not followed. */
  readonly account?: string
  /** The page to which the shopper is sent. */
  readonly redirect?: string
  /** Those of `instruct` if left out. */
  readonly instructions?: Instructions
  /** Milliseconds since the epoch: who comes later begins anew. */
  readonly expires?: number
  /** Where it is known at once what became of it. */
  readonly report?: PaymentReport
}

/** A report that came by itself. */
export interface PaymentNotice {
  /** The provider's name of this report: one that comes again changes nothing. */
  readonly id: string
  /** The provider's name of the payment. */
  readonly reference?: string
  /** The payment's key, where the provider sends it back: it finds a payment whose reference is not stored yet. */
  readonly key?: string
  readonly report: PaymentReport
}

/** A report as it came. */
export interface Delivery {
  /** The body, byte by byte: what signatures are made over. */
  readonly bytes: Uint8Array
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface PaymentWebhook<Params> extends WebhookDeclaration {
  /** What it says; an empty list where it says nothing of payments. null for what is not the provider's own: forged or too old. */
  read(
    scope: ProviderScope<Params>,
    delivery: Delivery,
  ): readonly PaymentNotice[] | null | Promise<readonly PaymentNotice[] | null>
}

export interface PaymentProvider<P extends PropertyMap = PropertyMap> extends PaymentProviderDeclaration {
  readonly params: P
  /** Begins a payment; called outside of transactions, and again with the same key where nobody knows what became of the first call. */
  begin(scope: BeginScope<InputOf<P>>): Beginning | Promise<Beginning>
  /**
   * What the customer is told of how to pay as soon as he has ordered: it stands in the order, its mails and its printed
   * confirmation. It asks nobody, because it is called within the transaction of the order. Left out, or null: nothing.
   */
  instruct?(scope: InstructScope<InputOf<P>>): Instructions | null
  /** Says what became of a payment. Left out, it cannot be asked. */
  ask?(scope: PaymentScope<InputOf<P>>): PaymentReport | Promise<PaymentReport>
  /** Pays back; the report says how much was paid back in all. Left out, people pay back and the service only keeps the account. */
  refund?(scope: RefundScope<InputOf<P>>): MoneyReport | Promise<MoneyReport>
  readonly webhook?: PaymentWebhook<InputOf<P>>
}

/** Declares a payment provider; its parameters are typed by their properties. */
export function definePaymentProvider<const P extends PropertyMap>(provider: PaymentProvider<P>): PaymentProvider<P> {
  return Object.freeze(provider)
}

/** What a round of asking came to. */
export interface PollReport {
  /** Payments whose provider said something. */
  readonly polledCount: number
  /** Those among them that changed by it. */
  readonly changedCount: number
  /** Payments whose provider could not be asked; the log says why. */
  readonly failedCount: number
}

/** A week: the minutes in which a payment has to have been begun to be asked about. */
export const pollMinutes = 10_080
/** Payments that are asked about in a round. */
export const pollLimit = 100
