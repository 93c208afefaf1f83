// JSON-RPC 2.0 messages as they come in and go out; what goes out is text that is ready to be sent.
import { isObject } from '#core/ground/object.js'

export type RequestId = string | number

export type Params = Readonly<Record<string, unknown>>

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Params }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params }
  /** An answer to a question that was never asked. */
  | { readonly kind: 'response' }

export const errorCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

/** A refusal by the protocol itself; tools refuse by their results. */
export class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.name = 'ProtocolError'
  }
}

export const invalidRequest = (message: string): ProtocolError => new ProtocolError(errorCodes.invalidRequest, message)
export const invalidParams = (message: string): ProtocolError => new ProtocolError(errorCodes.invalidParams, message)

/** An id goes back with the answer: no caller needs a long one. */
const longestId = 1_000

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' ? value.length <= longestId : Number.isSafeInteger(value)
}

/** A JSON value as a message. Throws ProtocolError for what is none, batches among it. */
export function readMessage(value: unknown): Message {
  if (Array.isArray(value)) throw invalidRequest('Batches are not supported. Send one message at a time.')
  if (!isObject(value)) throw invalidRequest('A message is a JSON object.')
  if (value['jsonrpc'] !== '2.0') throw invalidRequest('A message carries "jsonrpc": "2.0".')
  const { id, method, params } = value
  if (method === undefined && id !== undefined && ('result' in value || 'error' in value)) return { kind: 'response' }
  if (typeof method !== 'string') throw invalidRequest('A message names its method as text.')
  if (params !== undefined && !isObject(params)) throw invalidRequest('The params of a message are an object.')
  if (id === undefined) return { kind: 'notification', method, params: params ?? {} }
  if (!isId(id)) {
    throw invalidRequest(`The id of a request is a text of at most ${longestId} characters or a whole number, and never null.`)
  }
  return { kind: 'request', id, method, params: params ?? {} }
}

/** The id that an error can name where the message is broken; null where there is none. */
export function idOf(value: unknown): RequestId | null {
  const id = isObject(value) ? value['id'] : null
  return isId(id) ? id : null
}

/** Two line separators that JSON allows and that some readers take for the end of a line. */
export function escapeSeparators(json: string): string {
  return /[\u2028\u2029]/.test(json) ? json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') : json
}

/** A response around a result that is JSON text already. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

export function errorText(id: RequestId | null, { code, message, data }: ProtocolError): string {
  return escapeSeparators(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }))
}
