// Pauses in long work, and operations that end when a signal is aborted.
import { setImmediate as nextTurn } from 'node:timers/promises'

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

/** The result of the operation. Rejects with its error, or with the signal's reason when the signal is aborted. */
export async function runUntilAborted<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([operation(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
