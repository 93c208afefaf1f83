// The clock and the voice of one run of a job.
import type { EngineTypes } from '../engine/program/types.js'
import type { JobScope } from './define.js'

/** Milliseconds between two sentences of progress, and before the first: of what is done at once nobody wants to hear how far it is. */
const pause = 200

export function jobScope(types: EngineTypes, milliseconds: number, tell: (sentence: string) => void): JobScope {
  const from = performance.now()
  let told = from
  return {
    types,
    spent: (share) => performance.now() - from > share * milliseconds,
    progress(sentence) {
      if (performance.now() - told < pause) return
      told = performance.now()
      tell(sentence)
    },
  }
}
