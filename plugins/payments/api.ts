// What providers with an HTTP API share: the parameter for the address of the API, and readers of untyped replies.
import { string } from 'product-configurator-service'

/** The address of another server with the API of the provider, for example a mock. */
export const baseUrl = string('Base URL', {
  pattern: { expression: '^https?://[^ ]+$', words: 'a URL such as https://api.example.com' },
  help: "The address of the API. Default: the provider's own. The setting paymentHosts must allow any other host.",
})

export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
