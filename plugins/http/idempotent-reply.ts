// Implements the Idempotency-Key header for creating POSTs and for changes: a repeated key returns the stored first reply.
import { type App, createMessage, ValidationError } from '#core/contract.js'
import {
  digestValues,
  idempotencyKeyHeader,
  type IdempotentRequest,
  type IdempotentResponse,
  runIdempotent,
  runIdempotentOutsideUnit,
  type Unit,
} from '#core/surface.js'
import type { ServiceRequest } from './mount.js'
import type { Reply } from './reply.js'

/** Printable ASCII, the allowed characters of a header value. */
const idempotencyKeyPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** Returns the key, or null if the header is missing. Throws ValidationError for a malformed key. */
export function parseIdempotencyKey(request: Pick<ServiceRequest, 'headers'>): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = Array.isArray(header) ? header.join(',') : header
  if (idempotencyKeyPattern.test(key)) return key
  throw ValidationError.of(idempotencyKeyHeader, createMessage('errors.idempotencyKeyInvalid'))
}

/** The stored part of a reply. The body is text because a creating POST only returns JSON. */
interface StoredReply {
  readonly type: string | null
  readonly body: string
  readonly headers: Reply['headers']
}

function toStoredReply({ status, type, body, headers }: Reply): { readonly status: number; readonly body: string } {
  if (typeof body !== 'string') throw new TypeError('Only text can be stored under an Idempotency-Key')
  return { status, body: JSON.stringify({ type, body, headers } satisfies StoredReply) }
}

/** Maximum number of stored replies to changes of one record. Changes are frequent, and each reply may contain the whole record. */
const maxStoredChanges = 10

/** Marks a reply that repeats the stored first reply of its key. */
export const replayedHeaders = { 'idempotent-replayed': 'true' } as const

/** Identifies a request under its key: actor, route and a digest of the request. */
function createRequestKey(request: ServiceRequest, actor: string, key: string): IdempotentRequest {
  const { method, path, prefix, query, fields } = request
  const digest = digestValues([method, path, prefix, Object.fromEntries(query.values), fields])
  const bounded = method === 'PATCH' ? { most: maxStoredChanges } : {}
  return { actor, route: `${method} ${path}`.slice(0, 191), key, digest, ...bounded }
}

async function parseStoredReply(execution: Promise<IdempotentResponse>): Promise<Reply> {
  const result = await execution
  const storedReply = JSON.parse(result.body) as StoredReply
  const headers = result.replayed ? { ...storedReply.headers, ...replayedHeaders } : storedReply.headers
  return { status: result.status, type: storedReply.type, body: storedReply.body, headers }
}

/**
 * Runs `work` and returns its reply. With a key, the work and the stored reply share one transaction. The same request sent again gets the
 * same reply with `Idempotent-Replayed: true`. `work` may run twice, and must read and write in the unit that it receives.
 * @param actor owner of the key: two actors may use the same key
 * @param complete returns the reply with data that is available only after the commit; null if there is nothing to add
 */
export async function runIdempotently(
  app: App,
  request: ServiceRequest,
  actor: string,
  work: (unit: Unit | undefined) => Promise<Reply>,
  complete?: () => Promise<Reply | null>,
): Promise<Reply> {
  const key = parseIdempotencyKey(request)
  if (key === null) return work(undefined)
  const completed = async () => {
    const reply = await complete?.()
    return reply ? toStoredReply(reply) : null
  }
  return parseStoredReply(
    runIdempotent(app.context, createRequestKey(request, actor, key), async (u) => toStoredReply(await work(u)), completed),
  )
}

/** Like `runIdempotently`, for work that opens its own units because it calls other systems between them. */
export async function runIdempotentlyOutside(
  app: App,
  request: ServiceRequest,
  actor: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const key = parseIdempotencyKey(request)
  if (key === null) return work()
  return parseStoredReply(
    runIdempotentOutsideUnit(app.context, createRequestKey(request, actor, key), async () => toStoredReply(await work())),
  )
}
