// Rate-limited logging for messages that remote callers can trigger. Counts the omitted lines.
import { minute } from './clock.js'
import type { Log } from './log.js'

/** Maximum lines of one message per window. */
const maximumLines = 10
/** Window length in milliseconds. */
const window = minute

interface MessageCount {
  windowStart: number
  written: number
  leftOut: number
}

const countsByLog = new WeakMap<Log, Map<string, MessageCount>>()

/**
 * Logs at level `warn`, at most ten lines a minute. The first line of a later minute contains the number of omitted lines as `leftOut`.
 * @param message a constant, by which lines are counted
 * @param now milliseconds since the epoch
 */
export function warnRateLimited(log: Log, now: number, fields: object, message: string): void {
  logRateLimited('warn', log, now, fields, message)
}

/** Logs at level `error` with the same limit. */
export function errorRateLimited(log: Log, now: number, fields: object, message: string): void {
  logRateLimited('error', log, now, fields, message)
}

function logRateLimited(level: 'warn' | 'error', log: Log, now: number, fields: object, message: string): void {
  const counts = countsByLog.get(log) ?? new Map<string, MessageCount>()
  countsByLog.set(log, counts)
  const count = counts.get(message) ?? { windowStart: now, written: 0, leftOut: 0 }
  counts.set(message, count)
  if (now - count.windowStart >= window || now < count.windowStart) {
    count.windowStart = now
    count.written = 0
  }
  if (count.written >= maximumLines) {
    count.leftOut += 1
    return
  }
  count.written += 1
  log[level](count.leftOut > 0 ? { ...fields, leftOut: count.leftOut } : fields, message)
  count.leftOut = 0
}
