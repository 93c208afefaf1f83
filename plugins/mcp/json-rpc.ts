// Checks of a message that the SDK leaves out: it drops malformed lines and accepts batches.
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { JSONRPCErrorResponse, JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/server'
import { isObject } from '#core/surface.js'

export type ParsedMessage =
  | { readonly request: JSONRPCRequest }
  | { readonly message: JSONRPCMessage }
  | { readonly error: JSONRPCErrorResponse }

/** Characters. Responses repeat the id. */
const longestId = 1_000

/** Members of a message; JSON-RPC knows six. The SDK takes 200 ms to reject an object with 60,000 members. */
const maxMembers = 100

/** The id of a broken message, if it has a usable one. */
function readId(value: unknown): RequestId | undefined {
  const id = isObject(value) ? value['id'] : undefined
  if (typeof id === 'string') return id.length <= longestId ? id : undefined
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

/** JSON-RPC wants id null where no id is known; the SDK's type has no null. */
export function errorResponse(id: RequestId | undefined, code: number, message: string, data?: unknown): JSONRPCErrorResponse {
  const error = { code, message, ...(data !== undefined && { data }) }
  return { jsonrpc: '2.0', id: id ?? null, error } as JSONRPCErrorResponse
}

export function invalidRequest(value: unknown, message: string): JSONRPCErrorResponse {
  return errorResponse(readId(value), ProtocolErrorCode.InvalidRequest, message)
}

export function parseMessage(text: string): ParsedMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { error: errorResponse(undefined, ProtocolErrorCode.ParseError, 'The message is not valid JSON.') }
  }
  if (Array.isArray(value)) return { error: invalidRequest(value, 'Batches are not supported. Send one message at a time.') }
  const isSmall = isObject(value) && Object.keys(value).length <= maxMembers
  if (isSmall && isJSONRPCRequest(value)) {
    if (readId(value) !== undefined) return { request: value }
    return { error: invalidRequest(value, `The id of a request is an integer or at most ${longestId} characters.`) }
  }
  if (isSmall && (isJSONRPCNotification(value) || isJSONRPCResponse(value))) return { message: value }
  return { error: invalidRequest(value, 'The message is not a JSON-RPC 2.0 request, notification or response.') }
}
