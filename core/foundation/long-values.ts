// Pauses in long work: recognises records with a very long value, such as a table of 100,000 cells, and limits the time between pauses.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Entries of a list that takes several milliseconds to copy or check. */
const longList = 10_000
/** Characters of a text that takes several milliseconds to parse. */
const longText = 500_000

/** Milliseconds of work without a pause. */
const longestTurn = 10

/** Limits the time between two pauses of a loop: `if (turn.isOver) await turn.pause()`. */
export class Turn {
  private start = performance.now()

  get isOver(): boolean {
    return performance.now() - this.start >= longestTurn
  }

  /** Lets the event loop handle other requests. */
  async pause(): Promise<void> {
    await nextTurn()
    this.start = performance.now()
  }
}

/** Runs a generator that yields between its steps, without a pause. */
export function runSteps<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Runs a generator that yields between its steps, with pauses. */
export async function runInTurns<T>(steps: Generator<void, T>): Promise<T> {
  const turn = new Turn()
  let step = steps.next()
  while (!step.done) {
    if (turn.isOver) await turn.pause()
    step = steps.next()
  }
  return step.value
}

/** True if other requests should run between two steps of processing these values. */
export function hasLongValue(values: Readonly<Record<string, unknown>>): boolean {
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value) ? value.length > longList : typeof value === 'string' && value.length > longText) return true
  }
  return false
}
