// The kinds of findings with their severities, and the messages for authors.
import type { MessageFields, MessageText } from '../../foundation/message.js'
import { toMessageFields } from '../../foundation/message-format.js'

export type Grade = 'warning' | 'notice'

/** Finding kinds as authors see them, with their severity. */
const findingKinds = {
  /** The rule can never hold. */
  contradiction: 'warning',
  /** The rule always holds. */
  tautology: 'notice',
  /** The rule holds as soon as its questions are answered, for any answers. */
  'always-true-when-answered': 'notice',
  /** Part of the rule has no effect. */
  'redundant-part': 'notice',
  /** The rule reads the question that it controls. */
  'self-reference': 'notice',
  /** Questions that depend on each other, so no question can be the first to apply. */
  cycle: 'warning',
  /** The question depends on a question that never applies. */
  unreachable: 'warning',
  /** The answer is part of no valid configuration. */
  'dead-answer': 'warning',
  /** No selections satisfy all rules and requirements. */
  'no-valid-configuration': 'warning',
  /** A rule, price or calculation references a question, answer or calculation that does not exist or is not published. */
  'missing-reference': 'warning',
  /** The stored rule cannot be parsed. Its question or answer never applies. */
  'malformed-rule': 'warning',
  /** A minimum or maximum with which entries are not compared. */
  'unchecked-limit': 'notice',
  /** A price table has no cell for an entry that one of its questions accepts. */
  'no-price': 'warning',
  /** A table has no cell at a combination of its rows and columns. */
  'matrix-hole': 'notice',
  /** A value of a table decreases although its row or column increases. */
  'non-monotone': 'notice',
} as const satisfies Record<string, Grade>
export type FindingKind = keyof typeof findingKinds

/** The record to which a finding refers. */
export interface FindingTarget {
  readonly entity: 'product' | 'question' | 'answer' | 'calculation'
  readonly id: number
}

export interface ProofFinding extends FindingTarget, MessageFields {
  readonly kind: FindingKind
  readonly grade: Grade
  /** The field to correct: `rules`, `cells` of a table, or the field with the missing reference. */
  readonly field: string
  /** All records involved, including this one. */
  readonly at: readonly FindingTarget[]
  /** The path within the rule, for example `any[1].all[0]`. Absent if the whole rule is meant. */
  readonly part?: string
}

/** Creates a finding with its default severity. `at` defaults to the record itself. */
export function createFinding(
  kind: FindingKind,
  place: FindingTarget,
  message: MessageText,
  options: {
    readonly at?: readonly FindingTarget[]
    readonly part?: string
    readonly field?: string
    readonly grade?: Grade
  } = {},
): ProofFinding {
  const { at = [place], part, field = 'rules', grade = findingKinds[kind] } = options
  return { kind, grade, ...place, field, ...toMessageFields(message), at, ...(part === undefined ? {} : { part }) }
}
