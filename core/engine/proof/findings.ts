// What the prover has to say: kinds with their grade, and the sentence for the author.

export type Grade = 'warning' | 'notice'

/** Names as authors know them; the grade of each. */
const findingKinds = {
  /** The rule can never hold. */
  contradiction: 'warning',
  /** The rule always holds. */
  tautology: 'notice',
  /** The rule holds as soon as its questions are answered, whatever the answers. */
  'always-true-when-answered': 'notice',
  /** A part of the rule changes nothing. */
  'redundant-part': 'notice',
  /** The rule reads what it governs. */
  'self-reference': 'notice',
  /** Questions that wait for each other: none can ever be the first to apply. */
  cycle: 'warning',
  /** It depends on a question that never applies. */
  unreachable: 'warning',
  /** No valid configuration holds the answer. */
  'dead-answer': 'warning',
  /** No set of selections satisfies every rule and requirement. */
  'no-valid-configuration': 'warning',
  /** A rule, figure or calculation names a question, answer or calculation that does not exist or is not published. */
  'missing-reference': 'warning',
  /** The stored rule cannot be read: it hides what it governs. */
  'malformed-rule': 'warning',
  /** A smallest or largest value with which entries are not compared. */
  'unchecked-limit': 'notice',
  /** A price table leaves out what one of its questions takes. */
  'no-price': 'warning',
  /** A table has no cell where rows and columns cross. */
  'matrix-hole': 'notice',
  /** A table's figure falls where its row or column rises. */
  'non-monotone': 'notice',
} as const satisfies Record<string, Grade>
export type FindingKind = keyof typeof findingKinds

/** A record that a finding speaks of. */
export interface Place {
  readonly entity: 'product' | 'question' | 'answer' | 'calculation'
  readonly id: number
}

export interface ProofFinding extends Place {
  readonly kind: FindingKind
  readonly grade: Grade
  /** The field that the author mends: `rules`, of a table `cells`, or the one that names what is not there. */
  readonly field: string
  /** A full sentence. */
  readonly message: string
  /** Every record that takes part, this one included. */
  readonly at: readonly Place[]
  /** Where in the rule, e.g. `any[1].all[0]`; absent for the whole. */
  readonly part?: string
}

/** A finding with its grade; `at` defaults to the place itself. */
export function finding(
  kind: FindingKind,
  place: Place,
  message: string,
  more: { readonly at?: readonly Place[]; readonly part?: string; readonly field?: string; readonly grade?: Grade } = {},
): ProofFinding {
  const { at = [place], part, field = 'rules', grade = findingKinds[kind] } = more
  return { kind, grade, ...place, field, message, at, ...(part === undefined ? {} : { part }) }
}
