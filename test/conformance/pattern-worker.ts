// Worker thread that runs one regular expression on hostile texts and can be stopped: see test/conformance/patterns.test.ts.
import { parentPort } from 'node:worker_threads'
import type { HostileText } from './hostile-texts.js'

export interface PatternTask {
  readonly source: string
  readonly flags: string
  readonly texts: readonly HostileText[]
  /** Text lengths in ascending order. A pattern that is slow on a short text is not tried on longer ones. */
  readonly lengths: readonly number[]
  /** Maximum time as a multiple of a linear pattern's. */
  readonly budget: number
}

/** The first text that took too long, with its time as a multiple of a linear pattern's; null if none did. */
export type PatternResult = { readonly text: HostileText; readonly times: number } | null

function milliseconds(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** Milliseconds of a pattern that reads each character once. */
function measureLinearPattern(length: number): number {
  const text = 'ab'.repeat(length / 2)
  return Math.max(0.5, Math.min(...Array.from({ length: 5 }, () => milliseconds(() => text.replace(/a|b/g, '')))))
}

function checkPattern({ source, flags, texts, lengths, budget }: PatternTask): PatternResult {
  const pattern = new RegExp(source, flags)
  for (const length of lengths) {
    const baseline = measureLinearPattern(length)
    for (const text of texts) {
      const whole = text.before + text.pump.repeat(Math.ceil(length / text.pump.length)) + text.after
      const measure = (): number => {
        pattern.lastIndex = 0
        return milliseconds(() => (flags.includes('g') ? whole.replace(pattern, '') : pattern.exec(whole))) / baseline
      }
      let times = measure()
      // Repeat the measurement, because the machine may be busy.
      for (let again = 0; again < 3 && times > budget; again++) times = Math.min(times, measure())
      if (times > budget) return { text, times }
    }
  }
  return null
}

parentPort?.on('message', (task: PatternTask) => parentPort?.postMessage(checkPattern(task), []))
