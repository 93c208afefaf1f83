// What guidance is to its callers: which answers still lead to a whole configuration, and what stands in the way of one.
import type { GuidanceMode, ReplyOptions, SelectionInput } from '../configuration/define.js'

export interface GuidanceReply {
  readonly configuration: string
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

export interface ConflictsReply {
  readonly configuration: string
  readonly question_id: number
  readonly value: string
  /** Minimal sets of questions whose selections exclude the wanted one; at most four questions each. */
  readonly minimal_conflicts: readonly (readonly ConflictQuestion[])[]
  /** The smallest sets of questions to clear first; empty where nothing stands in the way, or more than four would be needed. */
  readonly minimum_corrections: readonly (readonly ConflictQuestion[])[]
  readonly gave_up: boolean
}

/** Guidance beside the rules: rules stay the truth, guidance has a time budget and says when it gave up. */
export interface GuidanceService {
  /** NOT_FOUND for unknown and expired configurations. */
  guide(token: string, options?: ReplyOptions): Promise<GuidanceReply>
  /** What stands between the configuration and a selection. VALIDATION_FAILED on `question_id` and `value` that the product does not have. */
  conflicts(token: string, wanted: SelectionInput & { readonly value: string }, options?: ReplyOptions): Promise<ConflictsReply>
}
