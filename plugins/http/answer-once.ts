// The Idempotency-Key of a POST that creates, or of a change: the same key answers with what the first request was told.
import type { App } from '#core/app.js'
import { ValidationError } from '#core/foundation/errors.js'
import { digestOfValues, keyHeader, once, type OnceKey, onceOutside, type OnceResult } from '#core/storage/idempotency.js'
import type { Unit } from '#core/storage/database/unit.js'
import type { ServiceRequest } from './mount.js'
import type { Reply } from './reply.js'

/** Printable ASCII, as header values are. */
const soundKey = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** The key, or null where none is sent. ValidationError where it is no sound one. */
export function keyOf(request: Pick<ServiceRequest, 'headers'>): string | null {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return null
  const key = Array.isArray(sent) ? sent.join(',') : sent
  if (soundKey.test(key)) return key
  throw ValidationError.of(keyHeader, 'The header Idempotency-Key takes 1 to 255 printable ASCII characters.')
}

/** What of a reply is kept; its body is text here, because only JSON is answered to a POST that creates. */
interface Kept {
  readonly type: string | null
  readonly body: string
  readonly headers: Reply['headers']
}

function keep({ status, type, body, headers }: Reply): { readonly status: number; readonly body: string } {
  if (typeof body !== 'string') throw new TypeError('Only a text can be kept under an Idempotency-Key')
  return { status, body: JSON.stringify({ type, body, headers } satisfies Kept) }
}

/** Answers to changes of one thing that are kept: they come in great numbers, and each may be as long as the thing. */
const mostChanges = 10

/** What a reply says that is not the first one under its key. */
export const replayed = { 'idempotent-replayed': 'true' } as const

/** What a key stands for in this request. */
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
 * Does the work and answers; with a key both are one transaction, and the same request sent again gets the same answer with
 * `Idempotent-Replayed: true`. `work` may run twice, and reads and writes in the unit that it is given.
 * @param actor whose keys these are: two actors may use the same key
 * @param complete the answer with what could not be told before the commit; null where there is nothing to add
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

/** The same for work that opens its own units, because it calls other systems between them. */
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
