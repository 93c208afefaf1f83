// Base class of the shop's elements: session, loading, queued actions, failures, announcements, and focus.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ShopFrontReply } from '#core/surface.js'
import { getTextPart } from '../../part-names.js'
import type { ShopTexts } from '../../text/shop-types.js'
import { toTextDirection, TextFormatter } from '../../text-formatter.js'
import { BaseElement } from '../base-element.js'
import { PartLoader, type TextLoaders } from '../part-loader.js'
import { RetryTimer, ApiFailure } from '../api-client.js'
import { elementBaseStyle } from '../style-base.js'
import { loadSessionToken } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { ShopApi } from './shop-api.js'
import { shopStyle } from './style-shop.js'

/** Paths of the storefront's pages. Other pages set their own URLs with `cart-page` and similar attributes. */
const pagePaths = {
  products: '/',
  configure: '/product/{product}',
  product: '/product/{product}?configuration={configuration}',
  cart: '/cart',
  account: '/account',
  designs: '/account/designs',
  checkout: '/checkout',
  order: '/orders/{token}',
  quote: '/quotes/{token}',
}

type ShopTextFormatter = TextFormatter<ShopTexts>

export abstract class ShopElement extends BaseElement {
  static {
    this.reflect({
      language: document.documentElement.lang || 'en-GB',
      api: '/svc-api/runtime/v1',
      pages: '',
      shopper: '',
    })
  }

  /** A language tag. */
  declare language: string
  /** The runtime API's URL without a trailing slash. */
  declare api: string
  /** The URL prefix of the storefront's pages, without a trailing slash. */
  declare pages: string
  /** The shopper's session token if the page supplies it; otherwise the stored session is used. */
  declare shopper: string

