// The last requests that broke, with the identifier that their callers were told: as many as fit, of this process, until it ends.
export interface KeptFailure {
  /** What the caller was told, and under which the log holds the whole cause. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly method: string
  /** Without its query and without tokens. */
  readonly path: string
  /** What was thrown, in its own words. */
  readonly message: string
}

export interface KeptFailures {
  keep(request: Pick<KeptFailure, 'id' | 'method' | 'path'>, error: unknown): void
  /** The last one first. */
  list(): readonly KeptFailure[]
}

const most = 200
/** Characters of a message. */
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
