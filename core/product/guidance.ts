// Guidance for a configuration: answers that still lead to a complete configuration, and conflicts of a selection.
import type { SelectionInput } from '../engine/program/configuration.js'
import type { GuidanceMode } from '../engine/program/source.js'

export interface Guidance {
  readonly mode: GuidanceMode
  /** Whether the current selections can be completed. */
  readonly feasible: boolean
  /** Applicable answers of open questions that lead to a complete configuration. */
  readonly extendable: readonly number[]
  /** Applicable answers of open questions that do not. */
  readonly dead_ends: readonly number[]
  /** True if the time budget ran out: answers in neither list are undecided. */
  readonly gave_up: boolean
}

export interface ConflictQuestion {
  readonly question_id: number
  readonly title: string
  /** The selection as text. */
  readonly text: string | null
}

export interface ConflictReport {
  readonly question_id: number
  readonly value: string
  /** Minimal sets of questions whose selections exclude the wanted one; at most four questions each. */
  readonly minimal_conflicts: readonly (readonly ConflictQuestion[])[]
  /** The smallest sets of questions to clear first; empty if there is no conflict or more than four questions would be needed. */
  readonly minimum_corrections: readonly (readonly ConflictQuestion[])[]
  readonly gave_up: boolean
}

/** The selection to check for conflicts. */
export type ConflictTarget = SelectionInput & { readonly value: string }
