// Idempotency keys: a POST repeated with the same Idempotency-Key gets the first response.
import { createMessage } from '../foundation/message.js'
import { sha256 } from '../foundation/digest.js'
import { isObject } from '../foundation/json.js'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { day, formatIsoTime, minute } from '../foundation/clock.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { hasProcessEnded, getProcessName } from '../foundation/process-name.js'
import type { Context } from './context.js'
import { deleteRowsBefore } from './database/table-rows.js'
import type { Queryable } from './database/dialect.js'
import { type Unit, unit } from './unit-of-work/transaction.js'

/** The header name in requests and error messages. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** How long responses are stored, in milliseconds. */
const responseLifetime = day
/** When an unfinished request counts as abandoned. */
interface AbandonmentRule {
  /** Milliseconds after which the key is free in any case. */
  readonly after: number
  /** True if the key is free as soon as the process is known to have ended. */
  readonly withProcess: boolean
}

/**
 * A single transaction cannot commit without its key: the database rolls it back when the process dies, and a new holder of the
 * key waits for a pending COMMIT. Work outside of a transaction may have started operations in other systems, which can run
 * longer than a request of this server.
 */
const abandonmentRules = {
  outside: { after: minute, withProcess: false },
  inUnit: { after: 20_000, withProcess: true },
} as const satisfies Readonly<Record<string, AbandonmentRule>>

/** Identifies a request: its actor, route and key, and a digest of its content. */
export interface IdempotentRequest {
  readonly actor: string
  readonly route: string
  readonly key: string
  readonly digest: string
  /** The maximum number of stored responses for the actor and route. Default: all responses of one day. */
  readonly most?: number
}

export interface StoredResponse {
  readonly status: number
  /** The response body as text, in a format of the caller's choice. */
  readonly body: string
}

/**
 * Stores the response in the open unit, so the unit's writes and the response are committed together. The final response of the
 * work replaces it. Throws InProgress if another request has taken the key.
 */
export type ResponseWriter = (u: Unit, answer: StoredResponse) => Promise<void>

export interface IdempotentResponse extends StoredResponse {
  /** True if the response comes from an earlier request. */
  readonly replayed: boolean
}

/** Thrown while another request with the key is running. */
class RequestInProgressError extends ServiceError {
  constructor() {
    const message = createMessage('errors.requestRunning')
    super('IDEMPOTENCY_IN_PROGRESS', message, { retryAfter: 1 })
  }
}

