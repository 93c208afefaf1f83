// In a demo shop: the calls by which a page has spoken to the service, and who wants to know of them.

/** One call and what came of it. */
export interface Call {
  readonly method: string
  readonly url: string
  /** As it was sent; null where there is none, or it is a file. */
  readonly sent: string | null
  /** The name of a file that is sent. */
  file?: string
  /** Milliseconds since the page was opened. */
  at: number
  /** 0 where no answer came; null while it is under way. */
  status: number | null
  /** Milliseconds until it was answered. */
  took: number
  answer: string
}

/** As many as a panel can be read through. */
const kept = 30

/** The newest first. */
export const calls: Call[] = []
const watchers = new Set<() => void>()

/** A call began or was answered. */
export function tell(): void {
  for (const watcher of watchers) watcher()
}

/** Puts a call before the others. */
export function note(call: Call): void {
  calls.unshift(call)
  calls.length = Math.min(calls.length, kept)
  tell()
}

/** Calls back whenever a call begins or is answered. */
export function watchCalls(watcher: () => void): void {
  watchers.add(watcher)
}
