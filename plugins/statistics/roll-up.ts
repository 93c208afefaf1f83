// Stores the statistics of completed days. Each day can be computed again at any time: the result replaces the stored rows.
import {
  dayOf,
  addDays,
  type Queryable,
  type Context,
  readSystemVariable,
  setSystemVariable,
  getVersionedSnapshot,
} from '#core/contract.js'
import { insertRows, type SqlParameter, type Unit, unit, serviceState } from '#core/surface.js'
import { computeAnswers, computeConfigurations, computeSales, toDayBounds } from './day-statistics.js'

const statisticsVariable = 'statistics'

/** Completed days that every run computes again: transactions that began before midnight commit later. */
const repeatedDays = 2
/** Days whose configurations are computed again each day, because they reach carts and orders later. */
const openDays = 30
/** Rows per INSERT statement. */
const batchSize = 500

/** The progress of the roll-ups. */
export interface RollUpState {
  /** The time zone of the days. In another zone, everything is computed again. */
  readonly zone: string
  /** The last stored day; null before the first run. */
  readonly through: string | null
}

const salesColumns = [
  'day',
  'currency_code',
  'product_id',
  'orders',
  'quantity',
  'net',
  'gross',
  'returned_net',
  'returned_gross',
] as const
const answerColumns = ['day', 'answer_id', 'question_id', 'product_id', 'quantity'] as const
const configurationColumns = ['day', 'product_id', 'started', 'in_cart', 'ordered'] as const

export async function readRollUpState(on: Queryable): Promise<RollUpState | null> {
  const text = await readSystemVariable(on, statisticsVariable)
  // Only this file writes it.
  return text === null ? null : (JSON.parse(text) as RollUpState)
}

/** Inserts the rows of a day in batches. `toSql` builds the statement for that many rows. */
async function insertDay<Row extends object>(
  u: Unit,
  columns: readonly ('day' | (keyof Row & string))[],
  day: string,
  rows: readonly Row[],
  toSql: (rows: number) => string,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    const values = batch.flatMap((row) => columns.map((column) => (column === 'day' ? day : (row[column] as SqlParameter))))
    await u.run(toSql(batch.length), values)
  }
}

async function storeConfigurations(u: Unit, day: string, zone: string): Promise<void> {
  const rows = await computeConfigurations(u, day, toDayBounds(day, zone))
  await u.run('DELETE FROM svc_configuration_days WHERE day = ?', [day])
  await insertDay(u, configurationColumns, day, rows, (count) =>
    insertRows('svc_configuration_days', configurationColumns, count),
  )
}

/** Replaces the statistics of a day. */
async function storeDay(u: Unit, day: string, zone: string): Promise<void> {
  const bounds = toDayBounds(day, zone)
  const sales = await computeSales(u, bounds)
  const answers = await computeAnswers(u, bounds)
  await u.run('DELETE FROM svc_sales_days WHERE day = ?', [day])
  await insertDay(u, salesColumns, day, sales, (count) => insertRows('svc_sales_days', salesColumns, count))
  await u.run('DELETE FROM svc_answer_days WHERE day = ?', [day])
  await insertDay(u, answerColumns, day, answers, (count) => insertRows('svc_answer_days', answerColumns, count))
  await storeConfigurations(u, day, zone)
}

/** Deletes the days that another time zone had before the first one. */
async function deleteDaysBefore(u: Unit, day: string): Promise<void> {
  await u.run('DELETE FROM svc_sales_days WHERE day < ?', [day])
  await u.run('DELETE FROM svc_answer_days WHERE day < ?', [day])
  await u.run('DELETE FROM svc_configuration_days WHERE day < ?', [day])
}

/** The day of the oldest order or configuration; null without any. */
async function findFirstDay(on: Queryable, zone: string): Promise<string | null> {
  const [order] = await on.query<{ at: string | null }>("SELECT MIN(placed) AS at FROM svc_sales_order WHERE placed > ''")
  const [configuration] = await on.query<{ at: string | null }>(
    "SELECT MIN(created) AS at FROM svc_configuration WHERE created > ''",
  )
  const [expired] = await on.query<{ day: string | null }>('SELECT MIN(day) AS day FROM svc_expired_configurations')
  const times = [order?.at, configuration?.at].flatMap((at) => (at ? [dayOf(Date.parse(at), zone)] : []))
  return [...times, ...(expired?.day ? [expired.day] : [])].sort()[0] ?? null
}

/**
 * Stores the completed days that are missing, and the latest ones again. Stops between two days if the signal is aborted; the next run
 * continues there. After a change of the time zone it starts from the first day.
 */
export async function updateRollUps(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock } = context
  const { snapshot } = await getVersionedSnapshot(context)
  const zone = await serviceState.readTimeZone(snapshot, database)
  const last = addDays(dayOf(clock.now(), zone), -1)
  const stored = await readRollUpState(database)
  const through = stored?.zone === zone ? stored.through : null
  const first = through === null ? await findFirstDay(database, zone) : addDays(through, 1 - repeatedDays)
  for (let day = first ?? last; day <= last; day = addDays(day, 1)) {
    if (signal.aborted) return
    await unit(database, async (u) => {
      if (through === null && day === first) await deleteDaysBefore(u, day)
      await storeDay(u, day, zone)
      const reached = through !== null && through > day ? through : day
      await setSystemVariable(u, statisticsVariable, JSON.stringify({ zone, through: reached } satisfies RollUpState))
    })
  }
  if (through === null || through >= last) return
  for (let day = addDays(last, -openDays); day <= addDays(through, -repeatedDays); day = addDays(day, 1)) {
    if (signal.aborted) return
    await unit(database, (u) => storeConfigurations(u, day, zone))
  }
}
