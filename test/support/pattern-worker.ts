// Runs one regular expression at a time over hostile texts, in a thread that can be stopped: see test/conformance/patterns.test.ts.
import { parentPort } from 'node:worker_threads'
import type { HostileText } from './hostile-texts.js'

export interface PatternTask {
  readonly source: string
  readonly flags: string
  readonly texts: readonly HostileText[]
  /** Characters of each text, the shorter ones first: a pattern that is slow on those is not tried on the others. */
  readonly lengths: readonly number[]
  /** How many times as long as a linear pattern one may take. */
  readonly budget: number
}

/** The first text that took too long, and how many times as long as a linear pattern; null where none did. */
export type PatternResult = { readonly text: HostileText; readonly times: number } | null

function milliseconds(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** A pattern that looks at each character once and finds it. */
function reference(length: number): number {
  const text = 'ab'.repeat(length / 2)
  return Math.max(0.5, Math.min(...Array.from({ length: 5 }, () => milliseconds(() => text.replace(/a|b/g, '')))))
}

function judge({ source, flags, texts, lengths, budget }: PatternTask): PatternResult {
  const pattern = new RegExp(source, flags)
  for (const length of lengths) {
    const one = reference(length)
    for (const text of texts) {
      const whole = text.before + text.pump.repeat(Math.ceil(length / text.pump.length)) + text.after
      const measure = (): number => {
        pattern.lastIndex = 0
        return milliseconds(() => (flags.includes('g') ? whole.replace(pattern, '') : pattern.exec(whole))) / one
      }
      let times = measure()
      // A busy machine is asked again.
      for (let again = 0; again < 3 && times > budget; again++) times = Math.min(times, measure())
      if (times > budget) return { text, times }
    }
  }
  return null
}

parentPort?.on('message', (task: PatternTask) => parentPort?.postMessage(judge(task), []))
