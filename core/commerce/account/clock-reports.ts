// Stores the last assertion of each issuer that was refused because the host's clock is ahead. The health check reads it.
import { sha256 } from '../../foundation/digest.js'
import { hour, minute } from '../../foundation/clock.js'
import type { Context } from '../../storage/context.js'
import { listSystemVariables, setSystemVariable } from '../../storage/system-variables.js'

export interface ClockReport {
  readonly issuer: string
  /** How far the host's clock was ahead. */
  readonly secondsAhead: number
  /** Milliseconds since the epoch. */
  readonly refused: number
}

/** Name prefix of the system variables that store the reports. */
export const clockReportPrefix = 'clock_ahead_'
/** Reports are used for an hour, because the clock may be corrected afterwards. */
const reportLifetime = hour

/** When each context last stored a report, by issuer: a busy host would otherwise write one for each request. */
const lastReportTimes = new WeakMap<Context, Map<string, number>>()

/** Stores the report, at most once a minute for each issuer. Call it only for assertions whose signature is valid. */
export async function storeClockReport(context: Context, issuer: string, secondsAhead: number): Promise<void> {
  const now = context.clock.now()
  const times = lastReportTimes.get(context) ?? new Map<string, number>()
  lastReportTimes.set(context, times)
  const last = times.get(issuer)
  if (last !== undefined && now >= last && now - last < minute) return
  times.set(issuer, now)
  const report: ClockReport = { issuer, secondsAhead, refused: now }
  await setSystemVariable(context.database, clockReportPrefix + sha256(issuer).slice(0, 32), JSON.stringify(report))
}

/** The reports of the last hour. */
export async function listRecentClockReports({ database, clock }: Context): Promise<readonly ClockReport[]> {
  const variables = await listSystemVariables(database, new Set())
  return variables
    .filter(({ name }) => name.startsWith(clockReportPrefix))
    .map(({ value }) => JSON.parse(value) as ClockReport)
    .filter(({ refused }) => clock.now() - refused < reportLifetime)
}
