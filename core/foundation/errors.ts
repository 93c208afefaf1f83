// All errors that a caller can receive: a catalogue of stable codes, and the error classes. Independent of HTTP.
import {
  createMessage,
  getMessage,
  type MessageFields,
  type MessageText,
  type MessageValues,
  type MessageWriter,
} from './message.js'
import { messageText, toMessageFields } from './message-format.js'

export interface CatalogueEntry {
  readonly title: string
  /** The cause, for the documentation page of the error. */
  readonly meaning: string
  /** The caller's next step. */
  readonly next: string
}

export const errorCatalogue = {
  AUTHENTICATION_REQUIRED: {
    title: 'Authentication required',
    meaning: 'The request has no bearer token.',
    next: 'Send the header "Authorization: Bearer <token>". Create a token with svc:token:mint.',
  },
  AUTHENTICATION_FAILED: {
    title: 'Authentication failed',
    meaning: 'The bearer token is malformed, unknown, revoked or expired.',
    next: 'Check that the whole token was sent, or create a new one with svc:token:mint.',
  },
  TOTP_REQUIRED: {
    title: 'One-time code required',
    meaning: 'The password is correct, but the admin account also requires a one-time code.',
    next: 'Send the six-digit code of the authenticator app together with the password.',
  },
  INSUFFICIENT_SCOPE: {
    title: 'Insufficient scope',
    meaning: 'The token is valid, but has no scope that allows this request.',
    next: 'Use a token with the scope that the detail names.',
  },
  ORIGIN_NOT_ALLOWED: {
    title: 'Origin not allowed',
    meaning: 'The request comes from a page of another origin, or names a host that this service does not serve.',
    next: "Send the request from a page under the base URL, or add the page's origin to embedOrigins.",
  },
  NOT_FOUND: {
    title: 'Not found',
    meaning: 'There is no such entity, record or endpoint.',
    next: 'Read the index at /svc-api/v1/ for the entities that exist.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Method not allowed',
    meaning: 'The URL exists, but does not support this method.',
    next: 'Use one of the methods in the Allow header.',
  },
  VALIDATION_FAILED: {
    title: 'Validation failed',
    meaning: 'The data or the request was refused. Nothing was changed.',
    next: 'Correct the fields listed in validationIssues and send the request again.',
  },
  PRECONDITION_FAILED: {
    title: 'Precondition failed',
    meaning: 'The record was changed since it was read.',
    next: 'Read the record again and repeat the change with its new ETag.',
  },
  STALE_REVISION: {
    title: 'Stale revision',
    meaning: 'The configuration was changed after the revision on which the request is based. Nothing was applied.',
    next: 'Use the state returned in data, and send the remaining changes with its revision.',
  },
  TOTAL_CHANGED: {
    title: 'Total changed',
    meaning: 'The order total differs from the confirmed total. Nothing was ordered.',
    next: 'Show the checkout returned in data, and place the order again with its totals.',
  },
  REQUEST_TIMEOUT: {
    title: 'Request timeout',
    meaning: 'The request was not received completely within the time limit.',
    next: 'Send the whole request again: the headers within 10 seconds, everything within 30 seconds.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    title: 'Request in progress',
    meaning: 'A request with the same Idempotency-Key is still running.',
    next: 'Wait for the seconds in Retry-After and send the same request again.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'Payload too large',
    meaning: 'The request body is larger than the limit.',
    next: 'Send at most 1 MiB, for uploads at most 20 MiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'Unsupported media type',
    meaning: 'The assistant endpoint accepts only JSON.',
    next: 'Send Content-Type: application/json.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many requests',
    meaning: 'This network address sent more requests than the endpoint allows.',
    next: 'Wait for the seconds in Retry-After.',
  },
  NOT_READY: {
    title: 'Not ready',
    meaning:
      'The service is starting or stopping, its migrations are blocked, or its database cannot be reached or has no space left.',
    next: 'Try again shortly. /health/ready reports when the service is ready.',
  },
  TRANSFER_FAILED: {
    title: 'Transfer failed',
    meaning: 'The export, check or import of a transfer package failed on the server.',
    next: 'The detail names the failed step, the products that were already stored, and the identifier of the cause in the log.',
  },
  INTERNAL_ERROR: {
    title: 'Internal error',
    meaning: 'An unexpected error occurred on the server.',
    next: 'Report the identifier in the detail to the operator. The log contains the cause under this identifier.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** One refused field. `field` is the wire name, followed by a path for structured values. */
export interface Issue extends MessageFields {
  readonly field: string
  readonly code: string
}

export function createIssue(field: string, message: MessageText, code = 'INVALID_VALUE'): Issue {
  return { field, code, ...toMessageFields(message) }
}

export interface ServiceErrorOptions extends ErrorOptions {
  /** Seconds after which the caller can retry, for the Retry-After header. */
  readonly retryAfter?: number
}

/** Base class of all errors that callers can read. `message` is a full sentence without stack, SQL or file path. */
export class ServiceError extends Error implements MessageFields {
  readonly retryAfter: number | undefined
  declare readonly key?: string
  declare readonly values?: MessageValues
  declare readonly english?: string

  constructor(
    readonly code: ErrorCode,
    text: MessageText,
    { retryAfter, ...options }: ServiceErrorOptions = {},
  ) {
    const { message, ...source } = toMessageFields(text)
    super(message, options)
    this.name = new.target.name
    this.retryAfter = retryAfter
    Object.assign(this, source)
  }
}

/** Maximum number of issues in one error. */
export const maximumIssues = 100
/** Maximum lengths in characters. Field names and messages may repeat parts of the request. */
const maximumFieldLength = 200
const maximumMessageLength = 2_000
const maximumSummaryLength = 10_000

const truncate = (text: string, maximum: number): string => (text.length <= maximum ? text : `${text.slice(0, maximum - 1)}…`)

function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  const reported = issues.length > maximumIssues ? issues.slice(0, maximumIssues - 1) : issues
  const all = reported.map((issue) => ({
    ...issue,
    field: truncate(issue.field, maximumFieldLength),
    message: truncate(issue.message, maximumMessageLength),
  }))
  const remaining = issues.length - reported.length
  if (remaining === 0) return all
  const { field } = issues[reported.length]!
  const message = createMessage('errors.moreIssues', { count: remaining })
  return [...all, createIssue(truncate(field, maximumFieldLength), message, 'MORE_ISSUES')]
}

/** Joins all messages. If the result is too long it is truncated, but the last message is kept: it states the number of further issues. */
function summarizeIssues(issues: readonly Issue[]): string {
  const text = issues.map((issue) => issue.message).join(' ')
  const last = issues.at(-1)?.message ?? ''
  return text.length <= maximumSummaryLength ? text : `${truncate(text, maximumSummaryLength - last.length)} ${last}`
}

/** The data or the request was refused. Nothing was changed. */
export class ValidationError extends ServiceError {
  readonly issues: readonly Issue[]

  /** Limits the number and length of issues, so the response stays small. */
  constructor(allIssues: readonly Issue[], message?: MessageText) {
    const issues = limitIssues(allIssues)
    const text = message ?? summarizeIssues(issues)
    super('VALIDATION_FAILED', typeof text === 'string' ? truncate(text, maximumSummaryLength) : text)
    this.issues = issues
  }
  /** Creates a refusal of one field. */
  static of(field: string, message: MessageText, code = 'INVALID_VALUE'): ValidationError {
    return new ValidationError([createIssue(field, message, code)])
  }
}

export class NotFoundError extends ServiceError {
  constructor(message: MessageText) {
    super('NOT_FOUND', message)
  }
}

/** A request based on an outdated state. `present` is the current state. */
export class StaleError extends ServiceError {
  constructor(
    message: MessageText,
    readonly currentState: object,
    code: 'STALE_REVISION' | 'TOTAL_CHANGED' = 'STALE_REVISION',
  ) {
    super(code, message)
  }
}

/** An internal failure. The message is logged; callers receive an identifier. */
export class SystemError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super('INTERNAL_ERROR', message, options)
  }
}

