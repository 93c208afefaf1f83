// The element `<svc-configurator>`: loads a product, draws its questions, and keeps the price beside them current.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Announcement } from './announcement.js'
import { DrawnElement } from './drawn-element.js'
import { FocusKeeper } from './focus-keeper.js'
import { confirmDialog, toldAtTop } from './notices.js'
import { type ConfiguratorState, Outward } from './outward.js'
import { hasSurroundings, languagePart } from '../part-names.js'
import { drawsPage, pageBlocks } from './page-block.js'
import { partsFor, textsIn } from './parts.js'
import { priceBar, priceBox } from './price-box.js'
import { anchorOf } from './question-block.js'
import { Session } from './session.js'
import { groundStyle } from './style-ground.js'
import { pageStyle } from './style-page.js'
import { questionStyle } from './style-question.js'
import { Way } from './way.js'
import { directionOf, Wording } from '../wording.js'

export class SvcConfigurator extends DrawnElement {
  static readonly observedAttributes = ['configuration']
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
  /** The runtime API's URL without a slash at the end. */
  declare api: string
  /** Who the shopper is, sent with every request: a session token; empty for a guest, or where the host's proxy says it. */
  declare shopper: string
  /** The token of a configuration that the host has opened for the shopper; empty to begin one here. */
  declare configuration: string

  private readonly parts = partsFor(this)
  private readonly session = new Session(this, this.parts)
  private readonly way = new Way(this)
  private readonly focusKeeper = new FocusKeeper(this)
  private readonly announcement = new Announcement()
  private readonly outward = new Outward(this, this.session)
  private wording: Wording | null = null
  private begun = false

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [groundStyle, pageStyle, questionStyle]
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (!this.hasAttribute('dir')) this.dir = directionOf(this.language)
    this.begun = true
    void this.session.load({
      api: this.api,
      product: this.product,
      language: this.language,
      currency: this.currency || null,
      shopper: this.shopper || null,
      configuration: this.configuration || null,
    })
  }

  /** The page has opened another one, in place of one that has expired or was sold. */
  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.begun && now && now !== before) void this.session.goOn(now)
  }

  /** The configuration once nothing is on its way any more: what stands on the screen is what a cart is given then. */
  settled(): Promise<ConfiguratorState> {
    return this.outward.settled()
  }

  /** Goes on with another configuration that is the same, because this one is in a cart now. */
  async another(): Promise<ConfiguratorState> {
    await this.session.another()
    return this.settled()
  }

  private readonly goTo = (questionId: number): void => {
    const page = this.session.catalogue?.product.pages.find((one) => one.questions.some((question) => question.id === questionId))
    if (page) this.way.go(page.id)
    void this.show(questionId)
  }

  private async show(questionId: number): Promise<void> {
    await this.updateComplete
    const block = this.renderRoot.querySelector<HTMLElement>(`#${anchorOf(questionId)}`)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    block?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
    // An answer that is not possible now cannot have the focus.
    block
      ?.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), select:enabled, textarea:enabled')
      ?.focus({ preventScroll: true })
  }

  protected override willUpdate(): void {
    const { catalogue } = this.session
    if (catalogue === null) return
    const texts = textsIn(this.parts, this.language)
    if (texts !== null) this.wording ??= new Wording(this.language, catalogue.shop.currency, texts)
    if (this.wording === null) return
    this.way.begin(catalogue.product)
    this.announcement.look(this.session, catalogue, this.wording)
  }

  protected override updated(): void {
    // What the page said without the configurator is said by it now.
    if (this.wording !== null) this.querySelector('.unscripted')?.remove()
    this.focusKeeper.keep(this.session.confirming !== null)
    if (this.session.catalogue !== null) this.way.drawn()
  }

  /** Its words got lost on the way: all that it can say. */
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
    return html`
      <div class="hidden" role="status" aria-live="polite"><p>${this.announcement.text}</p></div>
      <div class="layout" data-ready>
        <form class="pages" novalidate @submit=${(event: Event) => event.preventDefault()}>
          ${around?.picture(catalogue, () => this.parts.get('picture')?.picture(this, session, catalogue))}
          ${around?.examples(session, catalogue, wording)}
          ${toldAtTop(session, texts, wording, isDrawn)} ${pageBlocks(session, catalogue, wording, way)}
        </form>
        ${priceBox(session, catalogue, wording, this.goTo)}
      </div>
      ${around?.details(catalogue)} ${priceBar(session, catalogue, wording)} ${confirmDialog(session, catalogue, wording)}
    `
  }
}
