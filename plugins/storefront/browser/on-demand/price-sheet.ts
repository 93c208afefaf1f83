// The parts of a price, and the price bar at the bottom edge of narrow screens, which opens to show them and the missing entries.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply, AmountReply, PartAmounts, PriceBreakdownReply } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { missingList } from '../missing-list.js'
import type { SessionView } from '../session-view.js'
import type { ConfiguratorHost } from './configurator-api.js'
import type { BaseElement } from '../base-element.js'
import { ApiFailure } from '../api-client.js'

type RowAmounts = Record<'amount' | 'recurring', AmountReply | null>

/** The parts of a price as the service calculates them. The sum of the rows is the price. */
export class PricePartsPanel {
  /** The locations where the parts are open. They are loaded while this set is not empty. */
  private readonly open = new Set<'bar' | 'box'>()
  private reply: PriceBreakdownReply | null = null
  /** The state that the reply belongs to, or the pending request. */
  private requestedState = ''

  constructor(
    private readonly host: BaseElement,
    private readonly session: SessionView,
  ) {}

  block(catalogue: ProductReply, wording: TextFormatter, texts: DeferredTexts): TemplateResult | typeof nothing {
    if (this.session.price === null) return nothing
    return html`
      <details class="made-of" @toggle=${(event: Event) => this.show('box', (event.target as HTMLDetailsElement).open)}>
        <summary>${texts.priceParts}</summary>
        ${this.content('box', catalogue, wording, texts)}
      </details>
    `
  }

  shows(panelKind: 'bar' | 'box'): boolean {
    return this.open.has(panelKind)
  }

  show(panelKind: 'bar' | 'box', isOpen: boolean): void {
    this.open[isOpen ? 'add' : 'delete'](panelKind)
    this.host.requestUpdate()
  }

  content(panelKind: 'bar' | 'box', catalogue: ProductReply, wording: TextFormatter, texts: DeferredTexts): TemplateResult {
    const isOpen = this.shows(panelKind)
    if (isOpen) void this.load()
    return html`
      <div aria-busy=${this.isCurrent ? 'false' : 'true'}>
        ${isOpen && this.reply !== null ? this.table(this.reply, catalogue, wording, texts) : nothing}
      </div>
    `
  }

  private get now(): string {
    const { token, revision } = this.session.cache
    return `${token} ${revision}`
  }

  private get isCurrent(): boolean {
    return this.reply !== null && this.requestedState === this.now && !this.session.isBusy
  }

  /** Requests once per state. A reply that arrives after a newer request is discarded. */
  private async load(): Promise<void> {
    const { now } = this
    if (this.requestedState === now || this.session.isBusy) return
    this.requestedState = now
    try {
      const reply = await this.session.ask<PriceBreakdownReply>('/price')
      if (this.requestedState === now) this.reply = reply
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.reply = null
    }
    this.host.requestUpdate()
  }

  private table(
    reply: PriceBreakdownReply,
    { shop, product }: ProductReply,
    wording: TextFormatter,
    texts: DeferredTexts,
  ): TemplateResult {
    const formatAmount = (amount: AmountReply): string => wording.amount(shop.b2b ? amount.net : amount.gross)
    const sum = ({ amount, recurring }: RowAmounts | PartAmounts): string => {
      const again =
        recurring === null || recurring.gross === 0
          ? []
          : [`${formatAmount(recurring)} ${product.recurring?.interval ?? ''}`.trim()]
      const singleTexts = amount === null || (amount.gross === 0 && again.length > 0) ? [] : [formatAmount(amount)]
      return [...singleTexts, ...again].join(' + ') || texts.noPrice
    }
    const row = (title: string, text: string, amounts: RowAmounts | PartAmounts, part = 'part'): TemplateResult => html`
      <tr>
        <th scope="row">${title}${text ? html`<small>${text}</small>` : nothing}</th>
        <td data-part=${part}>${sum(amounts)}</td>
      </tr>
    `
    const counts = ({ amount, recurring }: PartAmounts): boolean => (amount?.gross ?? 1) !== 0 || (recurring?.gross ?? 0) !== 0
    const { price, tax, discount, discount_recurring } = reply
    const off = (amount: AmountReply | null): AmountReply | null =>
      amount && { net: -amount.net, tax: -amount.tax, gross: -amount.gross }
    const isDiscounted = discount !== null || discount_recurring !== null
    return html`
      <table class="price-parts">
        <tbody>
          ${counts(reply.base) ? row(texts.basePart, '', reply.base, 'base') : nothing}
          ${reply.parts.filter(counts).map((part) => row(part.title, part.text, part))}
          ${price === null ? nothing : row(reply.quantity === 1 ? texts.sum : texts.sumOf({ pieces: reply.quantity }), '', { amount: price, recurring: price.recurring }, 'sum')}
          ${isDiscounted ? row(discount?.title || discount_recurring?.title || texts.discount, '', { amount: off(discount), recurring: off(discount_recurring) }, 'discount') : nothing}
        </tbody>
      </table>
      ${price === null || price.tax === 0 ? nothing : html`<p class="tax-note">${(shop.b2b ? texts.taxOnTop : texts.taxInIt)({ rate: wording.number(tax.rate), amount: wording.amount(price.tax) })}</p>`}
    `
  }
}

export class PriceSheet {
  constructor(
    private readonly host: ConfiguratorHost,
    private readonly session: SessionView,
    private readonly parts: PricePartsPanel,
  ) {}

  /** null if the shopper may not see prices. */
  bar(line: TemplateResult, catalogue: ProductReply, wording: TextFormatter, texts: DeferredTexts): TemplateResult | null {
    if (this.session.price === null) return null
    const isOpen = this.parts.shows('bar')
    const sheet = html`
      <div class="price-sheet" id="price-sheet" role="region" aria-label=${texts.priceParts} tabindex="0">
        ${this.parts.content('bar', catalogue, wording, texts)} ${missingList(this.session, catalogue, wording, this.host.goTo)}
      </div>
    `
    return html`
      <button
        type="button"
        class="price-line"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls=${isOpen ? 'price-sheet' : nothing}
        @click=${() => this.show(!isOpen)}
        @keydown=${this.closeOnEscape}
      >${line}</button>
      ${isOpen ? html`<div @keydown=${this.closeOnEscape}>${sheet}</div>` : nothing}
    `
  }

  private show(isOpen: boolean): void {
    this.parts.show('bar', isOpen)
    // The document gets no focus event if the focus moves within the same shadow tree.
    for (const place of [document, this.host.renderRoot]) {
      place[isOpen ? 'addEventListener' : 'removeEventListener']('focusin', this.closeOnLeave)
    }
  }

  /** Closes the sheet when the focus leaves it, so it never covers the control in use. */
  private readonly closeOnLeave = (event: Event): void => {
    const inside = event.composedPath().some((node) => node instanceof Element && node.classList.contains('price-bar'))
    if (!inside || !this.host.isConnected) this.show(false)
  }

  private readonly closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !this.parts.shows('bar')) return
    this.host.renderRoot.querySelector<HTMLElement>('.price-line')?.focus()
    this.show(false)
  }
}
