// The element `<svc-configurator>`: loads a product, draws its questions, and updates the price.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply, PageView } from '#core/surface.js'
import { BaseElement } from './base-element.js'
import { lostPartBlock, renderConfirmDialog, renderNotice, renderTopMessages } from './notices.js'
import type { ConfiguratorNotice } from './configuration-cache.js'
import type { PageNavigation } from './on-demand/page-tabs.js'
import { renderFormattedText, questionBlock } from './question-block.js'
import type { ConfiguratorState, ConfiguratorApi } from './on-demand/configurator-api.js'
import type { Gallery } from './on-demand/gallery.js'
import type { Tools } from './on-demand/tools.js'
import { hasSurroundings, getTextPart, findPagingPart } from '../part-names.js'
import { createPartLoader, getConfiguratorTexts, getDeferredTexts, getNoticePart } from './parts.js'
import type { EntryValue } from './pending-entry.js'
import { priceBar, priceBox, formatPriceSentence } from './price-box.js'
import { ConfiguratorSession } from './configurator-session.js'
import type { SessionOptions } from './session-view.js'
import { elementBaseStyle } from './style-base.js'
import { pageStyle } from './style-page.js'
import { questionStyle } from './style-question.js'
import { PageNavigator } from './page-navigator.js'
import { toTextDirection, TextFormatter } from '../text-formatter.js'

/** The one sentence that screen readers announce after a change: automatic changes and the new price. */
class Announcement {
  text = ''
  private turn = 0
  private notice: ConfiguratorNotice | null = null
  private price = ''

  /** Checks each fully answered state once. Announces only new content, and nothing for the first state. */
  update(session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): void {
    if (session.turn === this.turn || session.isBusy) return
    const price = formatPriceSentence(session, catalogue, wording)
    const { notice } = session
    const isNew = notice !== null && notice !== this.notice
    const words = isNew ? getNoticePart(session.parts, wording.language) : null
    if (isNew && words === null) return
    const noticeTexts =
      !isNew || words === null
        ? []
        : [
            ...words.formatRestoration(session, catalogue, words.texts, this.notice),
            ...words.formatChanges(notice.changes, catalogue, words.texts.automatic),
          ]
    const news = this.turn > 0 && price !== this.price ? [price] : []
    if (noticeTexts.length + news.length > 0) this.text = [...noticeTexts, ...news].join(' ')
    this.turn = session.turn
    this.notice = notice
    this.price = price
  }
}

// Draws the product's pages: all in one column, or one at a time as tabs or steps.

/** Whether the question's page is on the screen. */
function isPageVisible(questionId: number, catalogue: ProductReply, navigation: PageNavigation): boolean {
  if (findPagingPart(catalogue.product) === null) return true
  const page = catalogue.product.pages.find(({ id }) => id === navigation.open) ?? catalogue.product.pages[0]
  return page?.questions.some(({ id }) => id === questionId) === true
}

function pageBody(page: PageView, session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): TemplateResult {
  return html`
    ${page.description ? html`<div class="description">${renderFormattedText(page.description, session.parts)}</div>` : nothing}
    ${page.questions.map((question) => questionBlock(question, session, catalogue, wording))}
  `
}

function pageBlocks(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
  navigation: PageNavigation,
): TemplateResult {
  const { product } = catalogue
  const paging = findPagingPart(product)
  if (paging !== null) {
    const { missing, parts } = session
    if (parts.isLost(paging)) return lostPartBlock(session, wording.texts)
    const body = (page: PageView): TemplateResult => pageBody(page, session, catalogue, wording)
    return html`${parts.get(paging)?.renderPages(missing, catalogue, wording, navigation, body)}`
  }
  return html`${product.pages.map(
    (page) => html`
      <section class=${`page ${page.css_classes}`} part=${`page ${page.css_classes}`} aria-labelledby=${`page-${page.id}`}>
        <h2 id=${`page-${page.id}`}>${page.title}</h2>
        ${pageBody(page, session, catalogue, wording)}
      </section>
    `,
  )}`
}

export class SvcConfigurator extends BaseElement {
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

