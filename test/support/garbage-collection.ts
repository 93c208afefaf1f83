// Forces frequent garbage collection, for code that must not depend on when objects are collected.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage at this interval until the returned function is called. */
export function collectGarbageRepeatedly(milliseconds = 20): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, milliseconds)
  return () => clearInterval(timer)
}
