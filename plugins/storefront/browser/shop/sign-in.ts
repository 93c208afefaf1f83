// The sign-in and registration forms for shops whose accounts the service manages; used on the account page and in the checkout.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SessionReply } from '#core/commerce/account/define.js'
import { remember } from '../remember.js'
import { remembered } from '../visitor.js'
import { Form } from './form.js'
import type { ShopElement } from './shop-element.js'

export class SignIn {
  private readonly known: Form
  private readonly fresh: Form
  private told = ''
  /** The address that the last registration mail was sent to; '' before. */
  private registered = ''

  constructor(
    private readonly host: ShopElement,
    /** Called after a sign-in. */
    private readonly done: () => Promise<void>,
  ) {
    this.known = new Form(host, 'sign-in')
    this.fresh = new Form(host, 'register')
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
    const { known } = this
    const { texts } = this.host
    return html`
      <form novalidate @submit=${(event: Event) => void this.signIn(event)}>
        ${known.summary()}
        <div class="fields">
          ${known.field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', isRequired: true, isWide: true })}
          ${known.field({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', isRequired: true, isWide: true })}
        </div>
        <div class="actions">
          <button class="primary">${texts.signIn}</button>
          <button type="button" class="plain" @click=${() => void this.forgotten()}>${texts.forgotPassword}</button>
        </div>
        <p class="small" role="status">${this.told || nothing}</p>
      </form>
    `
  }

  private registerForm(): TemplateResult {
    const { fresh } = this
    const { texts } = this.host
    return html`
      <form novalidate @submit=${(event: Event) => void this.register(event)}>
        ${fresh.summary()}
        <div class="fields">
          ${fresh.field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'email', isRequired: true, isWide: true })}
        </div>
        <button class="primary">${texts.register}</button>
        <div role="status" id="registered" tabindex="-1">${this.registered === '' ? nothing : this.mailNotice()}</div>
      </form>
    `
  }

  private mailNotice(): TemplateResult {
    const { host } = this
    const { texts } = host
    return html`<p class="notice">${texts.registrationSent(this.registered)} ${host.hasAttribute('demo') ? texts.demoMails : nothing}</p>`
  }

  private signIn(event: Event): Promise<void> {
    const { known, host } = this
    const input = { email: known.value('email'), password: known.value('password') }
    return this.open(event, known, () => host.service.signIn({ ...input, ...along() }))
  }

  /** The reply is the same if the address already has an account. */
  private async register(event: Event): Promise<void> {
    event.preventDefault()
    const { fresh, host } = this
    const input = { email: fresh.value('email'), language: host.language }
    const done = await host.attempt(`register ${JSON.stringify(input)}`, async () => {
      await host.service.register({ ...input, ...along() })
    })
    if (done) {
      this.registered = input.email.trim()
      fresh.clear()
      host.focusOn('#registered')
    } else if (fresh.refuse(host.failure)) host.failure = null
  }

  private async open(event: Event, form: Form, call: () => Promise<SessionReply>): Promise<void> {
    event.preventDefault()
    const { host } = this
    const done = await host.attempt(`${form.name} ${JSON.stringify(form.entries())}`, async () => enter(await call()))
    if (done) {
      this.known.clear()
      this.fresh.clear()
      return this.done()
    }
    if (form.refuse(host.failure)) host.failure = null
  }

  /** Sends the mail to the entered address. */
  private async forgotten(): Promise<void> {
    const { host, known } = this
    const email = known.value('email').trim()
    if (email === '') {
      this.told = host.texts.giveEmail
      host.focusOn('#sign-in-email')
      return
    }
    const done = await host.attempt(`request-reset ${email}`, async () => void (await host.service.requestReset(email)))
    if (done) this.told = host.texts.mailSent
    host.requestUpdate()
  }
}

/** Stores the session and the cart of a customer who has just signed in. */
export function enter({ session, cart }: SessionReply): void {
  remember('session', session)
  remember('cart', cart)
  if (cart === null) remember('count', null)
}

/** The guest's cart, which becomes the account's. */
export function along(): { readonly cart?: string } {
  const cart = remembered('cart')
  return cart === null ? {} : { cart }
}
