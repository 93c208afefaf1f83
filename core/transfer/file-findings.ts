// Findings of a model import: blockers refuse the file, warnings and notices are returned with the sheet.
import { type Issue, ValidationError } from '../foundation/errors.js'
import type { FindingGrade } from './check/findings.js'

export interface FileFinding {
  readonly grade: FindingGrade
  /** Stable: callers may rely on it. */
  readonly kind: string
  /** A full sentence that names the place. */
  readonly message: string
  /** Counted from 1; absent if the finding concerns the whole file. */
  readonly line?: number
}

/** Maximum number of findings listed per grade. */
const maxListedFindings = 100

/** The file is unreadable. Thrown for the first such problem. */
export class FileFault extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly line?: number,
  ) {
    super(message)
  }
}

const formatMessage = (line: number | undefined, message: string): string =>
  line === undefined ? message : `Line ${line}: ${message}`

export class FileFindings {
  private readonly found = new Map<FindingGrade, FileFinding[]>()
  private readonly counts = new Map<FindingGrade, number>()

  add(grade: FindingGrade, kind: string, message: string, line?: number): void {
    this.counts.set(grade, (this.counts.get(grade) ?? 0) + 1)
    const list = this.found.get(grade) ?? []
    this.found.set(grade, list)
    if (list.length < maxListedFindings)
      list.push({ grade, kind, message: formatMessage(line, message), ...(line !== undefined && { line }) })
  }

  blocker(kind: string, message: string, line?: number): void {
    this.add('blocker', kind, message, line)
  }

  warning(kind: string, message: string, line?: number): void {
    this.add('warning', kind, message, line)
  }

  notice(kind: string, message: string, line?: number): void {
    this.add('notice', kind, message, line)
  }

  get isBlocked(): boolean {
    return this.counts.has('blocker')
  }

  /** VALIDATION_FAILED on `file` with every blocker. */
  refuse(): void {
    const issues = this.of('blocker').map(({ kind, message }): Issue => ({ field: 'file', code: kind, message }))
    if (issues.length > 0) throw new ValidationError(issues)
  }

  private of(grade: FindingGrade): readonly FileFinding[] {
    const list = this.found.get(grade) ?? []
    const more = (this.counts.get(grade) ?? 0) - list.length
    return more === 0 ? list : [...list, { grade, kind: 'more', message: `${more} more findings of this grade are not told.` }]
  }

  /** Worst first. */
  list(): readonly FileFinding[] {
    return (['blocker', 'warning', 'notice'] as const).flatMap((grade) => this.of(grade))
  }
}
