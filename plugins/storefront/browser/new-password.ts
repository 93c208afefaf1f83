// The form behind the link of a reset mail: takes a new password and says how it went.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { css, DrawnElement } from './drawn-element.js'
import { textsFor } from '../spoken.js'

const style = css`
  form { display: grid; gap: 0.6rem; max-width: 24rem; }
  input, button { font: inherit; padding: 0.55rem 0.8rem; border: 1px solid #8a95a5; border-radius: 6px; }
  button { background: #0b5cad; color: #fff; border-color: #0b5cad; cursor: pointer; }
  button[disabled] { opacity: 0.6; cursor: default; }
  .refused { color: #a3161a; }
`

/** `<svc-new-password api language>`; the token stands in the address of the page. */
export class NewPassword extends DrawnElement {
  static {
    this.reflect({ api: '', language: 'en-GB' })
  }

  declare api: string
  declare language: string
  private message = ''
  private state: 'open' | 'sending' | 'done' = 'open'

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [style]
  }

  private show(state: NewPassword['state'], message = this.message): void {
    this.state = state
    this.message = message
    this.requestUpdate()
  }

  private async send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const password = new FormData(event.target as HTMLFormElement).get('password')
    const token = new URLSearchParams(location.search).get('token') ?? ''
    const { noAnswer, passwordStands } = textsFor(this.language)
    this.show('sending')
    try {
      const response = await fetch(`${this.api}/password-resets/${encodeURIComponent(token)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        body: JSON.stringify({ password }),
      })
      const problem = response.ok ? null : ((await response.json().catch(() => null)) as { detail?: string } | null)
      this.show(response.ok ? 'done' : 'open', response.ok ? passwordStands : (problem?.detail ?? noAnswer))
    } catch {
      this.show('open', noAnswer)
    }
  }

  protected override render(): TemplateResult {
    const { newPassword, setPassword } = textsFor(this.language)
    if (this.state === 'done') return html`<p role="status">${this.message}</p>`
    return html`
      <form @submit=${(event: SubmitEvent) => void this.send(event)}>
        <label for="password">${newPassword}</label>
        <input id="password" name="password" type="password" autocomplete="new-password" minlength="10" required />
        <button ?disabled=${this.state === 'sending'}>${setPassword}</button>
        ${this.message === '' ? nothing : html`<p class="refused" role="alert">${this.message}</p>`}
      </form>
    `
  }
}
