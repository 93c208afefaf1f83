// The tools for a whole configuration: undo, redo, start over, share, compare, and ask the advisor.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { ToldTexts } from '../../text.js'
import { css } from '../drawn-element.js'
import { ServiceFailure } from '../service.js'
import type { WorkedOn } from '../worked-on.js'
import type { Wording } from '../../wording.js'
import type { AdvisorDoor } from './advisor-door.js'
import { Closer } from './closer.js'
import type { Comparison, Side } from './comparison.js'
import { formerOf, keepFormer } from './former.js'
import type { Faced, Outward } from './outward.js'
import { PriceParts } from './price-parts.js'
import { PriceSheet } from './price-sheet.js'

/** Further modules, loaded on demand; null until loaded. */
interface Further {
  comparison(): { readonly Comparison: typeof Comparison } | null
  advisorDoor(): { readonly AdvisorDoor: typeof AdvisorDoor } | null
}

type Said = 'linkCopied' | 'linkTooMany' | null

export class Tools {
  /** The shared link of the configuration on the screen; null before sharing and after the next change. */
  private link: string | null = null
  /** The token and revision that were shared. */
  private shared = ''
  private said: Said = null
  private readonly priceParts: PriceParts
  private readonly sheet: PriceSheet
  private texts: ToldTexts | null = null
  /** The current state, and the state before the last change of the same configuration. */
  private now: Side | null = null
  private before: Side | null = null
  private seen = ''
  private isComparing = false
  private comparison: Comparison | null = null
  /** Only if the page has an advisor. */
  private door: AdvisorDoor | null = null
  private closer: Closer | null = null
  private number: (count: number) => string = String

  constructor(
    private readonly host: Faced & { readonly api: string; readonly language: string; readonly shopper: string },
    private readonly session: WorkedOn,
    private readonly outward: Outward,
    private readonly further: Further,
  ) {
    this.priceParts = new PriceParts(host, session)
    this.sheet = new PriceSheet(host, session, this.priceParts)
  }

  block(catalogue: ProductReply, wording: Wording, texts: ToldTexts): TemplateResult {
    this.number = (count) => wording.number(count)
    const closer = (this.closer ??= new Closer(this.host, this.session, (count) => this.number(count)))
    const { session, outward, link } = this
    void this.host.updateComplete.then(closer.moved)
    this.texts = texts
    this.look(catalogue)
    const { can } = session.holding
    const isCurrent = link !== null && this.shared === this.state
    const button = (title: string, isOff: boolean, act: () => Promise<unknown>): TemplateResult => html`
      <button type="button" class="plain" aria-disabled=${isOff ? 'true' : 'false'} @click=${() => isOff || void act()}>${title}</button>
    `
    return html`
      ${this.priceParts.block(catalogue, wording, texts)}
      <div class="tools" role="group" aria-label=${texts.tools}>
        ${button(texts.undo, !can?.can_undo, () => outward.step('undo'))}
        ${button(texts.redo, !can?.can_redo, () => outward.step('redo'))}
        ${button(texts.beginAnew, session.busy, () => session.begin('', []))}
        ${button(texts.share, session.busy, () => this.offer())}
        <button type="button" class="plain" id="compare" aria-expanded=${this.isComparing ? 'true' : 'false'} @click=${() => this.compare(!this.isComparing)}>
          ${texts.compare}
        </button>
        ${this.ownDoor()?.button(texts)}
      </div>
      ${
        isCurrent
          ? html`<label class="link">${texts.shareHint}
              <input readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
            </label>`
          : nothing
      }
      <p class="hint" role="status">${this.said === null || (!isCurrent && this.said === 'linkCopied') ? nothing : texts[this.said]}</p>
    `
  }

  /** The expandable price bar at the bottom edge of narrow screens; null if it cannot be opened. */
  bar(line: TemplateResult, catalogue: ProductReply, wording: Wording): TemplateResult | null {
    return this.texts && this.sheet.bar(line, catalogue, wording, this.texts)
  }

  /** The open panels: the comparison below everything, and the advisor. */
  beside(catalogue: ProductReply, wording: Wording): TemplateResult | null {
    const { texts } = this
    if (texts === null) return null
    return html`${this.compared(catalogue, wording, texts)}${this.door?.panel(this.session.holding.token, texts)}`
  }

