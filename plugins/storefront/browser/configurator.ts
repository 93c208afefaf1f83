// The element `<svc-configurator>`: loads a product, draws its questions, and updates the price.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { Announcement } from './announcement.js'
import { DrawnElement } from './drawn-element.js'
import { formatted } from './formatted.js'
import type { ConfiguratorState, Outward } from './later/outward.js'
import type { Tools } from './later/tools.js'
import { confirmDialog, noticeBlocks, toldAtTop } from './notices.js'
import { hasSurroundings, languagePart } from '../part-names.js'
import { drawsPage, pageBlocks } from './page-block.js'
import { partsFor, textsIn, toldTextsIn } from './parts.js'
import type { EntryValue } from './pending.js'
import { priceBar, priceBox } from './price-box.js'
import { Session } from './session.js'
import type { SessionOptions } from './session-options.js'
import { groundStyle } from './style-ground.js'
import { pageStyle } from './style-page.js'
import { questionStyle } from './style-question.js'
import { Way } from './way.js'
import { directionOf, Wording } from '../wording.js'

export class SvcConfigurator extends DrawnElement {
  static readonly observedAttributes = ['product', 'language', 'currency', 'api', 'shopper', 'configuration', 'copies']
  static {
    this.reflect({
      product: 0,
      language: document.documentElement.lang || 'en-GB',
      currency: '',
      api: '/svc-api/runtime/v1',
      shopper: '',
      configuration: '',
    })
  }

  /** The product's id. */
  declare product: number
  /** A language tag. */
  declare language: string
  /** An ISO code; empty for the store's default. */
  declare currency: string
  /** The runtime API's URL without a trailing slash. */
  declare api: string
  /** The shopper's session token, sent with every request; empty for a guest, or if the host's proxy identifies the shopper. */
  declare shopper: string
  /** The token of a configuration that the host opened for the shopper; empty to start a new one. */
  declare configuration: string

