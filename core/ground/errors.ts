// Every failure that a caller can see: one catalogue of stable codes, and the error classes that carry them. No HTTP here.

export interface CatalogueEntry {
  readonly title: string
  /** What happened, for the problem type's page. */
  readonly meaning: string
  /** What the caller does next. */
  readonly next: string
}

export const errorCatalogue = {
  AUTHENTICATION_REQUIRED: {
    title: 'Authentication required',
    meaning: 'The request carries no bearer token.',
    next: 'Send the header "Authorization: Bearer <token>". Tokens are minted with svc:token:mint.',
  },
  AUTHENTICATION_FAILED: {
    title: 'Authentication failed',
    meaning: 'The bearer token is malformed, unknown, revoked or expired.',
    next: 'Check that the whole token was sent, or mint a new one with svc:token:mint.',
  },
  TOTP_REQUIRED: {
    title: 'One-time code required',
    meaning: 'The password is right, and the admin account asks for a one-time code too.',
    next: 'Send the six digits that the app shows, with the password.',
  },
  INSUFFICIENT_SCOPE: {
    title: 'Insufficient scope',
    meaning: 'The token is valid, but holds no scope that allows this request.',
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
    meaning: 'The address exists, but does not answer this method.',
    next: 'Use one of the methods in the Allow header.',
  },
  VALIDATION_FAILED: {
    title: 'Validation failed',
    meaning: 'The data or the request was refused; nothing was changed.',
    next: 'Mend the fields named in validationIssues and send the request again.',
  },
  PRECONDITION_FAILED: {
    title: 'Precondition failed',
    meaning: 'The record was changed since it was read.',
    next: 'Read the record again and repeat the change with its new ETag.',
  },
  STALE_REVISION: {
    title: 'Stale revision',
    meaning: 'The configuration was changed since the revision that the change builds on; nothing was applied.',
    next: 'Take the whole state that stands in data, and send what is still wanted with its revision.',
  },
  TOTAL_CHANGED: {
    title: 'Total changed',
    meaning: 'The order comes to another total than the one that was agreed to; nothing was ordered.',
    next: 'Show the checkout that stands in data, and place it again with the totals that it names.',
  },
  REQUEST_TIMEOUT: {
    title: 'Request timeout',
    meaning: 'The request was not complete in time.',
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
    meaning: 'The assistant endpoint takes JSON only.',
    next: 'Send Content-Type: application/json.',
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many requests',
    meaning: 'This address sent more requests than this endpoint allows.',
    next: 'Wait for the seconds in Retry-After.',
  },
  NOT_READY: {
    title: 'Not ready',
    meaning:
      'The service is starting, stopping, or its migrations are frozen; or its database cannot be reached, or has no room left.',
    next: 'Try again shortly; /health/ready says when.',
  },
  TRANSFER_FAILED: {
    title: 'Transfer failed',
    meaning: 'The export, check or import of a transfer package broke on the server.',
    next: 'The detail says where it broke, which products stand all the same, and where the log holds the cause.',
  },
  INTERNAL_ERROR: {
    title: 'Internal error',
    meaning: 'Something broke on the server.',
    next: 'Give the identifier in the detail to whoever runs the service; the log holds the cause under it.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** One refused field. `field` is the wire name, with a path for structured values. */
export interface Issue {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface ServiceErrorOptions extends ErrorOptions {
  /** Seconds after which the caller can try again, for the header Retry-After. */
  readonly retryAfter?: number
}

/** The base of every error that a caller may read; `message` is a full sentence without stack, SQL or path. */
export class ServiceError extends Error {
  readonly retryAfter: number | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    { retryAfter, ...options }: ServiceErrorOptions = {},
  ) {
    super(message, options)
    this.name = new.target.name
    this.retryAfter = retryAfter
  }
}

/** Issues of one refusal; who sends a thousand mistakes is not told of each. */
export const mostIssues = 100
/** Characters of a field's name and of a sentence, which may repeat what was sent. */
const longestField = 200
const longestMessage = 2_000
const longestWhole = 10_000

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

function bounded(issues: readonly Issue[]): readonly Issue[] {
  const shown = issues.length > mostIssues ? issues.slice(0, mostIssues - 1) : issues
  const all = shown.map(({ field, code, message }) => ({
    field: cut(field, longestField),
    code,
    message: cut(message, longestMessage),
  }))
  const left = issues.length - shown.length
  if (left === 0) return all
  const { field } = issues[shown.length]!
  return [
    ...all,
    { field: cut(field, longestField), code: 'MORE_ISSUES', message: `There are ${left} more mistakes; mend these first.` },
  ]
}

/** All sentences; where they are too many, the last one stays, which says how many more there are. */
function summary(issues: readonly Issue[]): string {
  const whole = issues.map((issue) => issue.message).join(' ')
  const last = issues.at(-1)?.message ?? ''
  return whole.length <= longestWhole ? whole : `${cut(whole, longestWhole - last.length)} ${last}`
}

/** Data or request refused; nothing was changed. */
export class ValidationError extends ServiceError {
  readonly issues: readonly Issue[]

  /** Keeps a hundred issues at most, so that no answer grows far beyond its request. */
  constructor(given: readonly Issue[], message?: string) {
    const issues = bounded(given)
    super('VALIDATION_FAILED', message === undefined ? summary(issues) : cut(message, longestWhole))
    this.issues = issues
  }
  /** A refusal that concerns one field. */
  static of(field: string, message: string, code = 'INVALID_VALUE'): ValidationError {
    return new ValidationError([{ field, code, message }])
  }
}

export class NotFoundError extends ServiceError {
  constructor(message: string) {
    super('NOT_FOUND', message)
  }
}

/** A request that builds on what is no longer so; `present` is what a reader would be given now. */
export class StaleError extends ServiceError {
  constructor(
    message: string,
    readonly present: object,
    code: 'STALE_REVISION' | 'TOTAL_CHANGED' = 'STALE_REVISION',
  ) {
    super(code, message)
  }
}

/** Something broke: the message is for the log, callers get an identifier. */
export class SystemError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super('INTERNAL_ERROR', message, options)
  }
}

/** The context trail of a failure inside the store step, outermost first (spec 7.1 `meta.failedAt`). Undefined for others. */
const trails = new WeakMap<object, string[]>()

export function failedAt(error: unknown): readonly string[] | undefined {
  return typeof error === 'object' && error !== null ? trails.get(error) : undefined
}

/** Writes the name of a step on the trail of what it threw, validation refusals excepted, and gives it back. */
export function onTrail(step: string, error: unknown): unknown {
  if (typeof error === 'object' && error !== null && !(error instanceof ValidationError)) {
    const steps = trails.get(error)
    if (steps) steps.unshift(step)
    else trails.set(error, [step])
  }
  return error
}

/** Runs a step and writes its name on the trail of whatever it throws. */
export async function trail<T>(step: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw onTrail(step, error)
  }
}
