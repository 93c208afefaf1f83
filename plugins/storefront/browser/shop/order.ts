// The element `<svc-order>`: an order as it was placed, its status, and its payment.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { DocumentReply } from '#core/contract.js'
import type { PaymentReply } from '#core/surface.js'
import { storeCart } from './cart-storage.js'
import { documentBlock, downloadLink } from './document-block.js'
import { createIdempotencyKey, ignoreMissingRecord } from './shop-api.js'
import { consumeThanks } from './order-placement.js'
import { ShopElement } from './shop-element.js'
import { cartStyle } from './style-cart.js'

/** Milliseconds between polls of a pending payment, and the maximum number of polls. */
const pollPause = 4_000
const maxPolls = 15

/** Statuses in which the order can still be paid. */
const unpaidStatuses: ReadonlySet<string> = new Set(['confirmed', 'incorrect_amount', 'ordered', 'unsupported_currency'])

export class SvcOrder extends ShopElement {
  private order: DocumentReply | null = null
  private payments: readonly PaymentReply[] = []
  private showsThanks = false
  private pollCount = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly key = createIdempotencyKey()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(cartStyle)
    this.addController({ hostDisconnected: () => clearTimeout(this.timer) })
  }

  /** The order's token. */
  get token(): string {
    return this.getAttribute('token') ?? ''
  }

  protected async load(): Promise<void> {
    const { service, token } = this
    this.order = await service.order(token).catch(ignoreMissingRecord)
    if (this.order === null) return
    this.showsThanks ||= consumeThanks(token)
    this.payments = await service.payments(token)
    this.watch()
  }

  protected body(): TemplateResult {
    const { texts, order, token } = this
    if (order === null) {
      return html`
        ${this.renderFailure()}
        <p>${this.keepsAccounts && !this.isSignedIn ? texts.orderUnknownGuest : texts.orderUnknown}</p>
        ${this.keepsAccounts && !this.isSignedIn ? html`<p><a class="button primary" href=${this.page('account')}>${texts.signIn}</a></p>` : nothing}
      `
    }
    const words = this.createFormatter(order.currency, order.shop.time_zone)
    const number = order.number_text
    const title =
      order.placed === null ? texts.orderNumber({ number }) : texts.datedOrderNumber({ number, date: words.date(order.placed) })
    return html`
      ${this.renderFailure()}
      <div class="notice row">
        <div>
          <h2 class="plain-title" tabindex="-1" id="state">${this.showsThanks ? texts.thanks({ number }) : title}</h2>
          <p>${texts.orderState(order)}</p>
          ${this.showsThanks && order.email !== '' ? html`<p class="small">${texts.mailTo({ email: order.email })}</p>` : nothing}
        </div>
      </div>
      ${this.paymentBlock(order)}
      <div class="actions section">
        ${downloadLink(this, `/orders/${token}/print`, texts.confirmation, `${texts.confirmation}-${number}.pdf`)}
        ${order.status === 'paid' || order.status === 'shipped' ? downloadLink(this, `/orders/${token}/invoice`, texts.invoice, `${texts.invoice}-${number}.pdf`) : nothing}
        <button type="button" @click=${() => void this.repeat()}>${texts.orderAgain}</button>
      </div>
      <div class="section">${documentBlock({ host: this, path: `/orders/${token}`, document: order, showsPrices: true })}</div>
    `
  }

  private paymentBlock({ payment, status, gross }: DocumentReply): TemplateResult | typeof nothing {
    const { texts } = this
    if (payment === null || gross === 0 || !unpaidStatuses.has(status)) return nothing
    const last = this.payments.at(-1)
    const isOpen = last === undefined || last.status === 'failed' || last.status === 'cancelled'
    return html`
      <section class="card section" aria-labelledby="paying">
        <h2 id="paying">${texts.payment}: ${payment.title}</h2>
        <div role="status">${last === undefined ? nothing : html`<p>${texts.paymentState(last)}</p>`}</div>
        ${last?.status === 'pending' && last.instructions ? this.instructions(last.instructions) : nothing}
        ${last?.redirect ? html`<p><a class="button primary" href=${last.redirect}>${texts.payNow}</a></p>` : nothing}
        ${isOpen ? html`<p><button type="button" class="primary" @click=${() => void this.pay()}>${last === undefined ? texts.payNow : texts.payAgain}</button></p>` : nothing}
      </section>
    `
  }

  private instructions({ text, details }: NonNullable<PaymentReply['instructions']>): TemplateResult {
    return html`
      <p>${text}</p>
      <dl class="options">${details.map((detail) => html`<dt>${detail.label}</dt><dd>${detail.text}</dd>`)}</dl>
    `
  }

  private async pay(): Promise<void> {
    const { service, token } = this
    await this.runAction('pay', async () => {
      const { redirect } = await service.beginPayment(
        token,
        this.payments.length === 0 ? undefined : `${this.key}-${this.payments.length}`,
      )
      if (redirect) return location.assign(redirect)
      this.payments = await service.payments(token)
      this.watch()
    })
  }

  /** A payment provider often reports the result shortly after the shopper returns, so poll for it. */
  private watch(): void {
    clearTimeout(this.timer)
    const last = this.payments.at(-1)
    if (last?.status !== 'pending' || last.instructions?.details.length || this.pollCount >= maxPolls) return
    this.pollCount++
    this.timer = setTimeout(() => void this.pollPayment(), pollPause)
  }

  private async pollPayment(): Promise<void> {
    const { service, token } = this
    const [order, payments] = await Promise.all([service.order(token), service.payments(token)]).catch(() => [null, null])
    if (order !== null && payments !== null) [this.order, this.payments] = [order, payments]
    this.requestUpdate()
    this.watch()
  }

  private async repeat(): Promise<void> {
    const hasSucceeded = await this.runAction('repeat', async () =>
      storeCart(await this.service.repeat('orders', this.token, this.key)),
    )
    if (hasSucceeded) location.assign(this.page('cart'))
  }
}
