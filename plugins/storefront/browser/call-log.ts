// Demo shops only: the log of API calls that a page has made, and its subscribers.

/** One API call and its outcome. */
export interface LoggedCall {
  readonly method: string
  readonly url: string
  /** The request body as sent; null for none or for a file. */
  readonly requestBody: string | null
  /** The name of the file that is sent. */
  file?: string
  /** Milliseconds since the page was opened. */
  at: number
  /** 0 if no answer arrived; null while the call is in progress. */
  status: number | null
  /** Milliseconds until the answer arrived. */
  duration: number
  responseText: string
}

/** Maximum number of logged calls. */
const maxLoggedCalls = 30

/** Newest first. */
export const loggedCalls: LoggedCall[] = []
const callSubscribers = new Set<() => void>()

/** Notifies the subscribers that a call started or was answered. */
export function notifySubscribers(): void {
  for (const watcher of callSubscribers) watcher()
}

/** Adds a call at the top of the log. */
export function logCall(call: LoggedCall): void {
  loggedCalls.unshift(call)
  loggedCalls.length = Math.min(loggedCalls.length, maxLoggedCalls)
  notifySubscribers()
}

/** Subscribes to starts and answers of calls. */
export function subscribeToCalls(watcher: () => void): void {
  callSubscribers.add(watcher)
}
