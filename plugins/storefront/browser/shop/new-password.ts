// The element `<svc-new-password>`, the target of the link in a password reset mail: sets a new password.
import { html, type TemplateResult } from 'lit/html.js'
import { Form } from './form.js'
import { ShopElement } from './shop-element.js'

/** The token is in the URL of the page. */
export class SvcNewPassword extends ShopElement {
  private readonly form = new Form(this, 'new')
  private isPasswordSet = false

  protected load(): Promise<void> {
    return Promise.resolve()
  }

  protected body(): TemplateResult {
    const { texts, form } = this
    if (this.isPasswordSet) {
      return html`<p role="status" id="done" tabindex="-1">${texts.passwordChanged}</p><p><a class="button primary" href=${this.page('account')}>${texts.signIn}</a></p>`
    }
    return html`
      <form class="narrow" novalidate @submit=${(event: Event) => void this.send(event)}>
        ${this.renderFailure()} ${form.summary()}
        <div class="fields">
          ${form.field({ name: 'password', label: texts.newPassword, type: 'password', autocomplete: 'new-password', isRequired: true, hint: texts.passwordHint, isWide: true })}
        </div>
        <button class="primary">${texts.setPassword}</button>
      </form>
    `
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault()
    const token = new URLSearchParams(location.search).get('token') ?? ''
    this.isPasswordSet = await this.runAction('reset', () => this.service.resetPassword(token, this.form.value('password')))
    if (this.isPasswordSet) this.focusOn('#done')
    else if (this.form.showRefusals(this.failure)) this.failure = null
  }
}
