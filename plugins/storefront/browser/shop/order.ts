// The element `<svc-order>`: an order as it was placed, its progress, its payment, and its cancellation.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { DocumentReply } from '#core/contract.js'
import type { OrderProgress, PaymentReply } from '#core/surface.js'
import { getTextPart } from '../../part-names.js'
import type { OrderTexts } from '../../text/shop-types.js'
import { ApiClient } from '../api-client.js'
import { PartLoader, type TextLoaders } from '../part-loader.js'
import { storeCart } from './cart-storage.js'
import { documentBlock } from './document-block.js'
import { orderBadges, documentLinks, helpBlock, type OrderDisplay, shipmentList, stepList } from './order-parts.js'
import { consumeThanks } from './order-placement.js'
import { createIdempotencyKey, ignoreMissingRecord } from './shop-api.js'
import { ShopElement } from './shop-element.js'
import { cartStyle } from './style-cart.js'
import { css } from '../base-element.js'

/** Styles of the order page: its steps and the dialog of the cancellation. */
export const orderStyle = css`
  .steps {
    display: flex;
    list-style: none;
    margin: 0 0 2rem;
    padding: 0;
  }
  .steps li {
    flex: 1 1 0;
    position: relative;
    display: grid;
    justify-items: center;
    align-content: start;
    gap: 0.5rem;
    text-align: center;
    color: var(--svc-muted);
  }
  .steps li + li::before {
    content: '';
    position: absolute;
    inset-block-start: calc(1rem - 1px);
    inset-inline: calc(-50% + 1.25rem) calc(50% + 1.25rem);
    border-block-start: 2px solid var(--svc-line);
  }
  .steps li + li.done::before {
    border-color: var(--svc-accent);
  }
  .steps .done,
  .steps [aria-current] {
    color: var(--svc-ink);
  }
  .mark {
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    border: 2px solid var(--svc-edge);
    border-radius: 50%;
    background: var(--svc-ground);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  .done .mark {
    border-color: var(--svc-accent);
    background: var(--svc-accent);
    color: var(--svc-accent-ink);
  }
  .cancelled .mark {
    border-color: var(--svc-alert);
    background: none;
    color: var(--svc-alert);
  }
  [aria-current] .mark {
    border-color: var(--svc-accent);
  }
  .step-text {
    display: grid;
  }
  .plain-list {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  dialog {
    max-width: 28rem;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-radius);
    background: var(--svc-ground);
    color: inherit;
    padding: 1.5rem;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 50%);
  }
  button.alert {
    border-color: var(--svc-alert);
    color: var(--svc-alert);
  }
  @media (max-width: 40rem) {
    .steps {
      display: grid;
      gap: 1.1rem;
    }
    .steps li {
      display: flex;
      align-items: center;
      text-align: start;
      gap: 0.75rem;
    }
    .steps li + li::before {
      inset-block: -1.1rem calc(100% - 0.1rem);
      inset-inline: calc(1rem - 1px) auto;
      border-block-start: 0;
      border-inline-start: 2px solid var(--svc-line);
    }
  }
`

/** Milliseconds between polls of a pending payment, and the maximum number of polls. */
const pollPause = 4_000
const maxPolls = 15

/** Statuses in which the order can still be paid. */
const payableStatuses: ReadonlySet<string> = new Set(['confirmed', 'incorrect_amount', 'ordered', 'unsupported_currency'])
const unpaidStates: ReadonlySet<string> = new Set(['partly_paid', 'unpaid'])

class OrderApi extends ApiClient {
  progress(order: string): Promise<OrderProgress> {
    return this.call('GET', this.url(`/orders/${encodeURIComponent(order)}/progress`))
  }

  cancel(order: string): Promise<OrderProgress> {
    return this.call('POST', this.url(`/orders/${encodeURIComponent(order)}/cancellation`), {})
  }
}

