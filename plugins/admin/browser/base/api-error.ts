// An error of the admin API as screens show it: its message and the affected fields.

export interface ApiIssue {
  readonly field: string
  readonly code: string
  readonly message: string
}

interface ApiErrorBody {
  readonly code?: string
  readonly detail?: string
  readonly title?: string
  readonly validationIssues?: readonly ApiIssue[]
}

export class ApiError extends Error {
  readonly code: string
  readonly issues: readonly ApiIssue[]

  /** @param status the HTTP status, or 0 without a reply */
  constructor(
    readonly status: number,
    readonly body: ApiErrorBody,
    fallback: string,
  ) {
    super(body.detail ?? body.title ?? fallback)
    this.name = 'Problem'
    this.code = body.code ?? (status === 0 ? 'UNREACHABLE' : 'UNKNOWN')
    this.issues = body.validationIssues ?? []
  }
}

/** The message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
