// Makes changes on trial, the way every selection goes: what is offered as a remedy has been seen to work.
import { change } from './configure.js'
import type { State } from './state.js'

export interface Step {
  readonly question: number
  /** In the form in which selections are held; null for nothing. */
  readonly to: string | null
}

/** Up to so many steps every order is tried, beyond that two. */
const mostOrdered = 3

function* orders(steps: readonly Step[]): Generator<readonly Step[]> {
  if (steps.length <= 1) {
    yield steps
    return
  }
  if (steps.length > mostOrdered) {
    yield steps
    yield steps.toReversed()
    return
  }
  for (const [i, first] of steps.entries()) for (const rest of orders(steps.toSpliced(i, 1))) yield [first, ...rest]
}

/** The steps in an order in which each is taken, stays, and brings about what is wanted in the end; null where there is none. */
export function replay(state: State, steps: readonly Step[], works: (after: State) => boolean): readonly Step[] | null {
  for (const order of orders(steps)) {
    const trial = state.fork()
    const taken = order.every(({ question, to }) => {
      const { refused } = change(trial, { question_id: state.program.questions[question]!.id, value: to }, true)
      return refused === null
    })
    if (taken && works(trial) && order.every(({ question, to }) => trial.text[question] === to)) return order
  }
  return null
}
