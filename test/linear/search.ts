// Linearizability checker: searches for a sequential order of the operations that the model allows. The search is that of J. M. Wing and C.
// Gong (Testing and Verifying Concurrent Objects, 1993), the cache of visited states that of G. Lowe (Testing for Linearizability, 2017).

export interface Operation<I, O> {
  readonly client: number
  readonly input: I
  /** null if the result is unknown: the operation can take effect at any later time or never. */
  readonly output: O | null
  /** The time of the call. All clients use the same clock. */
  readonly called: number
  /** Infinity if no response arrived. */
  readonly returned: number
}

/** The sequential behavior of one object. */
export interface Model<S, I, O> {
  readonly initial: S
  /** The state after the operation; null if it cannot return this output. An operation without an output takes effect if possible. */
  after(state: S, input: I, output: O | null): S | null
  /** States with the same key are equal. */
  key(state: S): string
}

export interface Found<I, O> {
  /** The operations in a valid order; the longest valid prefix if no order contains all of them. */
  readonly order: readonly Operation<I, O>[]
  /** The operations that cannot follow the prefix. Empty if the history is linearizable. */
  readonly stuck: readonly Operation<I, O>[]
}

interface Step<S> {
  readonly state: S
  /** The operations in the order so far, one bit each. */
  readonly done: bigint
  /** The last operation, and the step before it. */
  readonly last: number
  readonly before: Step<S> | null
  /** The number of operations with an output. */
  readonly known: number
}

/** The possible next operations: all that were called before any other pending operation returned. */
function candidates(operations: readonly Operation<unknown, unknown>[], completedMask: bigint): readonly number[] {
  const open: number[] = []
  let returned = Infinity
  for (const [index, operation] of operations.entries()) {
    if (operation.called > returned) break
    if ((completedMask >> BigInt(index)) & 1n) continue
    open.push(index)
    returned = Math.min(returned, operation.returned)
  }
  return open
}

function listed<S, T>(last: Step<S>, operations: readonly T[]): readonly T[] {
  const order: T[] = []
  for (let step: Step<S> | null = last; step !== null && step.last >= 0; step = step.before) order.unshift(operations[step.last]!)
  return order
}

/** Finds a valid order of the history of one object, or the longest valid prefix. */
export function explain<S, I, O>(history: readonly Operation<I, O>[], model: Model<S, I, O>): Found<I, O> {
  const operations = history.toSorted((a, b) => a.called - b.called)
  const answeredCount = operations.filter(({ output }) => output !== null).length
  const visitedKeys = new Set<string>()
  let longest: Step<S> = { state: model.initial, done: 0n, last: -1, before: null, known: 0 }
  const open = [longest]
  for (;;) {
    const step = open.pop()
    if (step === undefined) break
    if (step.known > longest.known) longest = step
    if (step.known === answeredCount) return { order: listed(step, operations), stuck: [] }
    // Pushed in reverse, so that the operation with the earliest call is tried first.
    for (const index of candidates(operations, step.done).toReversed()) {
      const { input, output } = operations[index]!
      const state = model.after(step.state, input, output)
      if (state === null) continue
      const completed = step.done | (1n << BigInt(index))
      const key = `${completed.toString(36)} ${model.key(state)}`
      if (visitedKeys.has(key)) continue
      visitedKeys.add(key)
      open.push({ state, done: completed, last: index, before: step, known: step.known + (output === null ? 0 : 1) })
    }
  }
  const stuck = candidates(operations, longest.done).map((index) => operations[index]!)
  return { order: listed(longest, operations), stuck: stuck.filter(({ output }) => output !== null) }
}
