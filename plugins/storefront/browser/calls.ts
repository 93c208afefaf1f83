// In a demo shop: keeps the calls by which a page speaks to the service, for the panel that shows them; it is loaded once it is opened.
import { type Call, note, tell } from './call-log.js'

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
  note(call)
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