  private compared(catalogue: ProductReply, wording: Wording, texts: ToldTexts): TemplateResult | null {
    const { now } = this
    const found = this.isComparing ? this.further.comparison() : null
    if (found === null || now === null) return null
    this.comparison ??= new found.Comparison(this.host, () => this.compare(false))
    return this.comparison.block(now, this.before, catalogue, wording, texts)
  }

  private ownDoor(): AdvisorDoor | null {
    const found = this.host.hasAttribute('advisor') ? this.further.advisorDoor() : null
    if (found !== null) this.door ??= new found.AdvisorDoor(this.host)
    return this.door
  }

  private compare(isComparing: boolean): void {
    this.isComparing = isComparing
    this.comparison = null
    if (!isComparing) this.host.renderRoot.querySelector<HTMLElement>('#compare')?.focus()
    this.host.requestUpdate()
  }

  /** Remembers the state before the last change that the service has saved. */
  private look({ shop }: ProductReply): void {
    const { holding, upToDate } = this.session
    if (!upToDate || holding.token === null) return
    const key = `${this.state} ${shop.currency.code}`
    if (key === this.seen) return
    const isNext = this.seen.startsWith(`${holding.token} `) && this.now?.currency.code === shop.currency.code
    const { product } = this.host
    this.before = this.seen === '' ? formerOf(product, key) : isNext ? this.now : null
    this.seen = key
    // Deferred, because nothing depends on it.
    setTimeout(() => this.seen === key && keepFormer(product, key, this.before))
    const { missing, price } = holding
    this.now = { questions: new Map(holding.questions), missing: missing.length, price, currency: shop.currency }
  }

  private get state(): string {
    const { token, revision } = this.session.holding
    return `${token} ${revision}`
  }

  /** Copies the link to the clipboard if the browser permits it. The field with the link is shown in any case. */
  private async offer(): Promise<void> {
    this.said = null
    try {
      const link = await this.outward.share()
      this.link = link
      this.shared = this.state
      this.said = await navigator.clipboard?.writeText(link).then(
        () => 'linkCopied' as const,
        () => null,
      )
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      this.said = 'linkTooMany'
    }
    this.host.requestUpdate()
  }
}

export const style = css`
  .price-line {
    display: flex;
    flex: 1;
    justify-content: space-between;
    align-items: baseline;
    gap: 1rem;
    border: 0;
    padding: 0;
    background: none;
    text-align: start;
  }
  .price-line::after {
    content: '▴';
  }
  .price-line[aria-expanded='true']::after {
    content: '▾';
  }
  .price-line .amount {
    margin-inline-start: auto;
  }
  .price-sheet {
    position: absolute;
    inset-inline: 0;
    bottom: 100%;
    max-height: 60vh;
    overflow: auto;
    padding: 0.75rem 0.35rem;
    background: var(--svc-ground);
    border-top: 1px solid var(--svc-edge);
  }
  .made-of {
    margin-top: 0.75rem;
    font-size: 0.9rem;
  }
  .made-of summary {
    cursor: pointer;
    min-height: 1.5rem;
  }
  .made-of [aria-busy='true'] {
    opacity: 0.6;
  }
  .price-parts {
    width: 100%;
    border-collapse: collapse;
    margin: 0.4rem 0;
  }
  .price-parts th {
    font-weight: 400;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .price-parts small {
    display: block;
    color: var(--svc-muted);
  }
  .price-parts td {
    text-align: end;
    vertical-align: top;
    padding-inline-start: 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  .price-parts tr > * {
    border-bottom: 1px solid var(--svc-line);
    padding-block: 0.25rem;
  }
  .price-parts tr:has([data-part='sum']) > * {
    font-weight: 600;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.1rem;
    border-top: 1px solid var(--svc-line);
    margin-top: 1rem;
    padding-top: 0.75rem;
    font-size: 0.9rem;
  }
  .tools .plain {
    min-height: 1.5rem;
  }
  .tools [aria-disabled='true'] {
    color: var(--svc-muted);
    text-decoration: none;
    cursor: default;
  }
  .link {
    display: grid;
    gap: 0.3rem;
    margin-top: 0.6rem;
    color: var(--svc-muted);
    font-size: 0.9rem;
  }
`
