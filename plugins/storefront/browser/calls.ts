// Demo shops only: wraps `fetch` and `XMLHttpRequest` to log the page's API calls for the calls panel.
import { page } from './asked.js'
import { type Call, note, tell } from './call-log.js'

const service = /\/svc-api\//
const ask = globalThis.fetch.bind(globalThis)

function lost(call: Call): void {
  call.status = 0
  tell()
}

async function answered(call: Call, response: Response): Promise<void> {
  call.status = response.status
  call.took = performance.now() - call.at
  tell()
  call.answer = await response.text().catch(() => '')
  tell()
}

// Calls that the page made before this script loaded.
for (const { url, sent, at, answer } of page.svcBegun ?? []) {
  const call: Call = { method: sent ? 'POST' : 'GET', url, sent: sent ?? null, at, status: null, took: 0, answer: '' }
  note(call)
  void answer.then(
    (response) => answered(call, response.clone()),
    () => lost(call),
  )
}

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!service.test(url)) return ask(input, init)
  const sent = typeof init?.body === 'string' ? init.body : null
  const call: Call = { method: init?.method ?? 'GET', url, sent, at: performance.now(), status: null, took: 0, answer: '' }
  note(call)
  try {
    const response = await ask(input, init)
    // The page reads the response itself; the panel reads a copy of it.
    void answered(call, response.clone())
    return response
  } catch (error) {
    lost(call)
    throw error
  }
}

/** File uploads use it. */
globalThis.XMLHttpRequest = class extends XMLHttpRequest {
  private call: Call | null = null

  override open(method: string, url: string | URL): void {
    super.open(method, url)
    const address = String(url)
    if (service.test(address)) this.call = { method, url: address, sent: null, at: 0, status: null, took: 0, answer: '' }
  }

  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    const { call } = this
    super.send(body)
    if (call === null) return
    call.at = performance.now()
    if (body instanceof File) call.file = body.name
    note(call)
    this.addEventListener('loadend', () => {
      call.status = this.status
      call.took = performance.now() - call.at
      call.answer = JSON.stringify(this.response)
      tell()
    })
  }
}

const opener = document.querySelector<HTMLButtonElement>('.calls-opener')
if (opener !== null) {
  opener.hidden = false
  opener.addEventListener('click', () => void import('./calls-panel.js').then(({ toggle }) => toggle(opener)))
}
