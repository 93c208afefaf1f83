// The element `<svc-quote>`: a quote from the shop, and the shopper's possible answers.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QuoteReply, shopperCalls } from '#core/surface.js'
import { renderRichText } from '../rich-text.js'
import { findAccountAddress, readAddressFields, renderAddressFields } from './address-fields.js'
import { storeCart } from './cart-storage.js'
import { documentBlock, downloadLink } from './document-block.js'
import { Form } from './form.js'
import { type AddressValues, createIdempotencyKey, ignoreMissingRecord } from './shop-api.js'
import { renderLegalTexts } from './choice-steps.js'
import { storeThanks } from './order-placement.js'
import { ShopElement } from './shop-element.js'
import { cartStyle } from './style-cart.js'
import { checkoutStyle } from './style-checkout.js'

export class SvcQuote extends ShopElement {
  private quote: QuoteReply | null = null
  /** The billing address of the account; null for guests. */
  private ownAddress: AddressValues | null = null
  private readonly form = new Form(this, 'accept')
  private isDeclining = false
  private readonly key = createIdempotencyKey()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(cartStyle, checkoutStyle)
  }

  /** The quote's token. */
  get token(): string {
    return this.getAttribute('token') ?? ''
  }

  protected async load(): Promise<void> {
    const { service } = this
    this.quote = await service.quote(this.token).catch(ignoreMissingRecord)
    const needsAddress = this.isSignedIn && this.quote?.acceptance?.asks_for_billing === true
    this.ownAddress = needsAddress ? findAccountAddress(await service.addresses(), await service.profile()) : null
  }

  protected body(): TemplateResult {
    const { texts, quote, token } = this
    if (quote === null) return html`${this.renderFailure()}<p>${texts.quoteUnknown}</p>`
    const words = this.createFormatter(quote.currency, quote.shop.time_zone)
    const number = String(quote.number)
    return html`
      ${this.renderFailure()}
      <div class="notice">
        <h2 class="plain-title" tabindex="-1" id="state">${texts.quoteNumber({ number, date: words.date(quote.created) })}</h2>
        <p>${texts.quoteState(quote)}</p>
        ${quote.status === 'sent' && quote.valid_until !== null ? html`<p>${texts.validUntil({ date: words.date(quote.valid_until) })}</p>` : nothing}
        ${quote.answer === '' ? nothing : html`<div>${renderRichText(quote.answer)}</div>`}
        ${quote.order === null ? nothing : html`<p><a href=${this.page('order', { token: quote.order })}>${texts.toOrder}</a></p>`}
      </div>
      <div class="actions section">
        ${quote.acceptance === null ? nothing : html`<button type="button" class="primary" @click=${() => this.focusOn('#accepting')}>${texts.accept}</button>`}
        ${quote.status === 'requested' ? nothing : downloadLink(this, `/quotes/${token}/print`, texts.quoteFile, `${texts.quoteFile}-${number}.pdf`)}
        <button type="button" @click=${() => void this.repeat()}>${texts.orderAgain}</button>
      </div>
      <div class="section">${documentBlock({ host: this, path: `/quotes/${token}`, document: quote, showsPrices: quote.shows_prices, showsShopContact: true })}</div>
      ${quote.acceptance === null ? nothing : this.acceptanceBlock(quote, quote.acceptance)}
    `
  }

  private acceptanceBlock(quote: QuoteReply, acceptance: NonNullable<QuoteReply['acceptance']>): TemplateResult {
    const { texts, form } = this
    const {
      asks_for_billing: needsBilling,
      asks_for_payment: needsPayment,
      payment_methods,
      asks_for_terms: needsTerms,
    } = acceptance
    const total = this.createFormatter(quote.currency).amount(quote.gross)
    return html`
      <section class="card section" aria-labelledby="accepting">
        <h2 id="accepting" tabindex="-1">${texts.accept}</h2>
        <form class="form" novalidate @submit=${(event: Event) => void this.accept(event, quote, acceptance)}>
          ${form.summary()}
          ${
            needsBilling
              ? html`<fieldset><legend>${texts.billingAddress}</legend><div class="fields">${renderAddressFields(this, form, this.ownAddress, 'billing', 'billing.')}</div></fieldset>`
              : nothing
          }
          ${
            needsPayment
              ? html`<fieldset>
                  <legend>${texts.payment}</legend>
                  ${payment_methods.map(
                    ({ id, title, description }) => html`
                      <label class="option">
                        <input type="radio" name="payment" .checked=${this.getSelectedMethod(acceptance) === id} @change=${() => form.set('payment_method_id', String(id))} />
                        <span class="option-text"><b>${title}</b> <span class="small">${renderRichText(description)}</span></span>
                      </label>
                    `,
                  )}
                </fieldset>`
              : nothing
          }
          ${renderLegalTexts(this)}
          ${needsTerms ? form.checkbox({ name: 'terms_agreed', label: texts.agree }) : nothing}
          <div class="actions">
            <button class="primary big" aria-disabled=${this.isBusy ? 'true' : 'false'}>${texts.order({ total })}</button>
            ${
              this.isDeclining
                ? html`<span id="declining" tabindex="-1">${texts.reallyDecline}</span>
                    <button type="button" @click=${() => void this.decline()}>${texts.decline}</button>
                    <button type="button" @click=${() => this.toggleDecline(false)}>${texts.cancel}</button>`
                : html`<button type="button" id="decline" class="plain" @click=${() => this.toggleDecline(true)}>${texts.decline}</button>`
            }
          </div>
        </form>
      </section>
    `
  }

  private getSelectedMethod({ payment_methods }: NonNullable<QuoteReply['acceptance']>): number | null {
    return Number(this.form.value('payment_method_id')) || payment_methods[0]?.id || null
  }

  private toggleDecline(isDeclining: boolean): void {
    this.isDeclining = isDeclining
    this.focusOn(isDeclining ? '#declining' : '#decline')
  }

  private async accept(event: Event, quote: QuoteReply, acceptance: NonNullable<QuoteReply['acceptance']>): Promise<void> {
    event.preventDefault()
    const { form, front } = this
    const means = this.getSelectedMethod(acceptance)
    const input = {
      total: quote.gross,
      recurring_total: quote.recurring.gross,
      ...(acceptance.asks_for_billing && { billing: { ...readAddressFields(form, this.ownAddress, front!, 'billing.') } }),
      ...(acceptance.asks_for_payment && means !== null && { payment_method_id: means }),
      ...(acceptance.asks_for_terms && { terms_agreed: form.value('terms_agreed') === 'yes' }),
    }
    let order = ''
    const hasSucceeded = await this.runAction(`accept ${JSON.stringify(input)}`, async () => {
      const { token } = await this.service.acceptQuote(this.token, input)
      order = token
      storeThanks(order)
      const payment = await this.service.beginPayment(order).catch(() => null)
      location.assign(payment?.redirect ?? this.page('order', { token: order }))
    })
    if (!hasSucceeded && form.showRefusals(this.failure)) this.failure = null
  }

  private async decline(): Promise<void> {
    const hasSucceeded = await this.runAction(
      'decline',
      async () => void (this.quote = await this.service.declineQuote(this.token)),
    )
    this.isDeclining = false
    if (hasSucceeded) this.focusOn('#state')
  }

  private async repeat(): Promise<void> {
    const hasSucceeded = await this.runAction('repeat', async () =>
      storeCart(await this.service.repeat('quotes', this.token, this.key)),
    )
    if (hasSucceeded) location.assign(this.page('cart'))
  }
}

/** The form that requests a quote for a cart. Guests also enter an email address. */
export class QuoteRequestForm {
  private isOpen = false
  private readonly form: Form
  private readonly key = createIdempotencyKey()

  constructor(private readonly host: ShopElement) {
    this.form = new Form(host, 'quote')
  }

  block(cart: shopperCalls.CartReply): TemplateResult {
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

  private async send(event: Event, cart: shopperCalls.CartReply): Promise<void> {
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
