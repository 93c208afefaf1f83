// The tools for a whole configuration: undo, redo, start over, share, compare, and ask the advisor.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply, SavedConfigurationReply } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import { css } from '../base-element.js'
import { ApiFailure } from '../api-client.js'
import type { SessionView } from '../session-view.js'
import type { TextFormatter } from '../../text-formatter.js'
import type { AdvisorPanel } from './advisor-door.js'
import { FieldHints } from './field-hints.js'
import type { ComparisonPanel, ComparedConfiguration } from './comparison.js'
import type { ConfiguratorHost, ConfiguratorApi } from './configurator-api.js'
import { PricePartsPanel, PriceSheet } from './price-sheet.js'

/** Further modules, loaded on demand; null until loaded. */
interface OptionalModules {
  comparison(): { readonly ComparisonPanel: typeof ComparisonPanel } | null
  advisorDoor(): { readonly AdvisorPanel: typeof AdvisorPanel } | null
}

type ToolMessage = 'linkCopied' | 'linkTooMany' | 'savedDesign' | 'saveFailed' | null

interface StoredState {
  /** Identifies the state that followed: token, revision and currency. */
  readonly state: string
  readonly before: Omit<ComparedConfiguration, 'questions'> & {
    readonly questions: readonly (readonly [number, StoredQuestion])[]
  }
}

type StoredQuestion = ComparedConfiguration['questions'] extends ReadonlyMap<number, infer One> ? One : never

const previousStateKey = (product: number): string => `svc-former-${product}`

/** Stores the state of one product. If storage is switched off or full, only the comparison is lost. */
function storePreviousState(product: number, state: string, before: ComparedConfiguration | null): void {
  try {
    if (before === null) return sessionStorage.removeItem(previousStateKey(product))
    const questions = [...before.questions].map(([id, { selection, text }]) => [id, { selection, text }] as const)
    sessionStorage.setItem(
      previousStateKey(product),
      JSON.stringify({ state, before: { ...before, questions } } satisfies StoredState),
    )
  } catch {
    // Storage is not available or full.
  }
}

/** The state before the given one; null if unknown. */
function loadPreviousState(product: number, state: string): ComparedConfiguration | null {
  try {
    const storedState = JSON.parse(sessionStorage.getItem(previousStateKey(product)) ?? 'null') as StoredState | null
    return storedState?.state === state ? { ...storedState.before, questions: new Map(storedState.before.questions) } : null
  } catch {
    return null
  }
}

export class Tools {
  /** The shared link of the configuration on the screen; null before sharing and after the next change. */
  private link: string | null = null
  /** The token and revision that were shared. */
  private shared = ''
  private message: ToolMessage = null
  private readonly priceParts: PricePartsPanel
  private readonly sheet: PriceSheet
  private texts: DeferredTexts | null = null
  /** The current state, and the state before the last change of the same configuration. */
  private now: ComparedConfiguration | null = null
  private before: ComparedConfiguration | null = null
  private lastState = ''
  private isComparing = false
  private comparison: ComparisonPanel | null = null
  /** Only if the page has an advisor. */
  private advisorPanel: AdvisorPanel | null = null
  private fieldHints: FieldHints | null = null
  private number: (count: number) => string = String

  constructor(
    private readonly host: ConfiguratorHost & { readonly api: string; readonly language: string; readonly shopper: string },
    private readonly session: SessionView,
    private readonly outward: ConfiguratorApi,
    private readonly further: OptionalModules,
  ) {
    this.priceParts = new PricePartsPanel(host, session)
    this.sheet = new PriceSheet(host, session, this.priceParts)
  }

  block(catalogue: ProductReply, wording: TextFormatter, texts: DeferredTexts): TemplateResult {
    this.number = (count) => wording.number(count)
    const closer = (this.fieldHints ??= new FieldHints(this.host, this.session, (count) => this.number(count)))
    const { session, outward, link } = this
    void this.host.updateComplete.then(closer.reposition)
    this.texts = texts
    this.trackState(catalogue)
    const { can } = session.cache
    const isCurrent = link !== null && this.shared === this.state
    const button = (title: string, isOff: boolean, act: () => Promise<unknown>): TemplateResult => html`
      <button type="button" class="plain" aria-disabled=${isOff ? 'true' : 'false'} @click=${() => isOff || void act()}>${title}</button>
    `
    return html`
      ${this.priceParts.block(catalogue, wording, texts)}
      <div class="tools" role="group" aria-label=${texts.tools}>
        ${button(texts.undo, !can?.can_undo, () => outward.step('undo'))}
        ${button(texts.redo, !can?.can_redo, () => outward.step('redo'))}
        ${button(texts.startOver, session.isBusy, () => session.startFromExample('', []))}
        ${button(texts.share, session.isBusy, () => this.shareLink())}
        ${this.host.hasAttribute('designs') ? button(texts.save, session.isBusy, () => this.saveDesign()) : nothing}
        <button type="button" class="plain" id="compare" aria-expanded=${this.isComparing ? 'true' : 'false'} @click=${() => this.compare(!this.isComparing)}>
          ${texts.compare}
        </button>
        ${this.loadAdvisorPanel()?.button(texts)}
      </div>
      ${
        isCurrent
          ? html`<label class="link">${texts.shareHint}
              <input readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
            </label>`
          : nothing
      }
      <p class="hint" role="status">
        ${this.message === null || (!isCurrent && this.message === 'linkCopied') ? nothing : texts[this.message]}
        ${this.message === 'savedDesign' ? html`<a href=${this.host.getAttribute('designs')!}>${texts.toDesigns}</a>` : nothing}
      </p>
    `
  }