  front: ShopFrontReply | null = null
  failure: ApiFailure | null = null
  private isLoaded = false
  private announced = ''
  private actionQueue: Promise<unknown> = Promise.resolve()
  /** Number of running and queued actions. */
  private actions = 0
  /** The last queued action, until it ends. */
  private lastAction: { readonly action: string; readonly done: Promise<boolean> } | null = null
  private focusing: string | null = null
  private again: () => Promise<void> = () => this.begin()
  private readonly parts = new PartLoader<TextLoaders<'shop', ShopTexts>>(this, {})
  private readonly retry = new RetryTimer(() => void this.again())

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [elementBaseStyle, shopStyle]
    this.addController({
      hostConnected: () => {
        addEventListener('storage', this.handleStorage)
        addEventListener('pageshow', this.handlePageShow)
      },
      hostDisconnected: () => {
        removeEventListener('storage', this.handleStorage)
        removeEventListener('pageshow', this.handlePageShow)
        this.retry.stop()
      },
    })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (!this.hasAttribute('dir')) this.dir = toTextDirection(this.language)
    void this.begin()
  }

  /** True if shoppers sign in here; otherwise the host identifies them. */
  get keepsAccounts(): boolean {
    return this.hasAttribute('accounts')
  }

  /** True if the shopper is signed in, as far as this browser knows. */
  get isSignedIn(): boolean {
    return this.shopper !== '' || loadSessionToken() !== null || this.hasAttribute('signed-in')
  }

  get service(): ShopApi {
    return new ShopApi(this.api, this.language, this.shopper || loadSessionToken())
  }

  /** The URL of a page; `values` replace the names in braces. */
  page(name: keyof typeof pagePaths, values: Readonly<Record<string, string | number>> = {}): string {
    const pattern = this.getAttribute(`${name}-page`) ?? this.pages + pagePaths[name]
    return pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  }

  /** Announces a sentence to screen readers. */
  announce(sentence: string): void {
    this.announced = sentence
    this.requestUpdate()
  }

  /** Moves the focus after the next drawing. */
  focusOn(selector: string): void {
    this.focusing = selector
    this.requestUpdate()
  }

  /** Formats money in this currency and days in this time zone; the shop's if left out. */
  createFormatter(currency: { readonly code: string; readonly decimals: number }, timeZone?: string): ShopTextFormatter {
    return new TextFormatter(this.language, currency, this.texts, timeZone || this.front?.shop.time_zone || undefined)
  }

  get texts(): ShopTexts {
    return this.parts.get(getTextPart('shop', this.language))!.texts
  }

  /** True while an action is running or queued. */
  get isBusy(): boolean {
    return this.actions > 0
  }

  /**
   * Runs an action of the shopper after the actions before it, so no click is lost. A second press of the same button gets the
   * result of the first. False if the action fails; `failure` has the reason.
   * @param action identifies the action and its values
   */
  runAction(action: string, work: () => Promise<void>): Promise<boolean> {
    if (this.lastAction?.action === action) return this.lastAction.done
    const outcome = this.enqueue(work)
    this.lastAction = { action, done: outcome }
    return outcome
  }

  /** Resolves when all currently queued actions have ended. */
  waitForActions(): Promise<unknown> {
    return this.actionQueue
  }

  /** Runs the work after the previous actions. */
  protected enqueue(work: () => Promise<void>, repeats = false): Promise<boolean> {
    this.lastAction = null
    this.actions++
    this.requestUpdate()
    const outcome = this.actionQueue.then(() => this.run(work, repeats))
    this.actionQueue = this.afterwards(outcome)
    return outcome
  }

  /** Waits for the action, even if it fails: its caller gets the error. */
  private async afterwards(outcome: Promise<boolean>): Promise<void> {
    await outcome.catch(() => false)
    if (this.lastAction?.done === outcome) this.lastAction = null
    this.actions--
    this.requestUpdate()
  }

  /** Loads all data that the component shows. */
  protected abstract load(): Promise<void>

  protected abstract body(): TemplateResult

  /** Loads all data again. */
  protected async begin(): Promise<void> {
    await this.enqueue(async () => {
      const [front] = await Promise.all([this.service.front(), this.load()])
      this.front = front
      this.isLoaded = true
    }, true)
  }

  protected override updated(): void {
    if (this.focusing === null) return
    const target = this.renderRoot.querySelector<HTMLElement>(this.focusing)
    if (target === null) return
    this.focusing = null
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
  }

  protected override render(): TemplateResult {
    const part = getTextPart('shop', this.language)
    if (this.parts.get(part) === null) {
      return this.parts.isLost(part)
        ? html`<div class="failure" role="alert" lang="en">
            <p>This could not be loaded.</p>
            <button type="button" @click=${() => this.parts.retryLostParts()}>Try again</button>
          </div>`
        : // The content of the page, which says that the element loads.
          html`<slot></slot>`
    }
    const { texts } = this
    if (!this.isLoaded) {
      return this.failure === null ? html`<p class="loading" role="status">${texts.loading}</p>` : html`${this.renderFailure()}`
    }
    return html`
      <div class="hidden" role="status" aria-live="polite">${this.announced}</div>
      <div data-ready aria-busy=${this.isBusy ? 'true' : 'false'}>${this.body()}</div>
    `
  }

  /** The error message for a failure that is not shown next to a field. */
  renderFailure(): TemplateResult | typeof nothing {
    const { failure, texts } = this
    if (failure === null) return nothing
    return html`
      <div class="failure" role="alert">
        <p>${this.translateFailure(failure)}</p>
        <button type="button" @click=${() => void this.again()}>${texts.tryAgain}</button>
      </div>
    `
  }

  protected translateFailure(failure: ApiFailure): string {
    const { texts } = this
    const refusalText = texts.refusal({ code: failure.problem.code ?? '' })
    if (refusalText) return refusalText
    if (failure.status === 0) return texts.noAnswer
    return failure.isTemporary ? texts.broken : (failure.shopperMessage ?? failure.problem.detail ?? texts.notPossible)
  }

  private async run(work: () => Promise<void>, repeats = false): Promise<boolean> {
    try {
      await work()
      this.failure = null
      this.retry.reset()
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (error.status === 401 && loadSessionToken() !== null) return this.signedOut()
      this.failure = error
      this.again = async () => void (await this.enqueue(work, repeats))
      if (repeats && error.isTemporary) this.retry.schedule()
      return false
    }
  }

  /** The session has ended elsewhere. */
  private signedOut(): false {
    storeShopperValue('session', null)
    void this.begin().then(() => this.announce(this.texts.signedOutElsewhere))
    return false
  }

  /** Another tab has signed in or out, or has another cart. */
  private readonly handleStorage = ({ key, isTrusted }: StorageEvent): void => {
    if (isTrusted && (key === null || key === 'svc-session' || key === 'svc-cart')) void this.begin()
  }

  private readonly handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.begin()
  }
}
