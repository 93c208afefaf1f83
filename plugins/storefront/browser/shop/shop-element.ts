// Base class of the shop's elements: session, loading, queued actions, failures, announcements, and focus.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ShopFrontReply } from '#core/shop/front.js'
import { languageFileOf } from '../../part-names.js'
import type { ShopTexts } from '../../shop-text.js'
import { directionOf, Wording } from '../../wording.js'
import { DrawnElement } from '../drawn-element.js'
import { PartLoader } from '../part-loader.js'
import { Retry } from '../retry.js'
import { ServiceFailure } from '../service.js'
import { groundStyle } from '../style-ground.js'
import { remember } from '../remember.js'
import { session } from '../visitor.js'
import { ShopApi } from './shop-api.js'
import { shopStyle } from './style-shop.js'

/** Returns only these components' texts of a language, so the bundler drops all other texts. */
const languages = {
  'shop-de-de': async () => {
    const { shopTexts } = await import('../../texts/de-de.js')
    return { shopTexts }
  },
  'shop-he-il': async () => {
    const { shopTexts } = await import('../../texts/he-il.js')
    return { shopTexts }
  },
  'shop-en-gb': async () => {
    const { shopTexts } = await import('../../texts/en-gb.js')
    return { shopTexts }
  },
}

/** Paths of the storefront's pages. Other pages set their own URLs with `cart-page` and similar attributes. */
const pages = {
  products: '/',
  configure: '/product/{product}',
  product: '/product/{product}?configuration={configuration}',
  cart: '/cart',
  account: '/account',
  checkout: '/checkout',
  order: '/orders/{token}',
  quote: '/quotes/{token}',
}

type Words = Wording<ShopTexts>

export abstract class ShopElement extends DrawnElement {
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
  failure: ServiceFailure | null = null
  private isLoaded = false
  private announced = ''
  private line: Promise<unknown> = Promise.resolve()
  /** Number of running and queued actions. */
  private actions = 0
  /** The last queued action, until it ends. */
  private last: { readonly action: string; readonly done: Promise<boolean> } | null = null
  private focusing: string | null = null
  private again: () => Promise<void> = () => this.begin()
  private readonly parts = new PartLoader(this, languages)
  private readonly retry = new Retry(() => void this.again())

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets = [groundStyle, shopStyle]
    this.addController({
      hostConnected: () => {
        addEventListener('storage', this.heard)
        addEventListener('pageshow', this.returned)
      },
      hostDisconnected: () => {
        removeEventListener('storage', this.heard)
        removeEventListener('pageshow', this.returned)
        this.retry.stop()
      },
    })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (!this.hasAttribute('dir')) this.dir = directionOf(this.language)
    void this.begin()
  }

  /** True if shoppers sign in here; otherwise the host identifies them. */
  get keepsAccounts(): boolean {
    return this.hasAttribute('accounts')
  }

  /** True if the shopper is signed in, as far as this browser knows. */
  get isSignedIn(): boolean {
    return this.shopper !== '' || session() !== null || this.hasAttribute('signed-in')
  }

  get service(): ShopApi {
    return new ShopApi(this.api, this.language, this.shopper || session())
  }

  /** The URL of a page; `values` replace the names in braces. */
  page(name: keyof typeof pages, values: Readonly<Record<string, string | number>> = {}): string {
    const pattern = this.getAttribute(`${name}-page`) ?? this.pages + pages[name]
    return pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  }

  /** Announces a sentence to screen readers. */
  say(sentence: string): void {
    this.announced = sentence
    this.requestUpdate()
  }

  /** Moves the focus after the next drawing. */
  focusOn(selector: string): void {
    this.focusing = selector
    this.requestUpdate()
  }

  /** Formats money in this currency and days in this time zone; the shop's if left out. */
  words(currency: { readonly code: string; readonly decimals: number }, timeZone?: string): Words {
    return new Wording(this.language, currency, this.texts, timeZone || this.front?.shop.time_zone || undefined)
  }

  get texts(): ShopTexts {
    return this.parts.get(languageFileOf(languages, this.language))!.shopTexts
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
  attempt(action: string, work: () => Promise<void>): Promise<boolean> {
    if (this.last?.action === action) return this.last.done
    const done = this.next(work)
    this.last = { action, done }
    return done
  }

  /** Resolves when all currently queued actions have ended. */
  idle(): Promise<unknown> {
    return this.line
  }

  /** Runs the work after the previous actions. */
  protected next(work: () => Promise<void>, repeats = false): Promise<boolean> {
    this.last = null
    this.actions++
    this.requestUpdate()
    const done = this.line.then(() => this.run(work, repeats))
    this.line = this.afterwards(done)
    return done
  }

  /** Waits for the action, even if it fails: its caller gets the error. */
  private async afterwards(done: Promise<boolean>): Promise<void> {
    await done.catch(() => false)
    if (this.last?.done === done) this.last = null
    this.actions--
    this.requestUpdate()
  }

  /** Loads all data that the component shows. */
  protected abstract load(): Promise<void>

  protected abstract body(): TemplateResult

  /** Loads all data again. */
  protected async begin(): Promise<void> {
    await this.next(async () => {
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
    const part = languageFileOf(languages, this.language)
    if (this.parts.get(part) === null) {
      return this.parts.isLost(part)
        ? html`<div class="failure" role="alert" lang="en">
            <p>This could not be loaded.</p>
            <button type="button" @click=${() => this.parts.again()}>Try again</button>
          </div>`
        : html``
    }
    const { texts } = this
    if (!this.isLoaded) {
      return this.failure === null ? html`<p class="loading" role="status">${texts.loading}</p>` : html`${this.failed()}`
    }
    return html`
      <div class="hidden" role="status" aria-live="polite">${this.announced}</div>
      <div data-ready aria-busy=${this.isBusy ? 'true' : 'false'}>${this.body()}</div>
    `
  }

  /** The error message for a failure that is not shown next to a field. */
  failed(): TemplateResult | typeof nothing {
    const { failure, texts } = this
    if (failure === null) return nothing
    return html`
      <div class="failure" role="alert">
        <p>${this.sentenceOf(failure)}</p>
        <button type="button" @click=${() => void this.again()}>${texts.tryAgain}</button>
      </div>
    `
  }

  protected sentenceOf(failure: ServiceFailure): string {
    const { texts } = this
    const known = texts.refusals[failure.problem.code ?? '']
    if (known !== undefined) return known
    if (failure.status === 0) return texts.noAnswer
    if (failure.passing) return texts.broken
    return failure.sentence ?? failure.problem.detail ?? texts.notPossible
  }

  private async run(work: () => Promise<void>, repeats = false): Promise<boolean> {
    try {
      await work()
      this.failure = null
      this.retry.succeeded()
      return true
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      if (error.status === 401 && session() !== null) return this.signedOut()
      this.failure = error
      this.again = async () => void (await this.next(work, repeats))
      if (repeats && error.passing) this.retry.later()
      return false
    }
  }

  /** The session has ended elsewhere. */
  private signedOut(): false {
    remember('session', null)
    void this.begin().then(() => this.say(this.texts.signedOutElsewhere))
    return false
  }

  /** Another tab has signed in or out, or has another cart. */
  private readonly heard = ({ key, isTrusted }: StorageEvent): void => {
    if (isTrusted && (key === null || key === 'svc-session' || key === 'svc-cart')) void this.begin()
  }

  private readonly returned = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.begin()
  }
}