/** A digest of values that does not depend on the order of object keys. */
export function digestValues(values: readonly unknown[]): string {
  const sorted = (_key: string, value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  return sha256(JSON.stringify(values, sorted))
}

const keyCondition = 'actor = ? AND route = ? AND idempotency_key = ?'
const toKeyParameters = ({ actor, route, key }: IdempotentRequest): readonly string[] => [actor, route, key]
const createHolderName = (): string => `running:${randomUUID().slice(0, 8)}`

/**
 * Runs `work` in a unit that also stores its response, or returns the stored response of the key. A failure frees the key.
 * Throws InProgress, or VALIDATION_FAILED if the key was used with different content.
 * @param complete runs after the commit and returns the final response, or null to keep the first one
 */
export function runIdempotent(
  context: Context,
  key: IdempotentRequest,
  work: (u: Unit) => Promise<StoredResponse>,
  complete?: () => Promise<StoredResponse | null>,
): Promise<IdempotentResponse> {
  return runIdempotentInOwnUnit(context, key, async (settle) => {
    const response = await unit(context.database, async (u) => {
      const answer = await work(u)
      await settle(u, answer)
      return answer
    })
    return (await complete?.()) ?? response
  })
}

/** Like `once`, for work that opens its own unit and calls `settle` in it. */
export function runIdempotentInOwnUnit(
  context: Context,
  key: IdempotentRequest,
  work: (settle: ResponseWriter) => Promise<StoredResponse>,
): Promise<IdempotentResponse> {
  return runWithKey(context, key, abandonmentRules.inUnit, work)
}

/**
 * Like `once`, for work that calls other systems and therefore must not run in a unit. If the process dies, the next request
 * with the key repeats the work after one minute. The work must then detect its earlier, partial run.
 */
export function runIdempotentOutsideUnit(
  context: Context,
  key: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<IdempotentResponse> {
  return runWithKey(context, key, abandonmentRules.outside, work)
}

async function runWithKey(
  context: Context,
  key: IdempotentRequest,
  dead: AbandonmentRule,
  work: (settle: ResponseWriter) => Promise<StoredResponse>,
): Promise<IdempotentResponse> {
  const holder = createHolderName()
  const earlier = await claimKey(context, key, holder, dead)
  if (earlier) return { ...earlier, replayed: true }
  const settled: StoredResponse[] = []
  const settle: ResponseWriter = async (u, answer) => {
    if (!(await storeResponse(u, key, holder, answer))) throw new RequestInProgressError()
    await deleteOlderResponses(u, key)
    settled.push(answer)
  }
  try {
    const answer = await work(settle)
    const last = settled.at(-1)
    if (last === undefined) await storeResponse(context.database, key, holder, answer)
    else if (last.status !== answer.status || last.body !== answer.body)
      await replaceResponse(context.database, key, holder, answer)
    return { ...answer, replayed: false }
  } catch (error) {
    await releaseKey(context, key, holder, dead)
    throw error
  }
}

/** Replaces the response that was stored in the unit. */
async function replaceResponse(
  on: Queryable,
  key: IdempotentRequest,
  holder: string,
  { status, body }: StoredResponse,
): Promise<void> {
  const sql = `UPDATE svc_idempotency SET state = 'done', status = ?, body = ? WHERE ${keyCondition} AND state IN ('done', ?)`
  await on.run(sql, [status, body, ...toKeyParameters(key), holder])
}

/** Returns false if another request has taken the key. */
async function storeResponse(
  on: Queryable,
  key: IdempotentRequest,
  holder: string,
  { status, body }: StoredResponse,
): Promise<boolean> {
  const sql = `UPDATE svc_idempotency SET state = 'done', status = ?, body = ? WHERE ${keyCondition} AND state = ?`
  return (await on.run(sql, [status, body, ...toKeyParameters(key), holder])).affected === 1
}

/** Limits the stored responses of callers with unlimited requests. Clients repeat a request soon or never. */
async function deleteOlderResponses(u: Unit, { actor, route, key, most: maximumResponses }: IdempotentRequest): Promise<void> {
  if (maximumResponses === undefined) return
  const own = "actor = ? AND route = ? AND state = 'done'"
  const last = `SELECT created FROM svc_idempotency WHERE ${own} ORDER BY created DESC LIMIT 1 OFFSET ${Math.floor(maximumResponses)}`
  const [row] = await u.query(last, [actor, route])
  if (!row) return
  const sql = `DELETE FROM svc_idempotency WHERE ${own} AND created <= ? AND idempotency_key <> ?`
  await u.run(sql, [actor, route, String(row.created), key])
}

/** The number of attempts to free a key before the caller gets a response, and the pause between later attempts in milliseconds. */
const releaseAttempts = 4
const releasePause = 500

/** Frees the key after a failure. The caller gets the original error, because the same database problem often prevents this step too. */
async function releaseKey(context: Context, key: IdempotentRequest, holder: string, { after }: AbandonmentRule): Promise<void> {
  for (let attempt = 1; attempt <= releaseAttempts; attempt++) {
    if (await tryReleaseKey(context, key, holder)) return
    await sleep(attempt * 100)
  }
  const deadline = performance.now() + after
  context.background.begin(async (signal) => {
    while (!signal.aborted && performance.now() < deadline && !(await tryReleaseKey(context, key, holder)))
      await sleep(releasePause, undefined, { signal }).catch(() => undefined)
  })
}

/** Returns false if the database rejects the statement. */
async function tryReleaseKey({ database }: Context, key: IdempotentRequest, holder: string): Promise<boolean> {
  try {
    await database.run(`DELETE FROM svc_idempotency WHERE ${keyCondition} AND state = ?`, [...toKeyParameters(key), holder])
    return true
  } catch (error) {
    database.log.debug({ err: error }, 'An Idempotency-Key could not be released.')
    return false
  }
}

/** Takes the key for the holder and returns null, or returns the stored response. */
function claimKey(
  context: Context,
  key: IdempotentRequest,
  holder: string,
  dead: AbandonmentRule,
): Promise<StoredResponse | null> {
  const identity = toKeyParameters(key)
  return unit(context.database, async (u) => {
    const now = context.clock.now()
    const columns = ['actor', 'route', 'idempotency_key', 'hash', 'state', 'status', 'body', 'created']
    // Inserts first: of two concurrent requests, the unique key lets one win and makes the other wait.
    await u.run(u.dialect.insertMissing('svc_idempotency', columns, columns.slice(0, 3)), [
      ...identity,
      key.digest,
      holder,
      0,
      getProcessName(),
      formatIsoTime(now),
    ])
    const [row] = await u.query(
      `SELECT hash, state, status, body, created FROM svc_idempotency WHERE ${keyCondition} ${u.dialect.forUpdate}`,
      identity,
    )
    if (!row || row.state === holder) return null
    const age = now - Date.parse(String(row.created))
    // Until there is a response, the `body` column has the name of the working process.
    const isDead = age >= dead.after || (dead.withProcess && hasProcessEnded(String(row.body)))
    if (age >= responseLifetime || (row.state !== 'done' && isDead)) {
      const sql = `UPDATE svc_idempotency SET hash = ?, state = ?, status = 0, body = ?, created = ? WHERE ${keyCondition}`
      await u.run(sql, [key.digest, holder, getProcessName(), formatIsoTime(now), ...identity])
      return null
    }
    if (row.hash !== key.digest) {
      const message = createMessage('errors.idempotencyKeyUsed')
      throw ValidationError.of(idempotencyKeyHeader, message, 'KEY_REUSED')
    }
    if (row.state !== 'done') throw new RequestInProgressError()
    return { status: Number(row.status), body: String(row.body) }
  })
}

/** Deletes responses older than one day. Returns their number. */
export async function deleteExpiredResponses(context: Context): Promise<number> {
  return deleteRowsBefore(context.database, 'svc_idempotency', 'created', formatIsoTime(context.clock.now() - responseLifetime))
}
