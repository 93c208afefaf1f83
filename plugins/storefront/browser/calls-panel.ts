// Demo shops only: the panel that shows each API call of the page, its request, its answer, and an equivalent curl command.
import { type LoggedCall, loggedCalls, subscribeToCalls } from './call-log.js'

/** Maximum number of characters shown of an answer. */
const maxAnswerLength = 4_000

function buildElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.textContent = text
  element.append(...children)
  return element
}

function prettyPrintJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Omits the shopper's session, so the command is safe to share. */
function toCurlCommand({ file, method, url, requestBody }: LoggedCall): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const how = method === 'GET' ? '' : ` -X ${method}`
  const carried = (type: string, dataOption: string): string => ` -H 'Content-Type: application/${type}' ${dataOption}`
  const json = requestBody === null ? '' : carried('json', `-d ${quoted(requestBody)}`)
  const body = file === undefined ? json : carried('octet-stream', `--data-binary ${quoted(`@${file}`)}`)
  return `curl -s${how} ${quoted(new URL(url, location.href).href)}${body}`
}

class CallsPanel {
  private readonly list = buildElement('ol')
  private readonly items = new Map<LoggedCall, { readonly entry: HTMLElement; drawn: string }>()
  readonly aside = buildElement('aside')

  /** The button's `data-` attributes contain the texts of the panel. */
  constructor(private readonly opener: HTMLButtonElement) {
    const { title = '', hint = '', close = '' } = opener.dataset
    const heading = buildElement('h2', title)
    heading.id = 'calls-title'
    heading.tabIndex = -1
    const closer = buildElement('button', close)
    closer.type = 'button'
    closer.addEventListener('click', () => this.close())
    this.aside.className = 'calls'
    this.aside.id = 'calls'
    this.aside.setAttribute('aria-labelledby', heading.id)
    this.aside.append(buildElement('header', '', heading, closer), buildElement('p', hint), this.list)
    this.aside.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close())
    document.body.append(this.aside)
    opener.setAttribute('aria-controls', this.aside.id)
    subscribeToCalls(() => this.draw())
    this.open()
  }

  open(): void {
    this.aside.hidden = false
    document.body.classList.add('with-calls')
    this.opener.setAttribute('aria-expanded', 'true')
    this.draw()
    this.aside.querySelector('h2')!.focus()
  }

  close(): void {
    this.aside.hidden = true
    document.body.classList.remove('with-calls')
    this.opener.setAttribute('aria-expanded', 'false')
    this.opener.focus()
  }

  /** Redraws an entry only if its call has changed, and preserves its open state. */
  private draw(): void {
    if (this.aside.hidden) return
    for (const [index, call] of loggedCalls.entries()) {
      const item = this.items.get(call)
      const renderKey = `${call.status} ${call.responseText.length}`
      if (item?.drawn === renderKey) continue
      const entry = this.entry(call, item?.entry.querySelector('details')?.open === true)
      if (item) item.entry.replaceWith(entry)
      else this.list.insertBefore(entry, this.list.children[index] ?? null)
      this.items.set(call, { entry, drawn: renderKey })
    }
    for (const [call, { entry }] of this.items) {
      if (loggedCalls.includes(call)) continue
      entry.remove()
      this.items.delete(call)
    }
  }

  private entry(call: LoggedCall, isOpen: boolean): HTMLElement {
    const { sent: requestTitle = '', answer = '', byHand = '' } = this.opener.dataset
    const path = new URL(call.url, location.href).pathname.replace(/^.*\/svc-api\/runtime\/v1/, '').replace(/[\w-]{32}/g, '…')
    const state = call.status === null ? '…' : `${call.status} · ${Math.round(call.duration)} ms`
    const summary = buildElement(
      'summary',
      '',
      buildElement('b', call.method),
      buildElement('span', ` ${path} `),
      buildElement('small', state),
    )
    summary.dir = 'ltr'
    const details = buildElement('details', '', summary)
    details.open = isOpen
    const sections = [
      ...(call.requestBody === null ? [] : ([[requestTitle, prettyPrintJson(call.requestBody)]] as const)),
      [answer, prettyPrintJson(call.responseText).slice(0, maxAnswerLength)] as const,
      [byHand, toCurlCommand(call)] as const,
    ]
    for (const [title, text] of sections) {
      const code = buildElement('pre', text)
      code.dir = 'ltr'
      // The block scrolls, so it must be reachable by keyboard.
      code.tabIndex = 0
      code.setAttribute('role', 'group')
      code.setAttribute('aria-label', title)
      details.append(buildElement('h3', title), code)
    }
    return buildElement('li', '', details)
  }
}

let callsPanel: CallsPanel | null = null

/** Opens or closes the panel. */
export function toggleCallsPanel(opener: HTMLButtonElement): void {
  if (callsPanel === null) callsPanel = new CallsPanel(opener)
  else if (callsPanel.aside.hidden) callsPanel.open()
  else callsPanel.close()
}
