// Creates the scope of a job run, with its time limit and progress reporting.
import type { EngineTypes } from '../engine/program/engine-types.js'
import type { JobScope } from './define-worker-job.js'

/** Minimum milliseconds between progress messages, also before the first: short jobs report none. */
const progressInterval = 200

export function createJobScope(types: EngineTypes, milliseconds: number, report: (sentence: string) => void): JobScope {
  const startTime = performance.now()
  let lastReport = startTime
  return {
    types,
    spent: (share) => performance.now() - startTime > share * milliseconds,
    progress(sentence) {
      if (performance.now() - lastReport < progressInterval) return
      lastReport = performance.now()
      report(sentence)
    },
  }
}
