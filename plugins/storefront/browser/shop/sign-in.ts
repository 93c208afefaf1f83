// The sign-in and registration forms for shops whose accounts the service manages; used on the account page and in the checkout.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SessionReply } from '#core/surface.js'
import { loadShopperValue } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { Form } from './form.js'
import type { ShopElement } from './shop-element.js'

export class SignInForms {
  private readonly loginForm: Form
  private readonly registrationForm: Form
  private mailMessage = ''
  /** The address that the last registration mail was sent to; '' before. */
  private registeredEmail = ''

  constructor(
    private readonly host: ShopElement,
    /** Called after a sign-in. */
    private readonly onSignIn: () => Promise<void>,
  ) {
    this.loginForm = new Form(host, 'sign-in')
    this.registrationForm = new Form(host, 'register')
  }

  block(): TemplateResult {
    const { texts } = this.host
    return html`
      <div class="pair">
        <section class="card" aria-labelledby="signing-in">
          <h2 id="signing-in" tabindex="-1">${texts.signIn}</h2>
          <p class="small">${texts.signInHint}</p>
          ${this.signInForm()}
        </section>
        <section class="card" aria-labelledby="registering">
          <h2 id="registering">${texts.register}</h2>
          <p class="small">${texts.registerHint}</p>
          ${this.registerForm()}
        </section>
      </div>
    `
  }

  private signInForm(): TemplateResult {
    const { loginForm } = this
    const { texts } = this.host
    return html`
      <form novalidate @submit=${(event: Event) => void this.signIn(event)}>
        ${loginForm.summary()}
        <div class="fields">
          ${loginForm.field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', isRequired: true, isWide: true })}
          ${loginForm.field({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', isRequired: true, isWide: true })}
        </div>
        <div class="actions">
          <button class="primary">${texts.signIn}</button>
          <button type="button" class="plain" @click=${() => void this.requestPasswordReset()}>${texts.forgotPassword}</button>
        </div>
        <p class="small" role="status">${this.mailMessage || nothing}</p>
      </form>
    `
  }

  private registerForm(): TemplateResult {
    const { registrationForm } = this
    const { texts } = this.host
    return html`
      <form novalidate @submit=${(event: Event) => void this.register(event)}>
        ${registrationForm.summary()}
        <div class="fields">
          ${registrationForm.field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'email', isRequired: true, isWide: true })}
        </div>
        <button class="primary">${texts.register}</button>
        <div role="status" id="registered" tabindex="-1">${this.registeredEmail === '' ? nothing : this.mailNotice()}</div>
      </form>
    `
  }

  private mailNotice(): TemplateResult {
    const { host } = this
    const { texts } = host
    return html`<p class="notice">${texts.registrationSent({ email: this.registeredEmail })} ${host.hasAttribute('demo') ? texts.demoMails : nothing}</p>`
  }

  private signIn(event: Event): Promise<void> {
    const { loginForm, host } = this
    const input = { email: loginForm.value('email'), password: loginForm.value('password') }
    return this.open(event, loginForm, () => host.service.signIn({ ...input, ...getGuestCart() }))
  }

  /** The reply is the same if the address already has an account. */
  private async register(event: Event): Promise<void> {
    event.preventDefault()
    const { registrationForm, host } = this
    const input = { email: registrationForm.value('email'), language: host.language }
    const hasSucceeded = await host.runAction(`register ${JSON.stringify(input)}`, async () => {
      await host.service.register({ ...input, ...getGuestCart() })
    })
    if (hasSucceeded) {
      this.registeredEmail = input.email.trim()
      registrationForm.clear()
      host.focusOn('#registered')
    } else if (registrationForm.showRefusals(host.failure)) host.failure = null
  }

  private async open(event: Event, form: Form, call: () => Promise<SessionReply>): Promise<void> {
    event.preventDefault()
    const { host } = this
    const hasSucceeded = await host.runAction(`${form.name} ${JSON.stringify(form.entries())}`, async () =>
      storeShopperSession(await call()),
    )
    if (hasSucceeded) {
      this.loginForm.clear()
      this.registrationForm.clear()
      return this.onSignIn()
    }
    if (form.showRefusals(host.failure)) host.failure = null
  }

  /** Sends the mail to the entered address. */
  private async requestPasswordReset(): Promise<void> {
    const { host, loginForm } = this
    const email = loginForm.value('email').trim()
    if (email === '') {
      this.mailMessage = host.texts.giveEmail
      host.focusOn('#sign-in-email')
      return
    }
    const hasSucceeded = await host.runAction(`request-reset ${email}`, async () => void (await host.service.requestReset(email)))
    if (hasSucceeded) this.mailMessage = host.texts.mailSent
    host.requestUpdate()
  }
}

/** Stores the session and the cart of a customer who has just signed in. */
export function storeShopperSession({ session, cart }: SessionReply): void {
  storeShopperValue('session', session)
  storeShopperValue('cart', cart)
  if (cart === null) storeShopperValue('count', null)
}

/** The guest's cart, which becomes the account's. */
export function getGuestCart(): { readonly cart?: string } {
  const cart = loadShopperValue('cart')
  return cart === null ? {} : { cart }
}