  private readonly parts = partsFor(this)
  private readonly session = new Session(this, this.parts)
  private readonly way = new Way(this)
  private readonly announcement = new Announcement()
  private wording: Wording | null = null
  /** The product reply that `wording` and `way` were built from. */
  private shown: ProductReply | null = null
  private outward: Outward | null = null
  private arrive: (outward: Outward) => void = () => undefined
  private readonly faced = new Promise<Outward>((resolve) => (this.arrive = resolve))
  private tools: Tools | null = null
  /** Increments when the page requests other content. */
  private turn = 0
  private ownDirection = false

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [groundStyle, pageStyle, questionStyle]
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.ownDirection ||= !this.hasAttribute('dir')
    this.begin()
  }

  /** The page requests other content: another product or language, or a configuration that replaces an expired or sold one. */
  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.turn > 0 && now !== before) this.begin()
  }

  /** Runs once for all attributes that the page changes in the same task. */
  private begin(): void {
    const turn = ++this.turn
    queueMicrotask(() => turn === this.turn && void this.session.show(this.options()))
  }

  private options(): SessionOptions {
    const { api, configuration, currency, id, language, product, shopper } = this
    return {
      api,
      product,
      language,
      place: id,
      currency: currency || null,
      shopper: shopper || null,
      configuration: configuration || null,
      copies: this.hasAttribute('copies'),
    }
  }

  /** Enters a value as the shopper would: text as typed, answers by their ids; null clears. */
  async select(questionId: number, value: EntryValue): Promise<ConfiguratorState> {
    return (await this.faced).select(questionId, value)
  }

  /** Starts over with no entries. The shopper can return to the previous configuration. */
  async reset(): Promise<ConfiguratorState> {
    return (await this.faced).reset()
  }

  /** Undoes the shopper's last change. */
  async undo(): Promise<ConfiguratorState> {
    return (await this.faced).step('undo')
  }

  /** Redoes the change that was undone last. */
  async redo(): Promise<ConfiguratorState> {
    return (await this.faced).step('redo')
  }

  /** A public link to the configuration on the screen. */
  async share(): Promise<string> {
    return (await this.faced).share()
  }

  /** Moves the shopper to the first missing entry. */
  async validate(): Promise<ConfiguratorState> {
    return (await this.faced).validate()
  }

  /** Resolves when no request is pending, with the state that a cart would receive. */
  async settled(): Promise<ConfiguratorState> {
    return (await this.faced).settled()
  }

  /** Continues with an identical copy, because the current configuration is now in a cart. */
  async another(): Promise<ConfiguratorState> {
    await this.session.another()
    return this.settled()
  }

  /** Loaded after the first drawing. */
  private face(): void {
    const part = this.parts.get('outward')
    if (part === null) return
    this.outward ??= new part.Outward(this, this.session, this.way)
    // Automatic changes are announced immediately, so load their texts in advance.
    this.parts.get('told')
    this.arrive(this.outward)
  }

  /** Opens the page of a question and moves the focus there. */
  readonly goTo = async (questionId: number): Promise<void> => (await this.faced).goTo(questionId)

  protected override willUpdate(): void {
    const { catalogue } = this.session
    if (catalogue === null) return
    if (this.shown !== catalogue) this.wording = null
    this.shown = catalogue
    const texts = textsIn(this.parts, this.language)
    if (texts !== null) this.wording ??= new Wording(this.language, catalogue.shop.currency, texts, catalogue.shop.time_zone)
    if (this.wording === null) return
    if (this.ownDirection) this.dir = directionOf(this.language)
    this.way.begin(catalogue.product)
    this.announcement.look(this.session, catalogue, this.wording)
  }

  protected override updated(): void {
    // The configurator now shows the content that the page contained for browsers without scripts.
    if (this.wording !== null) this.querySelector('.unscripted')?.remove()
    const { catalogue, failure } = this.session
    if (catalogue !== null) this.way.drawn()
    if (catalogue !== null || failure !== null) this.face()
  }

  /** Loaded after the first drawing, like its texts. */
  private toolsBlock(catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
    if (this.outward === null) return nothing
    const part = this.parts.get('tools')
    const texts = toldTextsIn(this.parts, this.language)
    if (part === null || texts === null) return nothing
    this.tools ??= new part.Tools(this, this.session, this.outward, {
      comparison: () => this.parts.get('comparison'),
      advisorDoor: () => this.parts.get('advisor-door'),
    })
    return this.tools.block(catalogue, wording, texts)
  }

  /** Shown if the texts could not be loaded. It therefore needs no catalog of texts. */
  private speechless(): TemplateResult {
    return html`
      <div class="failure" role="alert" lang="en">
        <p>The configurator could not be loaded.</p>
        <button type="button" @click=${() => this.parts.again()}>Try again</button>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { session, wording, way } = this
    const { catalogue } = session
    const texts = textsIn(this.parts, this.language)
    if (texts === null) return this.parts.isLost(languagePart(this.language)) ? this.speechless() : html``
    if (catalogue === null || wording === null) {
      return html`
        ${toldAtTop(session, texts, null, () => false)}
        ${session.failure === null ? html`<p class="loading" role="status">${texts.loading}</p>` : nothing}
      `
    }
    const around = hasSurroundings(catalogue) ? this.parts.get('surroundings') : null
    const isDrawn = (questionId: number): boolean => drawsPage(questionId, catalogue, way) && session.draws(questionId)
    const notice = noticeBlocks(session, catalogue, wording)
    return html`
      <div class="hidden" role="status" aria-live="polite"><p>${this.announcement.text}</p></div>
      <div class="layout" data-ready>
        <form class="pages" novalidate @submit=${(event: Event) => event.preventDefault()}>
          ${around?.picture(catalogue, () => this.parts.get('picture')?.picture(this, session, catalogue))}
          ${around?.examples(session, catalogue, wording)}
          ${toldAtTop(session, texts, wording, isDrawn)} ${pageBlocks(session, catalogue, wording, way)}
        </form>
        <div class="price-column" .style=${`--svc-column-top:${session.columnTop}px`}>
          ${priceBox(session, catalogue, wording, this.goTo, this.toolsBlock(catalogue, wording))} ${notice.block}
        </div>
      </div>
      ${this.tools?.beside(catalogue, wording)}
      ${around?.details(catalogue, (text) => formatted(text, this.parts))}
      ${priceBar(session, catalogue, wording, notice.line, (line) => this.tools?.bar(line, catalogue, wording))}
      ${confirmDialog(session, catalogue, wording)}
    `
  }
}
