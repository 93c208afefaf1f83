// The log of an app: JSON lines by pino on the error stream, so that the output stream stays the commands' own.
import { createRequire } from 'node:module'
import type { pino as Pino, Logger } from 'pino'
import type { Log, LogLevel } from '../ground/log.js'

/** Loaded when the first log is made: a test or a schema worker that gives its own never pays for it. */
function loadPino(): typeof Pino {
  return (createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }).pino
}

/** Lines of at least the level; `err` fields carry the stack and the causes. Synchronous: a crash loses nothing. */
export function createLog(level: LogLevel): Log {
  const pino = loadPino()
  return wrap(
    pino(
      { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ fd: 2, sync: true }),
    ),
  )
}

function wrap(logger: Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => wrap(logger.child(fields)),
  }
}
