// In a demo shop: keeps the calls by which a page speaks to the service, for the panel that shows them; it is loaded once it is opened.

/** One call and what came of it. */
export interface Call {
  readonly method: string
  readonly url: string
  /** As it was sent; null where there is none, or it is a file. */
  readonly sent: string | null
  /** Milliseconds since the page was opened. */
  readonly at: number
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

const tell = (): void => {
  for (const watcher of watchers) watcher()
}

/** Calls back whenever a call begins or is answered. */
export function watchCalls(watcher: () => void): void {
  watchers.add(watcher)
}

const service = /\/svc-api\//
const ask = globalThis.fetch.bind(globalThis)

async function answered(call: Call, response: Response): Promise<void> {
  call.status = response.status
  call.took = performance.now() - call.at
  tell()
  call.answer = await response.text().catch(() => '')
  tell()
}

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!service.test(url)) return ask(input, init)
  const sent = typeof init?.body === 'string' ? init.body : null
  const call: Call = { method: init?.method ?? 'GET', url, sent, at: performance.now(), status: null, took: 0, answer: '' }
  calls.unshift(call)
  calls.length = Math.min(calls.length, kept)
  tell()
  try {
    const response = await ask(input, init)
    // The page goes on with the answer; the panel reads a copy of it.
    void answered(call, response.clone())
    return response
  } catch (error) {
    call.status = 0
    tell()
    throw error
  }
}

const opener = document.querySelector<HTMLButtonElement>('.calls-opener')
if (opener !== null) {
  opener.hidden = false
  opener.addEventListener('click', () => void import('./calls-panel.js').then(({ toggle }) => toggle(opener)))
}
