// The form behind the link of a reset mail: takes a new password and says how it went.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit'
import { textsFor } from '../wording.js'

/** `<svc-new-password api language>`; the token stands in the address of the page. */
export class NewPassword extends LitElement {
  static override properties = { api: {}, language: {}, message: { state: true }, state: { state: true } }
  static override styles = css`
    form { display: grid; gap: 0.6rem; max-width: 24rem; }
    input, button { font: inherit; padding: 0.55rem 0.8rem; border: 1px solid #8a95a5; border-radius: 6px; }
    button { background: #0b5cad; color: #fff; border-color: #0b5cad; cursor: pointer; }
    button[disabled] { opacity: 0.6; cursor: default; }
    .refused { color: #a3161a; }
  `

  declare api: string
  declare language: string
  declare message: string
  declare state: 'open' | 'sending' | 'done'

  constructor() {
    super()
    this.api = ''
    this.language = 'en-GB'
    this.message = ''
    this.state = 'open'
  }

  private async send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const password = new FormData(event.target as HTMLFormElement).get('password')
    const token = new URLSearchParams(location.search).get('token') ?? ''
    const { noAnswer, passwordStands } = textsFor(this.language)
    this.state = 'sending'
    try {
      const response = await fetch(`${this.api}/password-resets/${encodeURIComponent(token)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        body: JSON.stringify({ password }),
      })
      const problem = response.ok ? null : ((await response.json().catch(() => null)) as { detail?: string } | null)
      this.state = response.ok ? 'done' : 'open'
      this.message = response.ok ? passwordStands : (problem?.detail ?? noAnswer)
    } catch {
      this.state = 'open'
      this.message = noAnswer
    }
  }

  override render(): TemplateResult {
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
