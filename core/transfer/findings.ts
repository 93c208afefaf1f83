// Findings about packages and imported files: blockers refuse the file, warnings and notices are returned with the result.
import { type Issue, maximumIssues, ValidationError } from '../foundation/errors.js'
import { createMessage, getMessage, type MessageFields, type MessageText, type MessageValues } from '../foundation/message.js'
import { toMessageFields } from '../foundation/message-format.js'
import type { FaultKind } from './package/format.js'

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

export interface FileFinding extends MessageFields {
  readonly grade: FindingGrade
  /** Stable: callers may rely on it. */
  readonly kind: string
  /** Counted from 1; absent if the finding concerns the whole file. */
  readonly line?: number
}

/** Maximum number of findings listed per grade. With the number of all others, they are as many as an error can contain issues. */
const maxListedFindings = maximumIssues - 1

/** The file is unreadable. Thrown for the first such problem. `text` is a message, or an English text that is not translated. */
export class FileFault extends Error implements MessageFields {
  declare readonly key?: string
  declare readonly values?: MessageValues
  declare readonly english?: string

  constructor(
    readonly kind: string,
    text: MessageText,
    readonly line?: number,
  ) {
    const { message, ...source } = toMessageFields(text)
    super(message)
    this.name = 'FileFault'
    Object.assign(this, source)
  }

  /** The message with its line. */
  get located(): MessageText {
    return locateMessage(getMessage(this), this.line)
  }

  /** VALIDATION_FAILED on `field`, without the line. */
  toRefusal(field: string): ValidationError {
    return ValidationError.of(field, getMessage(this), this.kind)
  }
}

const locateMessage = (message: MessageText, line: number | undefined): MessageText =>
  line === undefined ? message : createMessage('files.atLine', { line, message })

export class FileFindings {
  private readonly found = new Map<FindingGrade, FileFinding[]>()
  private readonly counts = new Map<FindingGrade, number>()

  /** `text` is a message, or an English text that is not translated. Messages start with the line, counted from 1. */
  add(grade: FindingGrade, kind: string, text: MessageText, line?: number): void {
    this.counts.set(grade, (this.counts.get(grade) ?? 0) + 1)
    const list = this.found.get(grade) ?? []
    this.found.set(grade, list)
    if (list.length < maxListedFindings)
      list.push({ grade, kind, ...toMessageFields(locateMessage(text, line)), ...(line !== undefined && { line }) })
  }

  blocker(kind: string, text: MessageText, line?: number): void {
    this.add('blocker', kind, text, line)
  }

  warning(kind: string, text: MessageText, line?: number): void {
    this.add('warning', kind, text, line)
  }

  notice(kind: string, text: MessageText, line?: number): void {
    this.add('notice', kind, text, line)
  }

  /** Adds a blocker for a file that is unreadable. */
  addFault(fault: FileFault): void {
    this.blocker(fault.kind, getMessage(fault), fault.line)
  }

  get isBlocked(): boolean {
    return this.counts.has('blocker')
  }

  /** VALIDATION_FAILED on `file` with every blocker. */
  refuse(): void {
    const issues = this.of('blocker').map(
      ({ grade: _grade, kind, line: _line, ...fields }): Issue => ({ field: 'file', code: kind, ...fields }),
    )
    if (issues.length > 0) throw new ValidationError(issues)
  }

  private of(grade: FindingGrade): readonly FileFinding[] {
    const list = this.found.get(grade) ?? []
    const more = (this.counts.get(grade) ?? 0) - list.length
    if (more === 0) return list
    return [...list, { grade, kind: 'more', ...toMessageFields(createMessage('files.moreFindings', { count: more })) }]
  }

  /** Worst first. */
  list(): readonly FileFinding[] {
    return (['blocker', 'warning', 'notice'] as const).flatMap((grade) => this.of(grade))
  }
}
