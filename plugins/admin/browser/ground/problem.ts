// A refusal of the server as screens show it: its sentence, and the fields that it speaks of.

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

  /** @param status HTTP's, or 0 where no answer came */
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

/** The sentence of whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
