// An error of the admin API as screens show it: its message and the affected fields.

export interface Issue {
  readonly field: string
  readonly code: string
  readonly message: string
}

interface ProblemBody {
  readonly code?: string
  readonly detail?: string
  readonly title?: string
  readonly validationIssues?: readonly Issue[]
}

export class Problem extends Error {
  readonly code: string
  readonly issues: readonly Issue[]

  /** @param status the HTTP status, or 0 without a reply */
  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    fallback: string,
  ) {
    super(body.detail ?? body.title ?? fallback)
    this.name = 'Problem'
    this.code = body.code ?? (status === 0 ? 'UNREACHABLE' : 'UNKNOWN')
    this.issues = body.validationIssues ?? []
  }
}

/** The message of any thrown value. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