/** The processing steps in which an error occurred, outermost first. The reply shows them as `meta.failedAt`. */
const trails = new WeakMap<object, string[]>()

/** The steps in which the error occurred; undefined if none were recorded. */
export function getErrorTrail(error: unknown): readonly string[] | undefined {
  return typeof error === 'object' && error !== null ? trails.get(error) : undefined
}

const rewrittenErrors = new WeakSet<ServiceError>()

/** True if the texts of the error are final: `rewriteMessages` has written them in the reader's language. */
export const isRewritten = (error: ServiceError): boolean => rewrittenErrors.has(error)

/**
 * The same error with other texts, for example in the reader's language. Code, fields, headers and the current record stay. Internal
 * errors stay unchanged.
 */
export function rewriteMessages(
  error: ServiceError,
  write: (refusal: MessageFields & { readonly code: string }) => string,
): ServiceError {
  if (error.code === 'INTERNAL_ERROR') return error
  const rewritten = copyWithMessages(error, write)
  rewrittenErrors.add(rewritten)
  return rewritten
}

function copyWithMessages(error: ServiceError, write: Parameters<typeof rewriteMessages>[1]): ServiceError {
  if (error instanceof ValidationError && error.issues.length > 0) {
    const issues = error.issues.map((issue) => ({ ...issue, message: write(issue) }))
    return new ValidationError(issues, error.key === undefined ? undefined : write(error))
  }
  const same = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as ServiceError
  const steps = trails.get(error)
  if (steps) trails.set(same, steps)
  return Object.defineProperty(same, 'message', { value: write(error) })
}

/** Adds a step to the trail of an error and returns the error. Validation errors have no trail. */
export function addToErrorTrail(step: string, error: unknown): unknown {
  if (typeof error === 'object' && error !== null && !(error instanceof ValidationError)) {
    const steps = trails.get(error)
    if (steps) steps.unshift(step)
    else trails.set(error, [step])
  }
  return error
}

/** Runs a function and adds the step to the trail of any error that it throws. */
export async function withErrorTrail<T>(step: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw addToErrorTrail(step, error)
  }
}

/** Boot faults: problems that prevent the service from starting. All faults are reported at once. */
export interface Fault extends MessageFields {
  /** Kebab-case, documented in docs/reference/boot-checks.md. */
  readonly id: string
  /** The origin of the problem: `core`, a plugin's name, `svc.config.ts`, or an environment variable. */
  readonly owner: string
  /** The solution, as a full sentence. The message is the problem. */
  readonly hint: MessageFields
  /** The stack of the underlying error, for developers. */
  readonly stack?: string
}

export function createBootFault(id: string, owner: string, message: MessageText, hint: MessageText): Fault {
  return { id, owner, ...toMessageFields(message), hint: toMessageFields(hint) }
}

/** The service did not start. All steps that had been started were undone. */
export class BootError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    options?: ErrorOptions,
  ) {
    super(faults.map((fault) => describeFault(fault)).join('\n'), options)
    this.name = 'BootError'
  }
}

/** Formats a fault: `[plugin-clash] stock: There are two … Rename one.` In English, or as `write` formats its messages. */
export function describeFault(fault: Fault, write: MessageWriter = messageText): string {
  return `[${fault.id}] ${fault.owner}: ${write(getMessage(fault))} ${write(getMessage(fault.hint))}`
}
