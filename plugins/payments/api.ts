// What providers with an HTTP API share: the parameter for the address of the API, and readers of untyped replies.
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

export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
