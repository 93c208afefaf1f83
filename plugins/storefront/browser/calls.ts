// Demo shops only: wraps `fetch` and `XMLHttpRequest` to log the page's API calls for the calls panel.
import { pageScope } from './early-requests.js'
import { type LoggedCall, logCall, notifySubscribers } from './call-log.js'

const apiPattern = /\/svc-api\//
const originalFetch = globalThis.fetch.bind(globalThis)

function recordFailure(call: LoggedCall): void {
  call.status = 0
  notifySubscribers()
}

async function recordResponse(call: LoggedCall, response: Response): Promise<void> {
  call.status = response.status
  call.duration = performance.now() - call.at
  notifySubscribers()
  call.responseText = await response.text().catch(() => '')
  notifySubscribers()
}

// Calls that the page made before this script loaded.
for (const { url, body, at, answer } of pageScope.svcBegun ?? []) {
  const call: LoggedCall = {
    method: body ? 'POST' : 'GET',
    url,
    requestBody: body ?? null,
    at,
    status: null,
    duration: 0,
    responseText: '',
  }
  logCall(call)
  void answer.then(
    (response) => recordResponse(call, response.clone()),
    () => recordFailure(call),
  )
}

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!apiPattern.test(url)) return originalFetch(input, init)
  const requestText = typeof init?.body === 'string' ? init.body : null
  const call: LoggedCall = {
    method: init?.method ?? 'GET',
    url,
    requestBody: requestText,
    at: performance.now(),
    status: null,
    duration: 0,
    responseText: '',
  }
  logCall(call)
  try {
    const response = await originalFetch(input, init)
    // The page reads the response itself; the panel reads a copy of it.
    void recordResponse(call, response.clone())
    return response
  } catch (error) {
    recordFailure(call)
    throw error
  }
}

/** File uploads use it. */
globalThis.XMLHttpRequest = class extends XMLHttpRequest {
  private call: LoggedCall | null = null

  override open(method: string, url: string | URL): void {
    super.open(method, url)
    const address = String(url)
    if (apiPattern.test(address))
      this.call = { method, url: address, requestBody: null, at: 0, status: null, duration: 0, responseText: '' }
  }

  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    const { call } = this
    super.send(body)
    if (call === null) return
    call.at = performance.now()
    if (body instanceof File) call.file = body.name
    logCall(call)
    this.addEventListener('loadend', () => {
      call.status = this.status
      call.duration = performance.now() - call.at
      call.responseText = JSON.stringify(this.response)
      notifySubscribers()
    })
  }
}

const panelButton = document.querySelector<HTMLButtonElement>('.calls-opener')
if (panelButton !== null) {
  panelButton.hidden = false
  panelButton.addEventListener(
    'click',
    () => void import('./calls-panel.js').then(({ toggleCallsPanel }) => toggleCallsPanel(panelButton)),
  )
}
