// All errors that a caller can receive: a catalogue of stable codes, and the error classes. Independent of HTTP.
import {
  createMessage,
  getMessage,
  joinSentences,
  type Message,
  type MessageFields,
  type MessageText,
  type MessageValues,
  type MessageWriter,
} from './message.js'
import { messageText, toMessageFields } from './message-format.js'

/** The codes of errors, in the order of the documentation. Their texts are messages: `describeErrorCode`. */
export const errorCodes = [
  'AUTHENTICATION_REQUIRED',
  'AUTHENTICATION_FAILED',
  'TOTP_REQUIRED',
  'INSUFFICIENT_SCOPE',
  'ORIGIN_NOT_ALLOWED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'VALIDATION_FAILED',
  'PRECONDITION_FAILED',
  'STALE_REVISION',
  'TOTAL_CHANGED',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_IN_PROGRESS',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'NOT_READY',
  'TRANSFER_FAILED',
  'INTERNAL_ERROR',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The messages about a code, for its documentation page: a title, the cause, and the next step of the caller. */
export function describeErrorCode(code: ErrorCode): Readonly<Record<'meaning' | 'next' | 'title', Message>> {
  const words = code.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  const name = words.join('')
  const toMessage = (key: string): Message => ({ key, values: {} })
  return {
    title: toMessage(`errors.title${name}`),
    meaning: toMessage(`problems.meaning${name}`),
    next: toMessage(`problems.next${name}`),
  }
}

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

/** The message of an error, as a value of another message: of the catalogs if the error has one, otherwise its text. */
export function toErrorMessage(error: unknown): MessageText {
  if (error instanceof ValidationError && error.key === undefined && error.issues.length > 0)
    return joinSentences(error.issues.map(getMessage))
  if (error instanceof ServiceError) return getMessage(error)
  return error instanceof Error ? error.message : String(error)
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
