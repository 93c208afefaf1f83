// The element `<svc-configurator>`: loads a product, draws its questions, and keeps the price beside them current.
import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { Announcement } from './announcement.js'
import { FocusKeeper } from './focus-keeper.js'
import { confirmDialog, toldAtTop } from './notices.js'
import { type ConfiguratorState, Outward } from './outward.js'
import { drawsPage, pageBlocks } from './page-block.js'
import { priceBar, priceBox } from './price-box.js'
import { details, examples, picture } from './product-block.js'
import { anchorOf } from './question-block.js'
import { Session } from './session.js'
import { pageStyle } from './style-page.js'
import { questionStyle } from './style-question.js'
import { Way } from './way.js'
import { directionOf, textsFor, Wording } from '../wording.js'

export class SvcConfigurator extends LitElement {
  static override properties: PropertyDeclarations = {
    product: { type: Number },
    language: { type: String },
    currency: { type: String },
    api: { type: String },
    shopper: { type: String },
    configuration: { type: String },
  }
  static override styles = [pageStyle, questionStyle]

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

  private readonly session = new Session(this)
  private readonly way = new Way(this)
  private readonly focusKeeper = new FocusKeeper(this)
  private readonly announcement = new Announcement()
  private readonly outward = new Outward(this, this.session)
  private wording: Wording | null = null

  constructor() {
    super()
    this.product = 0
    this.language = document.documentElement.lang || 'en-GB'
    this.currency = ''
    this.api = '/svc-api/runtime/v1'
    this.shopper = ''
    this.configuration = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (!this.hasAttribute('dir')) this.dir = directionOf(this.language)
    void this.session.load({
      api: this.api,
      product: this.product,
      language: this.language,
      currency: this.currency || null,
      shopper: this.shopper || null,
      configuration: this.configuration || null,
    })
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
    block?.querySelector<HTMLElement>('input:not([tabindex="-1"]), select, textarea')?.focus({ preventScroll: true })
  }

  protected override willUpdate(changed: PropertyValues): void {
    // The page has opened another one, in place of one that has expired or was sold.
    if (this.hasUpdated && changed.has('configuration') && this.configuration) void this.session.goOn(this.configuration)
    const { catalogue } = this.session
    if (catalogue === null) return
    this.wording ??= new Wording(this.language, catalogue.shop.currency)
    this.way.begin(catalogue.product)
    this.announcement.look(this.session, catalogue, this.wording)
  }

  protected override updated(): void {
    // What the page said without the configurator is said by it now.
    if (this.wording !== null) this.querySelector('.unscripted')?.remove()
    this.focusKeeper.keep(this.session.confirming !== null)
    if (this.session.catalogue !== null) this.way.drawn()
  }

  protected override render(): TemplateResult {
    const { session, wording, way } = this
    const { catalogue } = session
    const texts = wording?.texts ?? textsFor(this.language)
    if (catalogue === null || wording === null) {
      return html`
        ${toldAtTop(session, texts, null, () => false)}
        ${session.failure === null ? html`<p class="loading" role="status">${texts.loading}</p>` : nothing}
      `
    }
    const isDrawn = (questionId: number): boolean => drawsPage(questionId, catalogue, way) && session.draws(questionId)
    return html`
      <div class="hidden" role="status" aria-live="polite"><p>${this.announcement.text}</p></div>
      <div class="layout" data-ready>
        <form class="pages" novalidate @submit=${(event: Event) => event.preventDefault()}>
          ${picture(session, catalogue)} ${examples(session, catalogue, wording)}
          ${toldAtTop(session, texts, wording, isDrawn)} ${pageBlocks(session, catalogue, wording, way)}
        </form>
        ${priceBox(session, catalogue, wording, this.goTo)}
      </div>
      ${details(catalogue)} ${priceBar(session, catalogue, wording)} ${confirmDialog(session, catalogue, wording)}
    `
  }
}
