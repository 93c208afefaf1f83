// The log of an app: JSON lines by pino on the error stream, so that the output stream stays the commands' own.
import { createRequire } from 'node:module'
import type { pino as Pino, Logger } from 'pino'
import type { Log, LogLevel } from '../ground/log.js'

/** From the loudest on; a log writes its level and those after it. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const satisfies readonly LogLevel[]
/**
 * Milliseconds after which pino is loaded though nothing was logged: what goes wrong later may leave no file handle to load it with.
 * Most commands have ended by then.
 */
const patience = 5_000

/** Synchronous: a crash loses nothing. */
function createLogger(level: LogLevel): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** A log over a logger that is made with its first line. */
function wrap(level: LogLevel, logger: () => Logger): Log {
  const line =
    (at: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (levels.indexOf(at) >= levels.indexOf(level)) logger()[at](fields, message)
    }
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: (fields) =>
      wrap(
        level,
        once(() => logger().child(fields)),
      ),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Lines of at least the level; `err` fields carry the stack and the causes. The first answers of a program do not wait for pino to load. */
export function createLog(level: LogLevel): Log {
  const logger = once(() => createLogger(level))
  setTimeout(logger, patience).unref()
  return wrap(level, logger)
}
