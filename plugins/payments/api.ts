// What providers with an HTTP API share: parameters, amounts in smallest units, and readers of untyped replies.
import {
  type CaptureTime,
  createMessage,
  dropdown,
  type MessageKey,
  type MessageValues,
  ServiceError,
  string,
} from 'product-configurator-service'

/** The address of another server with the API of the provider, for example a mock. */
export const baseUrl = string('Base URL', {
  pattern: { expression: '^https?://[^ ]+$', words: 'a URL such as https://api.example.com' },
  help: "The address of the API. Default: the provider's own. The setting paymentHosts must allow any other host.",
})

/** When the amount of a payment is captured. */
export const capture = dropdown('Capture the amount', {
  choices: {
    immediately: 'Immediately, when the customer pays',
    shipment: 'With the first shipment',
    request: 'When you press Capture in the order',
  },
  default: 'immediately',
  help:
    'The bank holds the amount until it is captured, for cards usually seven days. Cancelling the order releases it. ' +
    'Works with cards and some other methods; the rest are captured immediately, or not offered.',
})

export const captureTime = ({ capture: time }: { readonly capture: CaptureTime }): CaptureTime => time

/** An error whose message staff read in their language. */
export const createProviderError = (key: MessageKey, values: MessageValues): ServiceError =>
  new ServiceError('NOT_READY', createMessage(key, values))

/** The error of a call that got no reply. The reason of an abort stays. */
export const toConnectionError = (provider: string, signal: AbortSignal): unknown =>
  signal.aborted ? signal.reason : createProviderError('operations.paymentUnreachable', { provider })

export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Decimal places of a currency in amounts that are charged. */
export const countDecimals = (currency: string): number => (withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2)

/** The unit in which a provider charges. */
export interface ChargedUnit {
  /** Decimal places of the amount that the provider receives. */
  readonly decimals: number
  /** The amount must be a multiple of this many smallest units. Default 1. */
  readonly step?: number
}

/** The amount in the smallest unit of the currency. Throws if the provider cannot charge exactly this amount. */
export function toSmallestUnit(amount: number, currency: string, provider: string, { decimals, step = 1 }: ChargedUnit): number {
  const factor = 10 ** decimals
  const units = Math.round(amount * factor)
  if (units / factor !== amount || units % step !== 0) {
    throw createProviderError('operations.paymentAmountStep', { provider, currency, step: step / factor, amount })
  }
  return units
}
