// The contract of a payment provider: start, poll, report and refund payments. Core knows no provider by name.
import type { MessageText } from '../../foundation/message.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { InputOf } from '../../foundation/property/typing.js'
import type { PaymentProviderDeclaration, WebhookDeclaration } from '../../model/payment/declaration.js'
import { paymentStatuses } from '../../model/state/statuses.js'
import { choice, figure, withName, nullable, object, type ShapeValue, text } from '../../model/verb/shape.js'
import { type Letterhead, instructionsShape, type Instructions } from '../document/define.js'

/** Passed to every call of a provider. */
export interface ProviderScope<Params> {
  /** The parameters of the payment method, prepared and validated by the provider's `params`. */
  readonly params: Params
  /** Aborted when the provider's time is over. Pass it to every outbound call. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The payment of a call. */
export interface PaymentFacts {
  /** Unguessable and unique. Used as idempotency key, and to match reports while no reference is known. */
  readonly key: string
  /** The provider's id of the payment; '' while unknown. */
  readonly reference: string
  /** In units of the currency: 12.5 is EUR 12.50. */
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

/** The order to be paid, as frozen. */
export interface PaidOrder {
  readonly number: number | null
  /** The number with its prefix, as the customer reads it. */
  readonly number_text: string
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly placed: number
  /** The seller, with the bank account of that day. */
  readonly shop: Letterhead
}

/** The input for payment instructions. An order that is being placed has no payment yet. */
export interface InstructScope<Params> {
  readonly params: Params
  readonly payment: Pick<PaymentFacts, 'amount' | 'currency' | 'decimals'>
  readonly order: PaidOrder
  /** Language tag of the shopper. */
  readonly language: string
  /** Writes a message in that language. `key` is a key of a catalog, or an English text with {placeholders} that the plugin translates. */
  translate(key: string, values?: Readonly<Record<string, string | number>>): string
}

export interface BeginScope<Params>
  extends PaymentScope<Params>,
    Pick<InstructScope<Params>, 'order' | 'language' | 'translate'> {
  /** The page to which the shopper returns after any outcome of the payment. */
  readonly returnUrl: string
  /** The address of the provider's webhook for this payment method; '' if it has none. */
  readonly webhookUrl: string
}

export interface RefundScope<Params> extends PaymentScope<Params> {
  readonly refund: {
    /** The same for each retry of a call with unknown outcome. Send it as idempotency key. */
    readonly key: string
    readonly amount: number
    /** ISO 4217. The received currency. */
    readonly currency: string
    /** The amount that was refunded before. */
    readonly refunded: number
  }
}

/** When the amount of an authorized payment is captured. `request`: when staff ask for it. */
export type CaptureTime = 'immediately' | 'shipment' | 'request'

/** A call for an authorized payment. */
export interface AuthorizedScope<Params> extends PaymentScope<Params> {
  /** The same for each retry of a call with unknown outcome. Send it as idempotency key. */
  readonly stepKey: string
  /** The authorized amount. */
  readonly authorized: { readonly amount: number; readonly currency: string }
}

export interface CaptureScope<Params> extends AuthorizedScope<Params> {
  /** The amount to capture now: the authorized amount, or the part that was shipped and not captured yet. */
  readonly capture: {
    readonly amount: number
    /** The amount with everything that was captured before. */
    readonly total: number
    readonly currency: string
  }
}

/** Money moved. */
export interface MoneyReport {
  readonly status: 'paid' | 'refunded'
  /** In units of the currency. For `paid`, the paid amount; for `refunded`, the total refunded so far. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** The shop's account at the provider, if the report names one. */
  readonly account?: string
  /** The provider's message for staff: a message of a catalog, or the provider's own text. */
  readonly message?: MessageText
}

/** The provider holds money of the customer until it is captured or released. */
export interface AuthorizationReport {
  readonly status: 'authorized'
  /** In units of the currency. */
  readonly amount: number
  /** The total captured so far, while the rest stays authorized. Left out: 0. */
  readonly captured?: number
  /** ISO 4217. */
  readonly currency: string
  /** Milliseconds since the epoch: when the authorization ends. */
  readonly captureBefore?: number
  readonly account?: string
  readonly message?: MessageText
}

/** No money moved. */
export interface PlainReport {
  readonly status: 'pending' | 'failed' | 'cancelled'
  /** For a pending payment: the customer has paid and the money is on its way, so no other payment may be started. */
  readonly underway?: boolean
  readonly account?: string
  readonly message?: MessageText
}

export type PaymentReport = MoneyReport | AuthorizationReport | PlainReport

/** One report, or several, oldest first. */
export type ProviderState = PaymentReport | readonly PaymentReport[]

/** A provider's response to the start of a payment. Another start with the same key returns the same payment. */
export interface Beginning {
  /** The provider's id of the payment. */
  readonly reference?: string
  /** The shop's account at the provider. Reports that name another account are ignored. */
  readonly account?: string
  /** The page to which the shopper is redirected. */
  readonly redirect?: string
  /** Default: the result of `instruct`. */
  readonly instructions?: Instructions
  /** Milliseconds since the epoch. After this time the shopper starts a new payment. */
  readonly expires?: number
  /** The outcome, if it is known immediately. */
  readonly report?: PaymentReport
}

/** A report that the provider sent unrequested. */
export interface PaymentNotice {
  /** The provider's id of this report. A repeated report changes nothing. */
  readonly id: string
  /** The provider's id of the payment. */
  readonly reference?: string
  /** The payment's key, if the provider returns it. It identifies a payment whose reference is not stored yet. */
  readonly key?: string
  readonly report: PaymentReport
}

/** A webhook request as received. */
export interface Delivery {
  /** The raw body, over which signatures are computed. */
  readonly bytes: Uint8Array
  /** Keys are lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A webhook whose requests are signed and contain the reports. */
export interface SignedWebhook<Params> extends WebhookDeclaration {
  /** Parses the request. Empty list: nothing about payments. null: the request is forged or too old. */
  read(
    scope: ProviderScope<Params>,
    delivery: Delivery,
  ): readonly PaymentNotice[] | null | Promise<readonly PaymentNotice[] | null>
}

/** A webhook whose unsigned requests only name a payment. The service then requests its state with `ask`. */
export interface UnsignedWebhook extends WebhookDeclaration {
  /** The provider's id of the named payment. null: the request names none. */
  findReference(delivery: Delivery): string | null
}

export type PaymentWebhook<Params> = SignedWebhook<Params> | UnsignedWebhook

/** The result of a connection test. */
export interface ConnectionReport {
  /** `test`: no money moves. */
  readonly mode: 'test' | 'live'
  /** The name of the shop's account at the provider, if it has one. */
  readonly account?: string
}

export interface PaymentProvider<P extends PropertyMap = PropertyMap> extends PaymentProviderDeclaration {
  readonly params: P
  /** Starts a payment. Called outside of transactions, and again with the same key if the outcome of the first call is unknown. */
  begin(scope: BeginScope<InputOf<P>>): Beginning | Promise<Beginning>
  /**
   * The payment instructions for the customer right after ordering. They appear in the order, its mails and its printed confirmation. Must
   * not call the provider's server, because it runs inside the order's transaction. Left out, or null: no instructions.
   */
  instruct?(scope: InstructScope<InputOf<P>>): Instructions | null
  /**
   * Returns the current state of a payment, or the reports that lead to it, oldest first: paid, then refunded. Left out: the provider
   * cannot be polled.
   */
  ask?(scope: PaymentScope<InputOf<P>>): ProviderState | Promise<ProviderState>
  /** Refunds a payment and reports the total refunded so far. Left out: staff refund by hand and the service only records it. */
  refund?(scope: RefundScope<InputOf<P>>): MoneyReport | Promise<MoneyReport>
  /** When authorized payments are captured. Left out: immediately. */
  captureTime?(params: InputOf<P>): CaptureTime
  /**
   * Captures the amount of an authorized payment and reports its state. A payment that was captured before is reported, not captured again.
   * Left out: the service captures nothing.
   */
  capture?(scope: CaptureScope<InputOf<P>>): ProviderState | Promise<ProviderState>
  /**
   * True if a payment can be captured in several parts. Left out: one capture, which releases the rest, so the service captures when
   * everything was shipped, or the shipped lines when the authorization is about to end.
   */
  readonly capturesParts?: boolean
  /** Releases an authorized payment and reports its state, like `capture`. Left out: the authorization expires. */
  release?(scope: AuthorizedScope<InputOf<P>>): ProviderState | Promise<ProviderState>
  /** Checks the parameters with a request that changes nothing at the provider. Left out: the connection cannot be tested. */
  test?(scope: ProviderScope<InputOf<P>>): ConnectionReport | Promise<ConnectionReport>
  readonly webhook?: PaymentWebhook<InputOf<P>>
}

/** Declares a payment provider. Its parameters are typed by their properties. */
export function definePaymentProvider<const P extends PropertyMap>(provider: PaymentProvider<P>): PaymentProvider<P> {
  return Object.freeze(provider)
}

/** The result of one polling round. */
export interface PollReport {
  /** Payments for which the provider returned a report. */
  readonly polledCount: number
  /** Payments among them that changed. */
  readonly changedCount: number
  /** Payments whose provider could not be reached. The log has the reasons. */
  readonly failedCount: number
}

/** A week, in minutes. Pending payments that were started earlier are not polled. */
export const maxPollAgeMinutes = 10_080
/** Ninety days, in minutes. Authorized and received payments that were started earlier are not polled. */
export const maxReceivedPollAgeMinutes = 129_600
/** Maximum number of payments per round. */
export const pollLimit = 100

const statuses = Object.keys(paymentStatuses) as readonly (keyof typeof paymentStatuses)[]

/** The shape of a payment in runtime replies. */
export const paymentShape = withName(
  'Payment',
  object({
    status: choice(...statuses),
    title: text('The title of the payment method in the order.'),
    amount: figure('The amount due.'),
    currency: text('ISO 4217.'),
    reference: text('The reference of the payment provider.'),
    redirect: nullable(text(), 'The payment page. null if there is none, and after the payment has ended.'),
    instructions: nullable(instructionsShape, 'Payment instructions for the customer, for methods without a payment page.'),
    created: text('ISO 8601.'),
  }),
)

export type PaymentReply = ShapeValue<typeof paymentShape>
