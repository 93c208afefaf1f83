// Findings of a package check, with stable kinds and grades: blocker, warning or notice.
import type { MessageFields, MessageText } from '../../foundation/message.js'
import { toMessageFields } from '../../foundation/message-format.js'
import type { FaultKind } from '../package/faults.js'

const findingGrades = ['blocker', 'warning', 'notice'] as const
export type FindingGrade = (typeof findingGrades)[number]

/** The grade of each kind; callers may rely on both. */
const gradesByKind = {
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
} as const satisfies Record<string, FindingGrade> & Record<FaultKind, FindingGrade>

export type TransferFindingKind = keyof typeof gradesByKind

export interface TransferFinding extends MessageFields {
  readonly grade: FindingGrade
  readonly kind: TransferFindingKind
  /** Product id in the package. */
  readonly product?: number
  readonly entity?: string
  /** Record id in the package. */
  readonly id?: number
  readonly field?: string
}

export function createTransferFinding(
  kind: TransferFindingKind,
  message: MessageText,
  place: Omit<TransferFinding, 'grade' | 'kind' | keyof MessageFields> = {},
): TransferFinding {
  return { grade: gradesByKind[kind], kind, ...toMessageFields(message), ...place }
}