  private readonly parts = createPartLoader(this)
  private readonly session = new ConfiguratorSession(this, this.parts)
  private readonly way = new PageNavigator(this)
  private readonly announcement = new Announcement()
  private wording: TextFormatter | null = null
  /** The product reply that `wording` and `way` were built from. */
  private renderedReply: ProductReply | null = null
  private publicApi: ConfiguratorApi | null = null
  private resolveApi: (publicApi: ConfiguratorApi) => void = () => undefined
  private readonly apiReady = new Promise<ConfiguratorApi>((resolve) => (this.resolveApi = resolve))
  private tools: Tools | null = null
  private gallery: Gallery | null = null
  /** Increments when the page requests other content. */
  private turn = 0
  private ownDirection = false

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [elementBaseStyle, pageStyle, questionStyle]
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
    return (await this.apiReady).select(questionId, value)
  }

  /** Starts over with no entries. The shopper can return to the previous configuration. */
  async reset(): Promise<ConfiguratorState> {
    return (await this.apiReady).reset()
  }

  /** Undoes the shopper's last change. */
  async undo(): Promise<ConfiguratorState> {
    return (await this.apiReady).step('undo')
  }

  /** Redoes the change that was undone last. */
  async redo(): Promise<ConfiguratorState> {
    return (await this.apiReady).step('redo')
  }

  /** A public link to the configuration on the screen. */
  async share(): Promise<string> {
    return (await this.apiReady).share()
  }

  /** Moves the shopper to the first missing entry. */
  async validate(): Promise<ConfiguratorState> {
    return (await this.apiReady).validate()
  }

  /** Resolves when no request is pending, with the state that a cart would receive. */
  async settled(): Promise<ConfiguratorState> {
    return (await this.apiReady).settled()
  }

  /** Continues with an identical copy, because the current configuration is now in a cart. */
  async another(): Promise<ConfiguratorState> {
    await this.session.continueWithCopy()
    return this.settled()
  }

  /** Loaded after the first drawing. */
  private loadApi(): void {
    const part = this.parts.get('configurator-api')
    if (part === null) return
    this.publicApi ??= new part.ConfiguratorApi(this, this.session, this.way)
    // Automatic changes are announced immediately, so load their texts in advance.
    this.parts.get('notice-blocks')
    this.resolveApi(this.publicApi)
  }

  /** Opens the page of a question and moves the focus there. */
  readonly goTo = async (questionId: number): Promise<void> => (await this.apiReady).goTo(questionId)

  protected override willUpdate(): void {
    const { catalogue } = this.session
    if (catalogue === null) return
    if (this.renderedReply !== catalogue) this.wording = null
    this.renderedReply = catalogue
    const texts = getConfiguratorTexts(this.parts, this.language)
    if (texts !== null)
      this.wording ??= new TextFormatter(this.language, catalogue.shop.currency, texts, catalogue.shop.time_zone)
    if (this.wording === null) return
    if (this.ownDirection) this.dir = toTextDirection(this.language)
    this.way.begin(catalogue.product)
    this.announcement.update(this.session, catalogue, this.wording)
  }

  protected override updated(): void {
    // The configurator now shows the content that the page contained for browsers without scripts.
    if (this.wording !== null) this.querySelector('.unscripted')?.remove()
    const { catalogue, failure } = this.session
    if (catalogue !== null) this.way.handleRender()
    if (catalogue !== null || failure !== null) this.loadApi()
  }

  /** Loaded after the first drawing, like its texts. */
  private toolsBlock(catalogue: ProductReply, wording: TextFormatter): TemplateResult | typeof nothing {
    if (this.publicApi === null) return nothing
    const part = this.parts.get('tools')
    const texts = getDeferredTexts(this.parts, this.language)
    if (part === null || texts === null) return nothing
    this.tools ??= new part.Tools(this, this.session, this.publicApi, {
      comparison: () => this.parts.get('comparison'),
      advisorDoor: () => this.parts.get('advisor-door'),
    })
    return this.tools.block(catalogue, wording, texts)
  }

  /** The further pictures of the product; null until their module and its texts have loaded, undefined if none are shown. */
  private loadGallery({ product }: ProductReply): Gallery | null | undefined {
    if (product.gallery.length === 0 || this.querySelector(':scope > [slot=viewer]') !== null) return undefined
    const part = this.parts.get('gallery')
    const texts = part && getDeferredTexts(this.parts, this.language)
    if (part && texts) this.gallery ??= new part.Gallery(this, this.session)
    if (texts) this.gallery?.update(product, texts)
    return this.gallery
  }

  /** Shown if the texts could not be loaded. It therefore needs no catalog of texts. */
  private missingTextsBlock(): TemplateResult {
    return html`
      <div class="failure" role="alert" lang="en">
        <p>The configurator could not be loaded.</p>
        <button type="button" @click=${() => this.parts.retryLostParts()}>Try again</button>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { session, wording, way } = this
    const { catalogue } = session
    const texts = getConfiguratorTexts(this.parts, this.language)
    if (texts === null) return this.parts.isLost(getTextPart('configurator', this.language)) ? this.missingTextsBlock() : html``
    if (catalogue === null || wording === null) {
      return html`
        ${renderTopMessages(session, texts, null, () => false)}
        ${session.failure === null ? html`<p class="loading" role="status">${texts.loading}</p>` : nothing}
      `
    }
    const around = hasSurroundings(catalogue) ? this.parts.get('surroundings') : null
    const isRendered = (questionId: number): boolean =>
      isPageVisible(questionId, catalogue, way) && session.isQuestionVisible(questionId)
    const notice = renderNotice(session, catalogue, wording)
    const { image, visualization_image } = catalogue.product
    const picture = (visualization_image ?? image) === null ? null : this.parts.get('picture')
    return html`
      <div class="hidden" role="status" aria-live="polite"><p>${this.announcement.text}</p></div>
      <div class="container"><div class=${around?.hasPicture(catalogue) ? 'layout pictured' : 'layout'} part="layout" data-ready>
        ${around?.pictureFrame(catalogue, () => picture?.renderProductPicture(this, session, catalogue), this.loadGallery(catalogue))}
        <form class="pages" novalidate @submit=${(event: Event) => event.preventDefault()}>
          ${picture?.renderSmallPicture(this, session, catalogue)}
          ${around?.exampleButtons(session, catalogue, wording)}
          ${renderTopMessages(session, texts, wording, isRendered)} ${pageBlocks(session, catalogue, wording, way)}
        </form>
        <div class="price-column" .style=${`--svc-column-top:${session.columnTop}px`}>
          ${priceBox(session, catalogue, wording, this.goTo, this.toolsBlock(catalogue, wording))} ${notice.block}
        </div>
      </div></div>
      ${this.tools?.renderPanels(catalogue, wording)}
      ${around?.detailPanes(catalogue, (text) => renderFormattedText(text, this.parts))}
      ${priceBar(session, catalogue, wording, notice.line, (line) => this.tools?.bar(line, catalogue, wording))}
      ${renderConfirmDialog(session, catalogue, wording)}
    `
  }
}