  /** The expandable price bar at the bottom edge of narrow screens; null if it cannot be opened. */
  bar(line: TemplateResult, catalogue: ProductReply, wording: TextFormatter): TemplateResult | null {
    return this.texts && this.sheet.bar(line, catalogue, wording, this.texts)
  }

  /** The open panels: the comparison below everything, and the advisor. */
  renderPanels(catalogue: ProductReply, wording: TextFormatter): TemplateResult | null {
    const { texts } = this
    if (texts === null) return null
    return html`${this.comparisonBlock(catalogue, wording, texts)}${this.advisorPanel?.panel(this.session.cache.token, texts)}`
  }

  private comparisonBlock(catalogue: ProductReply, wording: TextFormatter, texts: DeferredTexts): TemplateResult | null {
    const { now } = this
    const comparisonPart = this.isComparing ? this.further.comparison() : null
    if (comparisonPart === null || now === null) return null
    this.comparison ??= new comparisonPart.ComparisonPanel(this.host, () => this.compare(false))
    return this.comparison.block(now, this.before, catalogue, wording, texts)
  }

  private loadAdvisorPanel(): AdvisorPanel | null {
    const advisorPart = this.host.hasAttribute('advisor') ? this.further.advisorDoor() : null
    if (advisorPart !== null) this.advisorPanel ??= new advisorPart.AdvisorPanel(this.host)
    return this.advisorPanel
  }

  private compare(isComparing: boolean): void {
    this.isComparing = isComparing
    this.comparison = null
    if (!isComparing) this.host.renderRoot.querySelector<HTMLElement>('#compare')?.focus()
    this.host.requestUpdate()
  }

  /** Remembers the state before the last change that the service has saved. */
  private trackState({ shop }: ProductReply): void {
    const { cache, isSaved } = this.session
    if (!isSaved || cache.token === null) return
    const key = `${this.state} ${shop.currency.code}`
    if (key === this.lastState) return
    const isNext = this.lastState.startsWith(`${cache.token} `) && this.now?.currency.code === shop.currency.code
    const { product } = this.host
    this.before = this.lastState === '' ? loadPreviousState(product, key) : isNext ? this.now : null
    this.lastState = key
    // Deferred, because nothing depends on it.
    setTimeout(() => this.lastState === key && storePreviousState(product, key, this.before))
    const { missing, price } = cache
    this.now = { questions: new Map(cache.questions), missing: missing.length, price, currency: shop.currency }
  }

  private get state(): string {
    const { token, revision } = this.session.cache
    return `${token} ${revision}`
  }

  /** Copies the link to the clipboard if the browser permits it. The field with the link is shown in any case. */
  private async shareLink(): Promise<void> {
    this.message = null
    try {
      const link = await this.outward.share()
      this.link = link
      this.shared = this.state
      this.message = await navigator.clipboard?.writeText(link).then(
        () => 'linkCopied' as const,
        () => null,
      )
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.message = 'linkTooMany'
    }
    this.host.requestUpdate()
  }

  /** Saves the configuration to the account. A guest signs in first, on the page with the designs. */
  private async saveDesign(): Promise<void> {
    const { host, session } = this
    const { configuration } = await this.outward.settled()
    if (configuration === null) return
    if (host.shopper === '') return location.assign(`${host.getAttribute('designs')}?save=${encodeURIComponent(configuration)}`)
    try {
      const { revision } = await session.ask<SavedConfigurationReply>('/save', {})
      session.cache.revision = revision
      this.message = 'savedDesign'
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.message = 'saveFailed'
    }
    host.requestUpdate()
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
  .hint a {
    color: var(--svc-accent);
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
