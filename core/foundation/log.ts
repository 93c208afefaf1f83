// The logger interface. The app uses pino; tests can pass their own logger.
import { minute } from './clock.js'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A logger that adds the fields to all its lines, for example `{category: 'authorization'}`. */
  child(fields: object): Log
}

/** A logger that discards everything. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
}

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
