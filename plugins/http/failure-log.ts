// Stores the latest internal errors of this process in memory, with the request ids that clients received.
export interface InternalFailure {
  /** Request id. The client receives it, and the log contains the full cause under it. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly method: string
  /** Without query and tokens. */
  readonly path: string
  /** The error's name and message, shortened. */
  readonly message: string
}

export interface FailureLog {
  add(request: Pick<InternalFailure, 'id' | 'method' | 'path'>, error: unknown): void
  /** Newest first. */
  list(): readonly InternalFailure[]
}

const maxFailures = 200
/** Maximum characters of a message or path. */
const maxTextLength = 500

export function createFailureLog(): FailureLog {
  const failures: InternalFailure[] = []
  return {
    add({ id, method, path }, error) {
      const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, maxTextLength)
      failures.push({ id, at: new Date().toISOString(), method, path: path.slice(0, maxTextLength), message })
      if (failures.length > maxFailures) failures.shift()
    },
    list: () => failures.toReversed(),
  }
}