export class SvcOrder extends ShopElement {
  private readonly orderParts = new PartLoader<TextLoaders<'order', OrderTexts>>(this, {})
  private order: DocumentReply | null = null
  private progress: OrderProgress | null = null
  private payments: readonly PaymentReply[] = []
  private showsThanks = false
  private pollCount = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly key = createIdempotencyKey()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(cartStyle, orderStyle)
    this.addController({ hostDisconnected: () => clearTimeout(this.timer) })
  }

  /** The order's token. */
  get token(): string {
    return this.getAttribute('token') ?? ''
  }

  private get orderTexts(): OrderTexts | null {
    return this.orderParts.get(getTextPart('order', this.language))?.texts ?? null
  }

  private get orderApi(): OrderApi {
    return new OrderApi(this.api, this.language, this.service.shopper)
  }

  protected async load(): Promise<void> {
    const { service, token } = this
    const textsLoaded = this.orderParts.waitForParts([getTextPart('order', this.language)])
    this.order = await service.order(token).catch(ignoreMissingRecord)
    await textsLoaded
    if (this.order === null) return
    this.showsThanks ||= consumeThanks(token)
    const [payments, progress] = await Promise.all([service.payments(token), this.orderApi.progress(token)])
    this.payments = payments
    this.progress = progress
    this.watch()
  }

  protected body(): TemplateResult {
    const { order, orderTexts: texts, progress, token } = this
    if (texts === null) return html`${this.renderFailure()}<p class="loading" role="status">${this.texts.loading}</p>`
    if (order === null || progress === null) {
      const isGuest = this.keepsAccounts && !this.isSignedIn
      return html`
        ${this.renderFailure()}
        <p>${isGuest ? texts.orderUnknownGuest : texts.orderUnknown}</p>
        ${isGuest ? html`<p><a class="button primary" href=${this.page('account')}>${this.texts.signIn}</a></p>` : nothing}
      `
    }
    const words = this.createFormatter(order.currency, order.shop.time_zone)
    const number = order.number_text
    const title =
      order.placed === null ? texts.orderNumber({ number }) : texts.datedOrderNumber({ number, date: words.date(order.placed) })
    const display = { host: this, order, progress, texts, words }
    return html`
      ${this.renderFailure()}
      <div class="notice">
        <h2 class="plain-title" tabindex="-1" id="state">${this.showsThanks ? texts.thanks({ number }) : title}</h2>
        <p>${texts.orderState(order)}</p>
        ${this.showsThanks && order.email !== '' ? html`<p class="small">${texts.mailTo({ email: order.email })}</p>` : nothing}
        ${orderBadges({ ...progress, status: order.status }, texts)}
      </div>
      ${stepList(display)} ${this.paymentBlock(order, texts)} ${shipmentList(display)}
      <div class="actions section">
        ${documentLinks(display)}
        <button type="button" @click=${() => void this.repeat()}>${this.texts.orderAgain}</button>
        ${progress.may_cancel ? html`<button type="button" class="alert" @click=${() => this.dialog.showModal()}>${texts.cancelOrder}</button>` : nothing}
      </div>
      <div class="section">
        ${documentBlock({ host: this, path: `/orders/${token}`, document: order, showsPrices: true, showsShopContact: false })}
      </div>
      ${helpBlock(display)} ${progress.may_cancel ? this.cancelDialog(display) : nothing}
    `
  }

  private get dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!
  }

  private cancelDialog({ order, texts }: OrderDisplay): TemplateResult {
    return html`
      <dialog aria-labelledby="cancel-title" aria-describedby="cancel-hint">
        <h2 id="cancel-title">${texts.reallyCancel({ number: order.number_text })}</h2>
        <p id="cancel-hint">${texts.cancelHint}</p>
        <div class="actions">
          <button type="button" @click=${() => this.dialog.close()}>${texts.keepOrder}</button>
          <button type="button" class="alert" @click=${() => void this.cancel()}>${texts.cancelOrder}</button>
        </div>
      </dialog>
    `
  }

  /** Reads the order again also after a refusal, because the shop has confirmed it in the meantime. */
  private async cancel(): Promise<void> {
    const { service, token } = this
    this.dialog.close()
    const hasSucceeded = await this.runAction('cancel', async () => {
      this.progress = await this.orderApi.cancel(token)
      this.order = await service.order(token)
    })
    if (!hasSucceeded) this.progress = await this.orderApi.progress(token).catch(() => this.progress)
    this.focusOn('#state')
  }

  private paymentBlock(
    { payment, payment_instructions, status }: DocumentReply,
    orderTexts: OrderTexts,
  ): TemplateResult | typeof nothing {
    if (payment === null || !unpaidStates.has(this.progress?.payment_state ?? '')) return nothing
    const last = this.payments.at(-1)
    const isPayable = payableStatuses.has(status)
    const isOpen = isPayable && (last === undefined || last.status === 'failed' || last.status === 'cancelled')
    const instructions = last?.status === 'pending' ? last.instructions : isPayable ? null : payment_instructions
    return html`
      <section class="card section" aria-labelledby="paying">
        <h2 id="paying">${this.texts.payment}: ${payment.title}</h2>
        <div role="status">${last === undefined ? nothing : html`<p>${orderTexts.paymentState(last)}</p>`}</div>
        ${instructions ? this.instructions(instructions) : nothing}
        ${last?.redirect ? html`<p><a class="button primary" href=${last.redirect}>${orderTexts.payNow}</a></p>` : nothing}
        ${isOpen ? html`<p><button type="button" class="primary" @click=${() => void this.pay()}>${last === undefined ? orderTexts.payNow : orderTexts.payAgain}</button></p>` : nothing}
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
    const replies = await Promise.all([service.order(token), service.payments(token), this.orderApi.progress(token)]).catch(
      () => null,
    )
    if (replies !== null) [this.order, this.payments, this.progress] = replies
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
