// Answers that are given once: a POST that is sent again with its Idempotency-Key gets the first answer (domain §7, reliability 2).
import { sha256 } from '../foundation/digest.js'
import { isObject } from '../foundation/object.js'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { day, formatIsoTime, minute } from '../foundation/clock.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { hasProcessEnded, getProcessName } from '../foundation/process-name.js'
import type { Context } from './context.js'
import { forgetBefore } from './database/forget.js'
import type { Queryable } from './database/queryable.js'
import { type Unit, unit } from './database/unit.js'

/** As callers write it, and as refusals name it. */
export const keyHeader = 'Idempotency-Key'

/** Milliseconds for which answers are kept. */
const kept = day
/** When a request that never ended counts as dead. */
interface Abandoned {
  /** Milliseconds after which it does, whatever became of its process. */
  readonly after: number
  /** True where it does as soon as its process is known to be gone. */
  readonly withProcess: boolean
}

/**
 * Work that is one transaction does not end well without the key: the database takes it back when its process goes, and whoever takes the key
 * waits for a COMMIT that was on its way. What work outside of one has asked of others may still be under way there, longer than the
 * server lets a request run.
 */
const abandoned = {
  outside: { after: minute, withProcess: false },
  inUnit: { after: 20_000, withProcess: true },
} as const satisfies Readonly<Record<string, Abandoned>>

/** What a key stands for: who sent it where, and a digest of what was sent with it. */
export interface OnceKey {
  readonly actor: string
  readonly route: string
  readonly key: string
  readonly digest: string
  /** Answers of the actor's route that are kept beside each other; all of a day if left out. */
  readonly most?: number
}

export interface OnceAnswer {
  readonly status: number
  /** As text; the surface decides what is in it. */
  readonly body: string
}

/**
 * Keeps an answer in the open unit, so that what the unit stores and its answer are stored both or not at all; what the work answers in the end
 * takes its place. Throws InProgress where somebody else has taken the key meanwhile.
 */
export type Settle = (u: Unit, answer: OnceAnswer) => Promise<void>

export interface OnceResult extends OnceAnswer {
  /** True where an earlier request did the work. */
  readonly replayed: boolean
}

/** Another request with the key is under way. */
export class InProgress extends ServiceError {
  constructor() {
    const message = 'A request with this Idempotency-Key is still running. Send it again in a second.'
    super('IDEMPOTENCY_IN_PROGRESS', message, { retryAfter: 1 })
  }
}

