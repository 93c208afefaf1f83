// Implements the Idempotency-Key header for creating POSTs and for changes: a repeated key returns the stored first reply.
import type { App } from '#core/app.js'
import { ValidationError } from '#core/foundation/errors.js'
import { digestOfValues, keyHeader, once, type OnceKey, onceOutside, type OnceResult } from '#core/storage/idempotency.js'
import type { Unit } from '#core/storage/database/unit.js'
import type { ServiceRequest } from './mount.js'
import type { Reply } from './reply.js'

/** Printable ASCII, the allowed characters of a header value. */
const soundKey = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** Returns the key, or null if the header is missing. Throws ValidationError for a malformed key. */
export function keyOf(request: Pick<ServiceRequest, 'headers'>): string | null {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return null
  const key = Array.isArray(sent) ? sent.join(',') : sent
  if (soundKey.test(key)) return key
  throw ValidationError.of(keyHeader, 'The header Idempotency-Key takes 1 to 255 printable ASCII characters.')
}

/** The stored part of a reply. The body is text because a creating POST only returns JSON. */
interface Kept {
  readonly type: string | null
  readonly body: string
  readonly headers: Reply['headers']
}

function keep({ status, type, body, headers }: Reply): { readonly status: number; readonly body: string } {
  if (typeof body !== 'string') throw new TypeError('Only a text can be kept under an Idempotency-Key')
  return { status, body: JSON.stringify({ type, body, headers } satisfies Kept) }
}

/** Maximum number of stored replies to changes of one record. Changes are frequent, and each reply may contain the whole record. */
const mostChanges = 10

/** Marks a reply that repeats the stored first reply of its key. */
export const replayed = { 'idempotent-replayed': 'true' } as const

/** Identifies a request under its key: actor, route and a digest of the request. */
function onceKeyOf(request: ServiceRequest, actor: string, key: string): OnceKey {
  const { method, path, prefix, query, fields } = request
  const digest = digestOfValues([method, path, prefix, Object.fromEntries(query.values), fields])
  const bounded = method === 'PATCH' ? { most: mostChanges } : {}
  return { actor, route: `${method} ${path}`.slice(0, 191), key, digest, ...bounded }
}

async function answered(once: Promise<OnceResult>): Promise<Reply> {
  const result = await once
  const kept = JSON.parse(result.body) as Kept
  const headers = result.replayed ? { ...kept.headers, ...replayed } : kept.headers
  return { status: result.status, type: kept.type, body: kept.body, headers }
}

/**
 * Runs `work` and returns its reply. With a key, the work and the stored reply share one transaction. The same request sent again gets the
 * same reply with `Idempotent-Replayed: true`. `work` may run twice, and must read and write in the unit that it receives.
 * @param actor owner of the key: two actors may use the same key
 * @param complete returns the reply with data that is available only after the commit; null if there is nothing to add
 */
export async function answerOnce(
  app: App,
  request: ServiceRequest,
  actor: string,
  work: (unit: Unit | undefined) => Promise<Reply>,
  complete?: () => Promise<Reply | null>,
): Promise<Reply> {
  const key = keyOf(request)
  if (key === null) return work(undefined)
  const completed = async () => {
    const reply = await complete?.()
    return reply ? keep(reply) : null
  }
  return answered(once(app.context, onceKeyOf(request, actor, key), async (u) => keep(await work(u)), completed))
}

/** Like `answerOnce`, for work that opens its own units because it calls other systems between them. */
export async function answerOnceOutside(
  app: App,
  request: ServiceRequest,
  actor: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const key = keyOf(request)
  if (key === null) return work()
  return answered(onceOutside(app.context, onceKeyOf(request, actor, key), async () => keep(await work())))
}
