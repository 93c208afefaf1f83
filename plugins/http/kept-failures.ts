// Stores the latest internal errors of this process in memory, with the request ids that clients received.
export interface KeptFailure {
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

export interface KeptFailures {
  keep(request: Pick<KeptFailure, 'id' | 'method' | 'path'>, error: unknown): void
  /** Newest first. */
  list(): readonly KeptFailure[]
}

const most = 200
/** Maximum characters of a message or path. */
const longest = 500

export function createKeptFailures(): KeptFailures {
  const kept: KeptFailure[] = []
  return {
    keep({ id, method, path }, error) {
      const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, longest)
      kept.push({ id, at: new Date().toISOString(), method, path: path.slice(0, longest), message })
      if (kept.length > most) kept.shift()
    },
    list: () => kept.toReversed(),
  }
}
