// The form that requests a quote for a cart. Guests also enter an email address.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CartReply } from '#core/surface.js'
import { storeCart } from './cart-storage.js'
import { Form } from './form.js'
import { createIdempotencyKey } from './shop-api.js'
import type { ShopElement } from './shop-element.js'

export class QuoteRequestForm {
  private isOpen = false
  private readonly form: Form
  private readonly key = createIdempotencyKey()

  constructor(private readonly host: ShopElement) {
    this.form = new Form(host, 'quote')
  }

  block(cart: CartReply): TemplateResult {
    const { host, form } = this
    const { texts } = host
    if (!this.isOpen) {
      return html`<button type="button" class="full" id="ask-quote" @click=${() => this.toggle(true)}>${texts.requestQuote}</button>`
    }
    return html`
      <form class="card narrow" novalidate @submit=${(event: Event) => void this.send(event, cart)}>
        <h2 id="quote-form" tabindex="-1">${texts.requestQuote}</h2>
        <p class="small">${texts.requestQuoteHint}</p>
        ${form.summary()}
        <div class="fields">
          ${cart.saved ? nothing : form.field({ name: 'email', label: texts.email, type: 'email', inputmode: 'email', autocomplete: 'email', isRequired: true })}
          ${form.field({ name: 'phone', label: texts.phone, type: 'tel', inputmode: 'tel', autocomplete: 'tel' })}
          ${form.field({ name: 'note', label: texts.orderNote, value: cart.note, isLong: true })}
        </div>
        <div class="actions">
          <button class="primary" aria-disabled=${host.isBusy ? 'true' : 'false'}>${texts.requestQuote}</button>
          <button type="button" @click=${() => this.toggle(false)}>${texts.cancel}</button>
        </div>
      </form>
    `
  }

  private toggle(isOpen: boolean): void {
    this.isOpen = isOpen
    this.form.clear()
    this.host.focusOn(isOpen ? '#quote-form' : '#ask-quote')
  }

  private async send(event: Event, cart: CartReply): Promise<void> {
    event.preventDefault()
    const { host, form, key } = this
    const typed = Object.entries(form.entries()).filter(([, value]) => value.trim() !== '')
    const hasSucceeded = await host.runAction(`request ${JSON.stringify(typed)}`, async () => {
      const { token } = await host.service.requestQuote(cart.cart, Object.fromEntries(typed), key)
      storeCart(null)
      location.assign(host.page('quote', { token }))
    })
    if (!hasSucceeded && form.showRefusals(host.failure)) host.failure = null
  }
}
