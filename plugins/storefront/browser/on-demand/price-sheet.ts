// The price bar at the bottom edge of narrow screens. It opens to show the price's parts and the missing entries.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { missingList } from '../missing-list.js'
import type { SessionView } from '../session-view.js'
import type { ConfiguratorHost } from './configurator-api.js'
import type { PricePartsPanel } from './price-parts-panel.js'

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
