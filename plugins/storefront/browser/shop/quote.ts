// The element `<svc-quote>`: a quote from the shop, and the shopper's possible answers.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QuoteReply } from '#core/commerce/quote/define.js'
import { richText } from '../rich-text.js'
import { addressEntered, addressFields } from './address-fields.js'
import { hold } from './carts.js'
import { documentBlock } from './document-block.js'
import { downloadLink } from './download.js'
import { Form } from './form.js'
import { newKey } from './keys.js'
import { thankFor } from './placing.js'
import { unlessGone } from './shop-api.js'
import { ShopElement } from './shop-element.js'
import { cartStyle } from './style-cart.js'
import { checkoutStyle } from './style-checkout.js'

export class SvcQuote extends ShopElement {
  private quote: QuoteReply | null = null
  private readonly form = new Form(this, 'accept')
  private isDeclining = false
  private readonly key = newKey()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(cartStyle, checkoutStyle)
  }

  /** The quote's token. */
  get token(): string {
    return this.getAttribute('token') ?? ''
  }

  protected async load(): Promise<void> {
    this.quote = await this.service.quote(this.token).catch(unlessGone)
  }

  protected body(): TemplateResult {
    const { texts, quote, token } = this
    if (quote === null) return html`${this.failed()}<p>${texts.quoteUnknown}</p>`
    const words = this.words(quote.currency, quote.shop.time_zone)
    const number = String(quote.number)
    return html`
      ${this.failed()}
      <div class="notice">
        <h2 class="plain-title" tabindex="-1" id="state">${texts.quoteNumber(number, words.date(quote.created))}</h2>
        <p>${texts.quoteStates[quote.status] ?? quote.status}</p>
        ${quote.status === 'sent' && quote.valid_until !== null ? html`<p>${texts.validUntil(words.date(quote.valid_until))}</p>` : nothing}
        ${quote.answer === '' ? nothing : html`<div>${richText(quote.answer)}</div>`}
        ${quote.order === null ? nothing : html`<p><a href=${this.page('order', { token: quote.order })}>${texts.toOrder}</a></p>`}
      </div>
      <div class="actions section">
        ${quote.status === 'requested' ? nothing : downloadLink(this, `/quotes/${token}/print`, texts.quoteFile, `${texts.quoteFile}-${number}.pdf`)}
        <button type="button" @click=${() => void this.repeat()}>${texts.orderAgain}</button>
      </div>
      ${quote.acceptance === null ? nothing : this.answering(quote, quote.acceptance)}
      <div class="section">${documentBlock({ host: this, path: `/quotes/${token}`, document: quote, showsPrices: quote.shows_prices })}</div>
    `
  }

  private answering(quote: QuoteReply, acceptance: NonNullable<QuoteReply['acceptance']>): TemplateResult {
    const { texts, form, front } = this
    const { asks_for_billing, asks_for_payment, payment_methods, asks_for_terms } = acceptance
    const total = this.words(quote.currency).amount(quote.gross)
    return html`
      <section class="card section" aria-labelledby="accepting">
        <h2 id="accepting">${texts.accept}</h2>
        <form class="form" novalidate @submit=${(event: Event) => void this.accept(event, quote, acceptance)}>
          ${form.summary()}
          ${
            asks_for_billing
              ? html`<fieldset><legend>${texts.billingAddress}</legend><div class="fields">${addressFields(this, form, null, 'billing', 'billing.')}</div></fieldset>`
              : nothing
          }
          ${
            asks_for_payment
              ? html`<fieldset>
                  <legend>${texts.payment}</legend>
                  ${payment_methods.map(
                    ({ id, title, description }) => html`
                      <label class="option">
                        <input type="radio" name="payment" .checked=${this.means(acceptance) === id} @change=${() => form.set('payment_method_id', String(id))} />
                        <span class="option-text"><b>${title}</b> <span class="small">${richText(description)}</span></span>
                      </label>
                    `,
                  )}
                </fieldset>`
              : nothing
          }
          ${front?.terms ? html`<details><summary>${texts.terms}</summary><div class="terms">${richText(front.terms)}</div></details>` : nothing}
          ${asks_for_terms ? form.checkbox({ name: 'terms_agreed', label: texts.agree }) : nothing}
          <div class="actions">
            <button class="primary big" aria-disabled=${this.isBusy ? 'true' : 'false'}>${texts.order(total)}</button>
            ${
              this.isDeclining
                ? html`<span id="declining" tabindex="-1">${texts.reallyDecline}</span>
                    <button type="button" @click=${() => void this.decline()}>${texts.decline}</button>
                    <button type="button" @click=${() => this.ask(false)}>${texts.cancel}</button>`
                : html`<button type="button" id="decline" class="plain" @click=${() => this.ask(true)}>${texts.decline}</button>`
            }
          </div>
        </form>
      </section>
    `
  }

  private means({ payment_methods }: NonNullable<QuoteReply['acceptance']>): number | null {
    return Number(this.form.value('payment_method_id')) || payment_methods[0]?.id || null
  }

  private ask(isDeclining: boolean): void {
    this.isDeclining = isDeclining
    this.focusOn(isDeclining ? '#declining' : '#decline')
  }

  private async accept(event: Event, quote: QuoteReply, acceptance: NonNullable<QuoteReply['acceptance']>): Promise<void> {
    event.preventDefault()
    const { form, front } = this
    const means = this.means(acceptance)
    const input = {
      total: quote.gross,
      recurring_total: quote.recurring.gross,
      ...(acceptance.asks_for_billing && { billing: { ...addressEntered(form, null, front!, 'billing.') } }),
      ...(acceptance.asks_for_payment && means !== null && { payment_method_id: means }),
      ...(acceptance.asks_for_terms && { terms_agreed: form.value('terms_agreed') === 'yes' }),
    }
    let order = ''
    const done = await this.attempt(`accept ${JSON.stringify(input)}`, async () => {
      const { token } = await this.service.acceptQuote(this.token, input)
      order = token
      thankFor(order)
      const payment = await this.service.beginPayment(order).catch(() => null)
      location.assign(payment?.redirect ?? this.page('order', { token: order }))
    })
    if (!done && form.refuse(this.failure)) this.failure = null
  }

  private async decline(): Promise<void> {
    const done = await this.attempt('decline', async () => void (this.quote = await this.service.declineQuote(this.token)))
    this.isDeclining = false
    if (done) this.focusOn('#state')
  }

  private async repeat(): Promise<void> {
    const done = await this.attempt('repeat', async () => hold(await this.service.repeat('quotes', this.token, this.key)))
    if (done) location.assign(this.page('cart'))
  }
}
