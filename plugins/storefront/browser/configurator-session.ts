// The shopper's session: opens a product, takes entries and uploads, and follows changes made in other tabs.
import type { ProductReply, ProgramReply } from '#core/surface.js'
import type { PredictorSession, ResultPredictor, ClientEngineScript } from './result-predictor.js'
import { RuntimeApi } from './runtime-api.js'
import type { ElementController, BaseElement } from './base-element.js'
import { type EntryReadiness, type EntryValue, appendEntry, toNullIfBlank } from './pending-entry.js'
import type { Explainer } from './on-demand/why.js'
import { OpenConfiguration } from './open-configuration.js'
import { listPageParts } from '../part-names.js'
import { type ConfiguratorParts, getDeferredTexts } from './parts.js'
import type { DeferredTexts } from '../text/types.js'
import { RetryTimer, ApiFailure } from './api-client.js'
import type { SessionOptions } from './session-view.js'
import { TabChannel } from './tab-configuration.js'

/** Located next to this script. The bundler does not resolve an import whose name is in a variable. */
const engineScript = './client-engine.js'

/** null if the shop calculates on the server only, or if loading fails. Failure costs only speed. */
function loadPredictor(session: PredictorSession): Promise<ResultPredictor | null> {
  return session
    .api!.below<ProgramReply>(session.cache.token!, '/program')
    .then(
      (program) =>
        program.source &&
        import(/* @vite-ignore */ engineScript).then(({ createPredictor: createEngine }: ClientEngineScript) =>
          createEngine(session, program),
        ),
    )
    .catch(() => null)
}

export class ConfiguratorSession extends OpenConfiguration implements ElementController {
  catalogue: ProductReply | null = null
  /** Aborts the upload of a question, by question. */
  readonly uploadAborts = new Map<number, () => void>()
  /** Questions for which the shopper sees all answers, dead ends included. */
  readonly revealedQuestions = new Set<number>()

  /** Explains why something is unavailable; null until its module has loaded. */
  why: Explainer | null = null

  /** Undoes the shopper's last change; null until its module has loaded. */
  undo: (() => void) | null = null

  private loading: Promise<void> = Promise.resolve()
  private tabs: TabChannel | null = null
  /** The newest revision that another tab reported. */
  private newestRevision = 0
  private readonly catchUpRetry = new RetryTimer(() => void this.catchUp())

  constructor(
    host: BaseElement,
    readonly parts: ConfiguratorParts,
  ) {
    super(host)
    host.addController(this)
  }

  hostConnected(): void {
    this.tabs = new TabChannel(({ token, revision }) => {
      if (token !== this.cache.token) return
      this.newestRevision = Math.max(this.newestRevision, revision)
      void this.catchUp()
    })
  }

  hostDisconnected(): void {
    this.drafts.stop()
    this.retry.stop()
    this.catchUpRetry.stop()
    this.tabs?.close()
  }

  get deferredTexts(): DeferredTexts | null {
    return this.catalogue && getDeferredTexts(this.parts, this.catalogue.shop.language)
  }

  get isBusy(): boolean {
    return this.opening || this.draining !== null || this.uploadAborts.size > 0
  }

  /** Whether a question is visible: it applies, or it is shown greyed out. */
  isQuestionVisible(questionId: number): boolean {
    const question = this.catalogue?.product.pages.flatMap((page) => page.questions).find(({ id }) => id === questionId)
    return this.questions.get(questionId)?.applies === true || question?.display_while_disabled === 'grey_out'
  }

  /** Replaces the session's content: loads the product and resumes or starts its configuration. Failures are stored in `failure`. */
  async show(options: SessionOptions): Promise<void> {
    if (this.failure === null) this.finish()
    await this.draining
    // A previous load must finish before this one.
    this.loading = this.loading.then(() => {
      this.resetEntries()
      this.queuedEntries = []
      this.failure = null
      this.predictor = null
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
      await this.parts.waitForParts(listPageParts(catalogue))
      this.catalogue = catalogue
    })
    // Load the client engine last: the first drawing does not need it.
    if (isOpen) this.predictor = await loadPredictor(this)
  }

