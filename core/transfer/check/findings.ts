// What a check says of a package: findings with stable kinds, each a blocker, a warning or a notice (spec 2.7).
import type { FaultKind } from '../package/faults.js'

export const grades = ['blocker', 'warning', 'notice'] as const
export type Grade = (typeof grades)[number]

/** What each kind is graded; callers may rely on both. */
export const gradeOf = {
  'not-a-package': 'blocker',
  truncated: 'blocker',
  'too-many-entries': 'blocker',
  'too-large': 'blocker',
  bomb: 'blocker',
  'unsafe-entry': 'blocker',
  'duplicate-entry': 'blocker',
  'unexpected-entry': 'blocker',
  encrypted: 'blocker',
  manifest: 'blocker',
  'format-version': 'blocker',
  'missing-file': 'blocker',
  'unlisted-file': 'blocker',
  checksum: 'blocker',
  'malformed-record': 'blocker',
  'unknown-entity': 'blocker',
  'foreign-record': 'blocker',
  'unknown-type': 'blocker',
  'refers-outside': 'blocker',
  'missing-record': 'blocker',
  'id-clash': 'blocker',
  'invalid-record': 'blocker',
  'invalid-file': 'blocker',
  'unknown-field': 'warning',
  'missing-language': 'warning',
  'extra-language': 'warning',
  'left-empty': 'warning',
  'deletes-records': 'warning',
  'deletes-configurations': 'warning',
  'proof-warning': 'warning',
  'proof-notice': 'notice',
  'other-record': 'notice',
  'new-id': 'notice',
  'not-published': 'notice',
  'left-out': 'notice',
  'other-version': 'notice',
  code: 'notice',
} as const satisfies Record<string, Grade> & Record<FaultKind, Grade>

export type FindingKind = keyof typeof gradeOf

export interface TransferFinding {
  readonly grade: Grade
  readonly kind: FindingKind
  readonly message: string
  /** The product of the package that it concerns. */
  readonly product?: number
  readonly entity?: string
  /** As the package calls the record. */
  readonly id?: number
  readonly field?: string
}

export function finding(
  kind: FindingKind,
  message: string,
  place: Omit<TransferFinding, 'grade' | 'kind' | 'message'> = {},
): TransferFinding {
  return { grade: gradeOf[kind], kind, message, ...place }
}
