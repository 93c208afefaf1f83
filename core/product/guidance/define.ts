// What guidance says of a state: which answers still lead to a whole configuration, and what stands in the way of one.
import type { SelectionInput } from '../../engine/program/configuration.js'
import type { GuidanceMode } from '../../engine/program/source.js'

export interface Guidance {
  readonly mode: GuidanceMode
  /** Whether what is selected can be completed at all. */
  readonly feasible: boolean
  /** Answers that apply, of questions that are open, which can still be completed. */
  readonly extendable: readonly number[]
  /** Such answers that cannot. */
  readonly dead_ends: readonly number[]
  /** The time budget ended first: answers in neither list are undecided. */
  readonly gave_up: boolean
}

export interface ConflictQuestion {
  readonly question_id: number
  readonly title: string
  /** What is selected there, for people. */
  readonly text: string | null
}

export interface Conflicts {
  readonly question_id: number
  readonly value: string
  /** Minimal sets of questions whose selections exclude the wanted one; at most four questions each. */
  readonly minimal_conflicts: readonly (readonly ConflictQuestion[])[]
  /** The smallest sets of questions to clear first; empty where nothing stands in the way, or more than four would be needed. */
  readonly minimum_corrections: readonly (readonly ConflictQuestion[])[]
  readonly gave_up: boolean
}

/** The selection that is wanted and may be in conflict. */
export type Wanted = SelectionInput & { readonly value: string }
