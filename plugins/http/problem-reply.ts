// Converts errors to RFC 9457 problem details. Contains the only mapping from error codes to HTTP statuses.
import { createMessage, type MessageText, ServiceError, ValidationError } from '#core/contract.js'
import {
  describeErrorCode,
  getErrorTrail,
  messageText,
  StaleError,
  toMessageFields,
  toReplyMessage,
  type messageFormat,
} from '#core/surface.js'
import { mediaTypes, type Reply } from './reply.js'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export const errorStatuses: Readonly<Record<messageFormat.ErrorCode, number>> = {
  AUTHENTICATION_REQUIRED: 401,
  AUTHENTICATION_FAILED: 401,
  TOTP_REQUIRED: 401,
  INSUFFICIENT_SCOPE: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_IN_PROGRESS: 409,
  STALE_REVISION: 409,
  TOTAL_CHANGED: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  TOO_MANY_REQUESTS: 429,
  TRANSFER_FAILED: 500,
  INTERNAL_ERROR: 500,
  NOT_READY: 503,
}

/** An error with its own headers: Allow, Retry-After, WWW-Authenticate. */
export class HttpError extends ServiceError {
  constructor(
    code: messageFormat.ErrorCode,
    message: MessageText,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(code, message)
  }
}

/** Default scheme of a 401: the shopper, identified by the header X-Svc-Shopper. */
const shopperScheme = 'X-Svc-Shopper realm="svc-api"'

/** Headers for errors from core, which does not know HTTP headers. */
const defaultErrorHeaders: Partial<Record<messageFormat.ErrorCode, Readonly<Record<string, string>>>> = {
  AUTHENTICATION_REQUIRED: { 'www-authenticate': shopperScheme },
  AUTHENTICATION_FAILED: { 'www-authenticate': shopperScheme },
  NOT_READY: { 'retry-after': '5' },
}

/** `METHOD_NOT_ALLOWED` → `method-not-allowed`. */
export function toProblemSlug(code: messageFormat.ErrorCode): string {
  return code.toLowerCase().replaceAll('_', '-')
}

/** True if the log must contain the cause, because the client only gets the request id. */
export function isInternalError(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR'
}

/**
 * Creates the problem+json reply of an error.
 * @param typeBase base URL of the problem types, with a trailing slash
 * @param requestId named in a 500; the log contains the cause under it
 * @param write writes the title, and the message of a 500. The messages of all other errors are written already
 */
export function createProblemReply(
  error: unknown,
  typeBase: string,
  requestId: string,
  write: (message: MessageText) => string = messageText,
): Reply & { readonly body: string } {
  const internal = isInternalError(error)
  const code: messageFormat.ErrorCode = error instanceof ServiceError ? error.code : 'INTERNAL_ERROR'
  const internalMessage = createMessage('errors.internalError', { id: requestId })
  const message: messageFormat.MessageFields = internal
    ? { ...toMessageFields(internalMessage), message: write(internalMessage) }
    : (error as ServiceError)
  const issues = error instanceof ValidationError ? error.issues : []
  const steps = getErrorTrail(error)
  const body = {
    type: typeBase + toProblemSlug(code),
    title: write(describeErrorCode(code).title),
    status: errorStatuses[code],
    code,
    detail: message.message,
    errors:
      issues.length > 0
        ? issues.map((issue) => ({ code: issue.code, ...toReplyMessage(issue) }))
        : [{ code, ...toReplyMessage(message) }],
    ...(code === 'VALIDATION_FAILED' && {
      validationIssues: issues.map((issue) => ({ field: issue.field, code: issue.code, ...toReplyMessage(issue) })),
    }),
    ...(error instanceof StaleError && { data: error.currentState }),
    ...(steps && { meta: { failedAt: steps } }),
  }
  const retryAfter = error instanceof ServiceError ? error.retryAfter : undefined
  const usual = retryAfter === undefined ? defaultErrorHeaders[code] : { 'retry-after': String(retryAfter) }
  const headers = error instanceof HttpError ? error.headers : usual
  return { status: body.status, type: mediaTypes.problem, body: JSON.stringify(body), headers }
}

export interface InternalFailure {
  /** Request id. The client receives it, and the log contains the full cause under it. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly method: string
  /** Without query and tokens. */
  readonly path: string
  /** The error's name and message, shortened. */
  readonly message: string
}

/** Stores the latest internal errors of this process in memory, with the request ids that clients received. */
export interface FailureLog {
  add(request: Pick<InternalFailure, 'id' | 'method' | 'path'>, error: unknown): void
  /** Newest first. */
  list(): readonly InternalFailure[]
}

const maxFailures = 200
/** Maximum characters of a message or path. */
const maxTextLength = 500

export function createFailureLog(): FailureLog {
  const failures: InternalFailure[] = []
  return {
    add({ id, method, path }, error) {
      const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, maxTextLength)
      failures.push({ id, at: new Date().toISOString(), method, path: path.slice(0, maxTextLength), message })
      if (failures.length > maxFailures) failures.shift()
    },
    list: () => failures.toReversed(),
  }
}

/** The error of a request that Node could not parse, by Node's error code. */
function toRequestError(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('PAYLOAD_TOO_LARGE', createMessage('errors.headersTooLarge'))
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('REQUEST_TIMEOUT', createMessage('errors.requestIncomplete'))
  }
  return ValidationError.of('body', createMessage('errors.requestMalformed'))
}

/** True for a connection that received no byte. Browsers open spare connections and would show an early reply as the next page. */
const isUnusedConnection = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0

/** Sends problem details and closes the connection. Closes an unused connection without a reply. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex, errorTypeBase: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isUnusedConnection(socket)) return void socket.destroy()
  sendProblemOnSocket(toRequestError(error.code), socket, errorTypeBase)
}

/** Rejects CONNECT, because the service is not a proxy. */
export function rejectConnect(raw: IncomingMessage, socket: Duplex, errorTypeBase: string): void {
  const allow = 'GET, HEAD, POST, PATCH, DELETE'
  const message = createMessage('errors.methodUnknown', { method: raw.method ?? '', allowed: allow })
  sendProblemOnSocket(new HttpError('METHOD_NOT_ALLOWED', message, { allow }), socket, errorTypeBase)
}

function sendProblemOnSocket(refusal: ServiceError, socket: Duplex, errorTypeBase: string): void {
  const { status, type, body, headers } = createProblemReply(refusal, errorTypeBase, '')
  const own = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
    ...own,
    'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n',
  ]
  socket.end(head.join('') + body)
}
