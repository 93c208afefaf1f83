// The logger of an app: JSON lines by pino on stderr, so stdout contains only command output.
import { createRequire } from 'node:module'
import type { pino as Pino, Logger } from 'pino'
import type { Log, LogLevel } from '../foundation/log.js'

/** Levels in ascending severity. A logger writes its level and all higher ones. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const satisfies readonly LogLevel[]
/**
 * Milliseconds after which pino is loaded even without a log line: a later failure may leave no file handle to load it. Most commands
 * end before.
 */
const loadDelay = 5_000

/** Synchronous, so a crash loses no lines. */
function createLogger(level: LogLevel): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** A logger that creates the underlying pino logger with its first line. */
function createLazyLog(level: LogLevel, logger: () => Logger): Log {
  const writer =
    (lineLevel: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (levels.indexOf(lineLevel) >= levels.indexOf(level)) logger()[lineLevel](fields, message)
    }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    child: (fields) =>
      createLazyLog(
        level,
        memoize(() => logger().child(fields)),
      ),
  }
}

function memoize<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Logs lines from the level on; `err` fields include the stack and causes. pino is loaded lazily, so the first replies do not wait. */
export function createLog(level: LogLevel): Log {
  const logger = memoize(() => createLogger(level))
  setTimeout(logger, loadDelay).unref()
  return createLazyLog(level, logger)
}