  /** Finishes unfinished text, as if the shopper had left its field. */
  finish(): void {
    for (const questionId of this.drafts.unfinishedQuestionIds) this.leave(questionId)
  }

  async retryFailed(): Promise<void> {
    if (this.catalogue === null && this.options !== null) await this.load(this.options)
    else if (this.listPending().length > 0) await this.drain()
    else await this.exchange(async (api) => void this.cache.replace(await api.read(this.cache.token!)))
  }

  /** Sends a finished entry. Typed entries also pass `text`, the content of the field. */
  enter(questionId: number, value: EntryValue, text?: string): void {
    const entry = typeof value === 'string' ? toNullIfBlank(value) : value
    if (text === undefined) this.drafts.endDraft(questionId)
    else if (typeof entry !== 'object' || entry === null) this.drafts.set(questionId, { text, value: entry, finished: true })
    this.submit(questionId, entry, false)
  }

  /** Records unfinished text. It is sent after a pause if `ready` allows it. */
  type(questionId: number, value: string, text: string, ready: EntryReadiness): void {
    const draft = { text, value: toNullIfBlank(value), finished: false }
    this.drafts.set(questionId, draft)
    this.refused.delete(questionId)
    if (ready === 'try')
      this.queuedEntries = appendEntry(this.queuedEntries, { question_id: questionId, value, unfinished: true })
    if (ready === 'send') this.drafts.afterPause(questionId, () => this.submit(questionId, toNullIfBlank(value), true))
    if (ready === 'wait')
      this.drafts.afterPause(questionId, () => {
        this.drafts.set(questionId, { ...draft, isUnsendable: true })
        this.changed()
      })
    if (ready === 'hopeless') this.drafts.afterPause(questionId, () => this.enter(questionId, value, text))
    this.changed()
  }

  /** The shopper left the field: its text is finished. */
  leave(questionId: number): void {
    const draft = this.drafts.get(questionId)
    if (draft && !draft.finished) this.enter(questionId, draft.value, draft.text)
    this.host.requestUpdate()
  }

  /** The shopper's answer to the changes in `confirming`. */
  async answer(agreed: boolean): Promise<void> {
    const [entry, ...rest] = this.entriesToConfirm
    if (this.confirming === null || entry === undefined) return
    this.confirming = null
    this.entriesToConfirm = []
    this.queuedEntries = this.queuedEntries.reduce(appendEntry, rest)
    if (agreed) this.confirmedEntry = entry
    else this.drafts.endDraft(entry.question_id)
    this.changed()
    await this.drain()
  }

  upload(questionId: number, file: File): void {
    void this.parts.get('filing')?.sendUpload(this, questionId, file)
  }

  reveal(questionId: number): void {
    this.revealedQuestions.add(questionId)
    this.host.requestUpdate()
  }

  /** Requests a path below the configuration on the screen; with `input` it is a POST. Throws ServiceFailure. */
  async ask<T>(path: string, input?: object, query?: Readonly<Record<string, string>>): Promise<T> {
    this.finish()
    await this.draining
    return this.api!.below(this.cache.token!, path, input, query)
  }

  /** The URL of a picture of the product. */
  picture(name: string): string {
    return this.api!.picture(this.options!.product, name)
  }

  protected async settled(): Promise<void> {
    this.tabs?.notify(this.cache.token!, this.cache.revision)
    await this.catchUp()
    if ((this.catalogue?.product.guidance ?? 'off') === 'off') return
    await this.guide.load(this.api!, this.cache)
    this.host.requestUpdate()
  }

  /** Loads changes that another tab made. */
  private async catchUp(): Promise<void> {
    const { token } = this.cache
    if (token === null || this.newestRevision <= this.cache.revision || this.isBusy || this.failure !== null) return
    const present = await this.api!.read(token).catch((failure: ApiFailure) => failure)
    // The other tab does not report the revision again, so retry.
    if (present instanceof ApiFailure) return present.isTemporary ? this.catchUpRetry.schedule() : undefined
    this.catchUpRetry.reset()
    if (this.isBusy || present.configuration !== this.cache.token) return
    if (present.revision > this.cache.revision) this.adopt(present, [])
    this.changed()
  }
}
