// Demo shops only: the log of API calls that a page has made, and its subscribers.

/** One API call and its outcome. */
export interface Call {
  readonly method: string
  readonly url: string
  /** The request body as sent; null for none or for a file. */
  readonly sent: string | null
  /** The name of the file that is sent. */
  file?: string
  /** Milliseconds since the page was opened. */
  at: number
  /** 0 if no answer arrived; null while the call is in progress. */
  status: number | null
  /** Milliseconds until the answer arrived. */
  took: number
  answer: string
}

/** Maximum number of logged calls. */
const kept = 30

/** Newest first. */
export const calls: Call[] = []
const watchers = new Set<() => void>()

/** Notifies the subscribers that a call started or was answered. */
export function tell(): void {
  for (const watcher of watchers) watcher()
}

/** Adds a call at the top of the log. */
export function note(call: Call): void {
  calls.unshift(call)
  calls.length = Math.min(calls.length, kept)
  tell()
}

/** Subscribes to starts and answers of calls. */
export function watchCalls(watcher: () => void): void {
  watchers.add(watcher)
}
