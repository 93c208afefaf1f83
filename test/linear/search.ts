// Whether what clients saw can have happened one after the other: a search for an order of their calls that the model allows.
// The search is J. M. Wing's and C. Gong's (Testing and Verifying Concurrent Objects, 1993), what it remembers G. Lowe's (Testing for
// Linearizability, 2017).

export interface Operation<I, O> {
  readonly client: number
  readonly input: I
  /** null where nobody knows what came of it: it may have happened at any later time, or never. */
  readonly output: O | null
  /** Of one clock for all clients. */
  readonly called: number
  /** Infinity where no answer came. */
  readonly returned: number
}

/** What one object does when its operations come one after the other. */
export interface Model<S, I, O> {
  readonly initial: S
  /** The state after the operation, null where it cannot have had that output; without an output the one that it has if it happened. */
  after(state: S, input: I, output: O | null): S | null
  /** Two states with the same key are the same. */
  key(state: S): string
}

export interface Found<I, O> {
  /** In the order of an explanation; the longest that was found where there is none for all. */
  readonly order: readonly Operation<I, O>[]
  /** The operations of which each, as the next one, contradicts what stands in the order. Empty where all is explained. */
  readonly stuck: readonly Operation<I, O>[]
}

interface Step<S> {
  readonly state: S
  /** Operations that have happened, a bit each. */
  readonly done: bigint
  /** Which one was last, and what was before it. */
  readonly last: number
  readonly before: Step<S> | null
  /** Of those with an output. */
  readonly known: number
}

/** What may come next: all that were called before the first of the others had returned. */
function candidates(operations: readonly Operation<unknown, unknown>[], done: bigint): readonly number[] {
  const open: number[] = []
  let returned = Infinity
  for (const [index, operation] of operations.entries()) {
    if (operation.called > returned) break
    if ((done >> BigInt(index)) & 1n) continue
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

/** Explains the history of one object, or says how far an explanation goes. */
export function explain<S, I, O>(history: readonly Operation<I, O>[], model: Model<S, I, O>): Found<I, O> {
  const operations = history.toSorted((a, b) => a.called - b.called)
  const known = operations.filter(({ output }) => output !== null).length
  const seen = new Set<string>()
  let longest: Step<S> = { state: model.initial, done: 0n, last: -1, before: null, known: 0 }
  const open = [longest]
  for (;;) {
    const step = open.pop()
    if (step === undefined) break
    if (step.known > longest.known) longest = step
    if (step.known === known) return { order: listed(step, operations), stuck: [] }
    // Tried from the last to the first: what was called first is looked at first.
    for (const index of candidates(operations, step.done).toReversed()) {
      const { input, output } = operations[index]!
      const state = model.after(step.state, input, output)
      if (state === null) continue
      const done = step.done | (1n << BigInt(index))
      const key = `${done.toString(36)} ${model.key(state)}`
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ state, done, last: index, before: step, known: step.known + (output === null ? 0 : 1) })
    }
  }
  const stuck = candidates(operations, longest.done).map((index) => operations[index]!)
  return { order: listed(longest, operations), stuck: stuck.filter(({ output }) => output !== null) }
}
