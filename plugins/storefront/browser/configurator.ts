// The element `<svc-configurator>`: loads a product, draws its questions, and keeps the price beside them current.
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { confirmDialog, automaticNotice } from './notices.js'
import { pageBlocks } from './page-block.js'
import { priceBar, priceBox } from './price-box.js'
import { details, examples, picture } from './product-block.js'
import { anchorOf } from './question-block.js'
import { Session } from './session.js'
import { pageStyle } from './style-page.js'
import { questionStyle } from './style-question.js'
import { textsFor, Wording } from '../wording.js'

export class SvcConfigurator extends LitElement {
  static override properties: PropertyDeclarations = {
    product: { type: Number },
    language: { type: String },
    currency: { type: String },
    api: { type: String },
    shopper: { type: String },
    openPage: { state: true },
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
  /** The host's assertion of who the shopper is; empty for a guest. */
  declare shopper: string
  declare openPage: number

  private readonly session = new Session(this)
  private wording: Wording | null = null

  constructor() {
    super()
    this.product = 0
    this.language = document.documentElement.lang || 'en-GB'
    this.currency = ''
    this.api = '/svc-api/runtime/v1'
    this.shopper = ''
    this.openPage = 0
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.load()
  }

  private async load(): Promise<void> {
    await this.session.open({
      api: this.api,
      product: this.product,
      language: this.language,
      currency: this.currency || null,
      shopper: this.shopper || null,
    })
    const catalogue = this.session.catalogue
    if (catalogue === null) return
    this.wording = new Wording(this.language, catalogue.shop.currency)
    this.openPage = catalogue.product.pages[0]?.id ?? 0
  }

  private async again(): Promise<void> {
    if (this.session.catalogue === null) await this.load()
    else await this.session.retry()
  }

  private readonly goTo = (questionId: number): void => {
    const page = this.session.catalogue?.product.pages.find((one) => one.questions.some((question) => question.id === questionId))
    if (page) this.openPage = page.id
    void this.show(questionId)
  }

  private async show(questionId: number): Promise<void> {
    await this.updateComplete
    const block = this.renderRoot.querySelector<HTMLElement>(`#${anchorOf(questionId)}`)
    block?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    block?.querySelector<HTMLElement>('input:not([tabindex="-1"]), select, textarea')?.focus({ preventScroll: true })
  }

  private failure(): TemplateResult | typeof nothing {
    const { failure } = this.session
    if (failure === null) return nothing
    const texts = this.wording?.texts ?? textsFor(this.language)
    const sentence = failure.status === 0 ? texts.noAnswer : failure.message
    return html`
      <div class="failure" role="alert">
        <p>${this.session.catalogue === null ? `${texts.failed} ${sentence}` : sentence}</p>
        <button type="button" @click=${() => void this.again()}>${texts.tryAgain}</button>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { session, wording } = this
    const { catalogue } = session
    if (catalogue === null || wording === null) {
      return html`${session.failure === null ? html`<p class="loading" role="status">${textsFor(this.language).loading}</p>` : this.failure()}`
    }
    const navigation = { open: this.openPage, go: (page: number) => (this.openPage = page) }
    return html`
      ${this.failure()}
      <div class="layout" data-ready>
        <form class="pages" novalidate @submit=${(event: Event) => event.preventDefault()}>
          ${picture(session, catalogue)} ${examples(session, catalogue, wording)}
          ${automaticNotice(session, catalogue, wording)} ${pageBlocks(session, catalogue, wording, navigation)}
        </form>
        ${priceBox(session, catalogue, wording, this.goTo)}
      </div>
      ${details(catalogue)} ${priceBar(session, catalogue, wording)}
      ${confirmDialog(session, catalogue, wording)}
    `
  }
}
