// The shopper's session: opens a product, takes entries and uploads, and follows changes made in other tabs.
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { reckoningFor } from './ahead.js'
import { RuntimeApi } from './api.js'
import type { Controller, DrawnElement } from './drawn-element.js'
import type { Readiness } from './drafts.js'
import type { Why } from './later/why.js'
import { OpenConfiguration } from './open-configuration.js'
import { partsOf } from '../part-names.js'
import type { Parts } from './parts.js'
import { type EntryValue, joined, orNull } from './pending.js'
import { Retry } from './retry.js'
import { ServiceFailure } from './service.js'
import type { SessionOptions } from './session-options.js'
import { Tabs } from './tabs.js'

export class Session extends OpenConfiguration implements Controller {
  catalogue: ProductReply | null = null
  /** Aborts the upload of a question, by question. */
  readonly uploading = new Map<number, () => void>()
  /** Questions for which the shopper sees all answers, dead ends included. */
  readonly revealed = new Set<number>()

  /** Explains why something is unavailable; null until its module has loaded. */
  why: Why | null = null

  /** Undoes the shopper's last change; null until its module has loaded. */
  undo: (() => void) | null = null

  private loading: Promise<void> = Promise.resolve()
  private tabs: Tabs | null = null
  /** The newest revision that another tab reported. */
  private ahead = 0
  private readonly behind = new Retry(() => void this.catchUp())

  constructor(
    host: DrawnElement,
    readonly parts: Parts,
  ) {
    super(host)
    host.addController(this)
  }

  hostConnected(): void {
    this.tabs = new Tabs(({ token, revision }) => {
      if (token !== this.holding.token) return
      this.ahead = Math.max(this.ahead, revision)
      void this.catchUp()
    })
  }

  hostDisconnected(): void {
    this.drafts.stop()
    this.retry.stop()
    this.behind.stop()
    this.tabs?.close()
  }

  get busy(): boolean {
    return this.opening || this.draining !== null || this.uploading.size > 0
  }

  /** Whether a question is visible: it applies, or it is shown greyed out. */
  draws(questionId: number): boolean {
    const question = this.catalogue?.product.pages.flatMap((page) => page.questions).find(({ id }) => id === questionId)
    return this.questions.get(questionId)?.applies === true || question?.display_while_disabled === 'grey_out'
  }

  /** Replaces the session's content: loads the product and resumes or starts its configuration. Failures are stored in `failure`. */
  async show(options: SessionOptions): Promise<void> {
    if (this.failure === null) this.finish()
    await this.draining
    // A previous load must finish before this one.
    this.loading = this.loading.then(() => {
      this.forget()
      this.waiting = []
      this.failure = null
      this.reckoner = null
      return this.load(options)
    })
    await this.loading
  }

  private async load(options: SessionOptions): Promise<void> {
    this.options = options
    this.api = new RuntimeApi(options.api, options.language, options.shopper)
    const { product, currency, configuration } = options
    const isOpen = await this.exchange(async (api) => {
      const [catalogue] = await Promise.all([api.product(product, currency, configuration), this.resume(api)])
      await this.parts.prepared(partsOf(catalogue))
      this.catalogue = catalogue
    })
    // Load the client engine last: the first drawing does not need it.
    if (isOpen) this.reckoner = await reckoningFor(this)
  }

  /** Finishes unfinished text, as if the shopper had left its field. */
  finish(): void {
    for (const questionId of this.drafts.unfinished) this.leave(questionId)
  }

  async again(): Promise<void> {
    if (this.catalogue === null && this.options !== null) await this.load(this.options)
    else if (this.open().length > 0) await this.drain()
    else await this.exchange(async (api) => void this.holding.replace(await api.read(this.holding.token!)))
  }

  /** Sends a finished entry. Typed entries also pass `text`, the content of the field. */
  enter(questionId: number, value: EntryValue, text?: string): void {
    const entry = typeof value === 'string' ? orNull(value) : value
    if (text === undefined) this.drafts.settle(questionId)
    else if (typeof entry !== 'object' || entry === null) this.drafts.note(questionId, { text, value: entry, finished: true })
    this.submit(questionId, entry, false)
  }

  /** Records unfinished text. It is sent after a pause if `ready` allows it. */
  type(questionId: number, value: string, text: string, ready: Readiness): void {
    const draft = { text, value: orNull(value), finished: false }
    this.drafts.note(questionId, draft)
    this.refused.delete(questionId)
    if (ready === 'try') this.waiting = joined(this.waiting, { question_id: questionId, value, unfinished: true })
    if (ready === 'send') this.drafts.afterPause(questionId, () => this.submit(questionId, orNull(value), true))
    if (ready === 'wait')
      this.drafts.afterPause(questionId, () => {
        this.drafts.note(questionId, { ...draft, unfit: true })
        this.changed()
      })
    if (ready === 'hopeless') this.drafts.afterPause(questionId, () => this.enter(questionId, value, text))
    this.changed()
  }

  /** The shopper left the field: its text is finished. */
  leave(questionId: number): void {
    const draft = this.drafts.of(questionId)
    if (draft && !draft.finished) this.enter(questionId, draft.value, draft.text)
    this.host.requestUpdate()
  }

  /** The shopper's answer to the changes in `confirming`. */
  async answer(agreed: boolean): Promise<void> {
    const [entry, ...rest] = this.asked
    if (this.confirming === null || entry === undefined) return
    this.confirming = null
    this.asked = []
    this.waiting = this.waiting.reduce(joined, rest)
    if (agreed) this.agreed = entry
    else this.drafts.settle(entry.question_id)
    this.changed()
    await this.drain()
  }

  upload(questionId: number, file: File): void {
    void this.parts.get('filing')?.sendFile(this, questionId, file)
  }

  reveal(questionId: number): void {
    this.revealed.add(questionId)
    this.host.requestUpdate()
  }

  /** Requests a path below the configuration on the screen; with `input` it is a POST. Throws ServiceFailure. */
  async ask<T>(path: string, input?: object, query?: Readonly<Record<string, string>>): Promise<T> {
    this.finish()
    await this.draining
    return this.api!.below(this.holding.token!, path, input, query)
  }

  /** The URL of a picture of the product. */
  picture(name: string): string {
    return this.api!.picture(this.options!.product, name)
  }

  protected async settled(): Promise<void> {
    this.tabs?.tell(this.holding.token!, this.holding.revision)
    await this.catchUp()
    if ((this.catalogue?.product.guidance ?? 'off') === 'off') return
    await this.guide.ask(this.api!, this.holding)
    this.host.requestUpdate()
  }

  /** Loads changes that another tab made. */
  private async catchUp(): Promise<void> {
    const { token } = this.holding
    if (token === null || this.ahead <= this.holding.revision || this.busy || this.failure !== null) return
    const present = await this.api!.read(token).catch((failure: ServiceFailure) => failure)
    // The other tab does not report the revision again, so retry.
    if (present instanceof ServiceFailure) return present.passing ? this.behind.later() : undefined
    this.behind.succeeded()
    if (this.busy || present.configuration !== this.holding.token) return
    if (present.revision > this.holding.revision) this.adopt(present, [])
    this.changed()
  }
}
