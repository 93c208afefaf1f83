// Tries a sequence of changes on a copy of the state. Every remedy is tested this way before it is offered.
import { changeSelection } from './configuration.js'
import type { ConfigurationState } from './state.js'

export interface ChangeStep {
  readonly question: number
  /** The new selection in normalized form. Null = nothing. */
  readonly to: string | null
}

/** Maximum number of steps for which all orders are tried. For more steps only two orders are tried. */
const maxPermuted = 3

function* permutations(steps: readonly ChangeStep[]): Generator<readonly ChangeStep[]> {
  if (steps.length <= 1) {
    yield steps
    return
  }
  if (steps.length > maxPermuted) {
    yield steps
    yield steps.toReversed()
    return
  }
  for (const [i, first] of steps.entries()) for (const rest of permutations(steps.toSpliced(i, 1))) yield [first, ...rest]
}

/** The steps in an order in which all steps are accepted, persist and reach the goal. Null if there is no such order. */
export function replaySteps(
  state: ConfigurationState,
  steps: readonly ChangeStep[],
  works: (after: ConfigurationState) => boolean,
): readonly ChangeStep[] | null {
  for (const order of permutations(steps)) {
    const trial = state.fork()
    const isAccepted = order.every(({ question, to }) => {
      const { refused } = changeSelection(trial, { question_id: state.program.questions[question]!.id, value: to }, true)
      return refused === null
    })
    if (isAccepted && works(trial) && order.every(({ question, to }) => trial.text[question] === to)) return order
  }
  return null
}
