// Findings about packages of products, each with the grade of its kind.
import { toMessageFields, type messageFormat, type zipFiles, type fileTransfers } from '#core/surface.js'
import type { MessageText } from '#core/contract.js'

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
} as const satisfies Record<string, fileTransfers.FindingGrade> & Record<zipFiles.FaultKind, fileTransfers.FindingGrade>

export type TransferFindingKind = keyof typeof gradesByKind

export interface TransferFinding extends messageFormat.MessageFields {
  readonly grade: fileTransfers.FindingGrade
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
  place: Omit<TransferFinding, 'grade' | 'kind' | keyof messageFormat.MessageFields> = {},
): TransferFinding {
  return { grade: gradesByKind[kind], kind, ...toMessageFields(message), ...place }
}
