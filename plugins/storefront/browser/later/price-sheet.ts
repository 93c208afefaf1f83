// The price bar at the bottom edge of narrow screens. It opens to show the price's parts and the missing entries.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { ToldTexts } from '../../text.js'
import type { Wording } from '../../wording.js'
import { missing } from '../missing-list.js'
import type { WorkedOn } from '../worked-on.js'
import type { Faced } from './outward.js'
import type { PriceParts } from './price-parts.js'

export class PriceSheet {
  constructor(
    private readonly host: Faced,
    private readonly session: WorkedOn,
    private readonly parts: PriceParts,
  ) {}

  /** null if the shopper may not see prices. */
  bar(line: TemplateResult, catalogue: ProductReply, wording: Wording, texts: ToldTexts): TemplateResult | null {
    if (this.session.price === null) return null
    const isOpen = this.parts.shows('bar')
    const sheet = html`
      <div class="price-sheet" id="price-sheet" role="region" aria-label=${texts.madeOf} tabindex="0">
        ${this.parts.content('bar', catalogue, wording, texts)} ${missing(this.session, catalogue, wording, this.host.goTo)}
      </div>
    `
    return html`
      <button
        type="button"
        class="price-line"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls=${isOpen ? 'price-sheet' : nothing}
        @click=${() => this.show(!isOpen)}
        @keydown=${this.escaped}
      >${line}</button>
      ${isOpen ? html`<div @keydown=${this.escaped}>${sheet}</div>` : nothing}
    `
  }

  private show(isOpen: boolean): void {
    this.parts.show('bar', isOpen)
    // The document gets no focus event if the focus moves within the same shadow tree.
    for (const place of [document, this.host.renderRoot]) {
      place[isOpen ? 'addEventListener' : 'removeEventListener']('focusin', this.left)
    }
  }

  /** Closes the sheet when the focus leaves it, so it never covers the control in use. */
  private readonly left = (event: Event): void => {
    const inside = event.composedPath().some((one) => one instanceof Element && one.classList.contains('price-bar'))
    if (!inside || !this.host.isConnected) this.show(false)
  }

  private readonly escaped = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !this.parts.shows('bar')) return
    this.host.renderRoot.querySelector<HTMLElement>('.price-line')?.focus()
    this.show(false)
  }
}