/** A digest of values that does not depend on the order of an object's keys. */
export function digestOfValues(values: readonly unknown[]): string {
  const sorted = (_key: string, value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  return sha256(JSON.stringify(values, sorted))
}

const where = 'actor = ? AND route = ? AND idempotency_key = ?'
const identityOf = ({ actor, route, key }: OnceKey): readonly string[] => [actor, route, key]
const newHolder = (): string => `running:${randomUUID().slice(0, 8)}`

/**
 * Runs `work` in a unit whose commit also keeps its answer, or gives the answer that the key already has. A failure keeps
 * nothing: the key is free again. Throws InProgress, or VALIDATION_FAILED where the key came with something else before.
 * @param complete adds, after the commit, what cannot be told earlier; null where there is nothing to add
 */
export function once(
  context: Context,
  key: OnceKey,
  work: (u: Unit) => Promise<OnceAnswer>,
  complete?: () => Promise<OnceAnswer | null>,
): Promise<OnceResult> {
  return onceSettled(context, key, async (settle) => {
    const done = await unit(context.database, async (u) => {
      const answer = await work(u)
      await settle(u, answer)
      return answer
    })
    return (await complete?.()) ?? done
  })
}

/** The same for work that opens its own unit, and settles in it. */
export function onceSettled(context: Context, key: OnceKey, work: (settle: Settle) => Promise<OnceAnswer>): Promise<OnceResult> {
  return held(context, key, abandoned.inUnit, work)
}

/**
 * The same for work that must not run in a unit, because it calls other systems. Where the process dies in the middle, the next
 * request with the key does the work again after a minute: it must find what it has begun.
 */
export function onceOutside(context: Context, key: OnceKey, work: () => Promise<OnceAnswer>): Promise<OnceResult> {
  return held(context, key, abandoned.outside, work)
}

async function held(
  context: Context,
  key: OnceKey,
  dead: Abandoned,
  work: (settle: Settle) => Promise<OnceAnswer>,
): Promise<OnceResult> {
  const holder = newHolder()
  const earlier = await claim(context, key, holder, dead)
  if (earlier) return { ...earlier, replayed: true }
  const settled: OnceAnswer[] = []
  const settle: Settle = async (u, answer) => {
    if (!(await keepAnswer(u, key, holder, answer))) throw new InProgress()
    await dropOlder(u, key)
    settled.push(answer)
  }
  try {
    const answer = await work(settle)
    const last = settled.at(-1)
    if (last === undefined) await keepAnswer(context.database, key, holder, answer)
    else if (last.status !== answer.status || last.body !== answer.body)
      await replaceAnswer(context.database, key, holder, answer)
    return { ...answer, replayed: false }
  } catch (error) {
    await letGo(context, key, holder, dead)
    throw error
  }
}

/** Puts the whole answer in the place of the one that was kept in the unit. */
async function replaceAnswer(on: Queryable, key: OnceKey, holder: string, { status, body }: OnceAnswer): Promise<void> {
  const sql = `UPDATE svc_idempotency SET state = 'done', status = ?, body = ? WHERE ${where} AND state IN ('done', ?)`
  await on.run(sql, [status, body, ...identityOf(key), holder])
}

/** False where the key is not the holder's any more. */
async function keepAnswer(on: Queryable, key: OnceKey, holder: string, { status, body }: OnceAnswer): Promise<boolean> {
  const sql = `UPDATE svc_idempotency SET state = 'done', status = ?, body = ? WHERE ${where} AND state = ?`
  return (await on.run(sql, [status, body, ...identityOf(key), holder])).affected === 1
}

/** Where anybody may send as many as he likes, the last ones are kept: a call is repeated soon, or not at all. */
async function dropOlder(u: Unit, { actor, route, key, most }: OnceKey): Promise<void> {
  if (most === undefined) return
  const own = "actor = ? AND route = ? AND state = 'done'"
  const last = `SELECT created FROM svc_idempotency WHERE ${own} ORDER BY created DESC LIMIT 1 OFFSET ${Math.floor(most)}`
  const [row] = await u.query(last, [actor, route])
  if (!row) return
  const sql = `DELETE FROM svc_idempotency WHERE ${own} AND created <= ? AND idempotency_key <> ?`
  await u.run(sql, [actor, route, String(row.created), key])
}

/** Attempts to free a key while its caller waits for his answer, and milliseconds between those that follow. */
const freeing = 4
const pause = 500

/** After a failure, of which the caller is told and not of what stands in the way here: often it is the same database that is away. */
async function letGo(context: Context, key: OnceKey, holder: string, { after }: Abandoned): Promise<void> {
  for (let attempt = 1; attempt <= freeing; attempt++) {
    if (await free(context, key, holder)) return
    await sleep(attempt * 100)
  }
  const deadline = performance.now() + after
  context.background.begin(async (signal) => {
    while (!signal.aborted && performance.now() < deadline && !(await free(context, key, holder)))
      await sleep(pause, undefined, { signal }).catch(() => undefined)
  })
}

/** False where the database does not do so at the moment. */
async function free({ database }: Context, key: OnceKey, holder: string): Promise<boolean> {
  try {
    await database.run(`DELETE FROM svc_idempotency WHERE ${where} AND state = ?`, [...identityOf(key), holder])
    return true
  } catch (error) {
    database.log.debug({ err: error }, 'An Idempotency-Key could not be freed.')
    return false
  }
}

/** Takes the key for the holder and returns null, or the answer that it already has. */
function claim(context: Context, key: OnceKey, holder: string, dead: Abandoned): Promise<OnceAnswer | null> {
  const identity = identityOf(key)
  return unit(context.database, async (u) => {
    const now = context.clock.now()
    const columns = ['actor', 'route', 'idempotency_key', 'hash', 'state', 'status', 'body', 'created']
    // Insert first: of two that come at once the unique key lets one win, and makes the other wait for it.
    await u.run(u.dialect.insertMissing('svc_idempotency', columns, columns.slice(0, 3)), [
      ...identity,
      key.digest,
      holder,
      0,
      getProcessName(),
      formatIsoTime(now),
    ])
    const [row] = await u.query(
      `SELECT hash, state, status, body, created FROM svc_idempotency WHERE ${where} ${u.dialect.forUpdate}`,
      identity,
    )
    if (!row || row.state === holder) return null
    const age = now - Date.parse(String(row.created))
    // As long as there is no answer, the process that works for one stands in its place.
    const isDead = age >= dead.after || (dead.withProcess && hasProcessEnded(String(row.body)))
    if (age >= kept || (row.state !== 'done' && isDead)) {
      const sql = `UPDATE svc_idempotency SET hash = ?, state = ?, status = 0, body = ?, created = ? WHERE ${where}`
      await u.run(sql, [key.digest, holder, getProcessName(), formatIsoTime(now), ...identity])
      return null
    }
    if (row.hash !== key.digest) {
      const message = 'This Idempotency-Key was sent before with another request. Use a new key for a new request.'
      throw ValidationError.of(keyHeader, message, 'KEY_REUSED')
    }
    if (row.state !== 'done') throw new InProgress()
    return { status: Number(row.status), body: String(row.body) }
  })
}

/** Forgets answers older than a day; returns how many. */
export async function forgetOldAnswers(context: Context): Promise<number> {
  return forgetBefore(context.database, 'svc_idempotency', 'created', formatIsoTime(context.clock.now() - kept))
}
