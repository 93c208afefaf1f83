// Collects garbage as often as nobody would, for what must not depend on what is collected.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Every so many milliseconds, until it is called. */
export function collecting(milliseconds = 20): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, milliseconds)
  return () => clearInterval(timer)
}
