// Logs what strangers can cause as often as they like: a few lines a minute of each kind, and how many were left out.
import { minute } from './clock.js'
import type { Log } from './log.js'

/** Lines of one message in a window. */
const most = 10
/** Milliseconds. */
const window = minute

interface Kind {
  began: number
  written: number
  leftOut: number
}

const kinds = new WeakMap<Log, Map<string, Kind>>()

/**
 * Warns like `log.warn`, ten times a minute; the first line of a later minute says under `leftOut` how many were not written.
 * @param message constant: it is what lines are counted by
 * @param now milliseconds since the epoch
 */
export function warnSparingly(log: Log, now: number, fields: object, message: string): void {
  logSparingly('warn', log, now, fields, message)
}

/** The same with `log.error`. */
export function errorSparingly(log: Log, now: number, fields: object, message: string): void {
  logSparingly('error', log, now, fields, message)
}

function logSparingly(level: 'warn' | 'error', log: Log, now: number, fields: object, message: string): void {
  const held = kinds.get(log) ?? new Map<string, Kind>()
  kinds.set(log, held)
  const kind = held.get(message) ?? { began: now, written: 0, leftOut: 0 }
  held.set(message, kind)
  if (now - kind.began >= window || now < kind.began) {
    kind.began = now
    kind.written = 0
  }
  if (kind.written >= most) {
    kind.leftOut += 1
    return
  }
  kind.written += 1
  log[level](kind.leftOut > 0 ? { ...fields, leftOut: kind.leftOut } : fields, message)
  kind.leftOut = 0
}
