// The configuration as the shopper works on it: opened, entered, begun anew, and kept over reloads and expiry.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configure.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { reckoningFor } from './ahead.js'
import { priced, RuntimeApi } from './api.js'
import type { Controller, DrawnElement } from './drawn-element.js'
import type { Readiness } from './drafts.js'
import { keep, kept, type Kept } from './kept.js'
import type { Notice } from './notice.js'
import { partsOf } from '../part-names.js'
import type { Parts } from './parts.js'
import { type EntryValue, joined, merged, orNull, type Pending, plain, stillWanted } from './pending.js'
import { ServiceFailure } from './service.js'
import type { SessionOptions } from './session-options.js'
import { Sync } from './sync.js'
import { Tabs } from './tabs.js'

export class Session extends Sync implements Controller {
  catalogue: ProductReply | null = null
  /** Stays until the shopper dismisses it or the next takes its place. */
  notice: Notice | null = null
  /** The question beside which the notice stands. */
  noticeAt: number | null = null
  /** Questions whose file is on its way. */
  readonly uploading = new Set<number>()
  /** Questions of which the shopper sees all answers, dead ends too. */
  readonly revealed = new Set<number>()

  /** The title of the example that took the place of what was entered, '' of nothing at all; `goBack` leads back. */
  begun: string | null = null

  /** Takes the shopper's last change back; null until the part has come that can. */
  undo: (() => void) | null = null

  private options: SessionOptions | null = null
  /** What the configuration held that the page has given, when it came; null where it began here. */
  private given: readonly SelectionInput[] | null = null
  private loading: Promise<void> = Promise.resolve()
  private back: Kept | null = null
  /** The token of the one of which this is a copy, because it was somebody else's. */
  private source: string | null = null
  readonly files = new Map<number, File>()
  private tabs: Tabs | null = null
  /** The newest revision that another tab spoke of. */
  private ahead = 0

  constructor(
    readonly host: DrawnElement,
    readonly parts: Parts,
  ) {
    super()
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
    this.tabs?.close()
  }

  get busy(): boolean {
    return this.opening || this.underWay.length > 0 || this.uploading.size > 0
  }

  /** Whether a question is to be seen: it applies, or is shown greyed out. */
  draws(questionId: number): boolean {
    const question = this.catalogue?.product.pages.flatMap((page) => page.questions).find(({ id }) => id === questionId)
    return this.questions.get(questionId)?.applies === true || question?.display_while_disabled === 'grey_out'
  }

  /** Loads the product and resumes or starts its configuration, in place of what was there; failures stand in `failure`. */
  async show(options: SessionOptions): Promise<void> {
    if (this.failure === null) this.finish()
    await this.draining
    // What is being opened now must not come after this.
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
    // Now that everything stands: nothing of it is needed before.
    if (isOpen) this.reckoner = await reckoningFor(this)
  }

  /** Goes on with another configuration that is the same: the one so far is in a cart. Where the page has given it, the page gives another. */
  async another(): Promise<void> {
    if (this.options?.configuration) return
    const selections = this.holding.selections()
    this.forget()
    await this.exchange((api) => this.restart(api, selections, false))
  }

  /** Finishes what is being typed, as if its field had been left. */
  finish(): void {
    for (const questionId of this.drafts.unfinished) this.leave(questionId)
  }

  async again(): Promise<void> {
    if (this.catalogue === null && this.options !== null) await this.load(this.options)
    else if (this.open().length > 0) await this.drain()
    else await this.exchange(async (api) => void this.holding.replace(await api.read(this.holding.token!)))
  }

  /** Sends a finished entry; typed ones come with their text as it stands in the field. */
  enter(questionId: number, value: EntryValue, text?: string): void {
    const entry = typeof value === 'string' ? orNull(value) : value
    if (text === undefined) this.drafts.settle(questionId)
    else if (typeof entry !== 'object' || entry === null) this.drafts.note(questionId, { text, value: entry, finished: true })
    this.submit(questionId, entry, false)
  }

  /** Notes what is being typed; it is sent after a pause where it is ready for it. */
  type(questionId: number, value: string, text: string, ready: Readiness): void {
    this.drafts.note(questionId, { text, value: orNull(value), finished: false })
    this.refused.delete(questionId)
    if (ready === 'send') this.drafts.afterPause(questionId, () => this.submit(questionId, orNull(value), true))
    if (ready === 'hopeless') this.drafts.afterPause(questionId, () => this.enter(questionId, value, text))
    this.changed()
  }

  /** The shopper left the field: what stands in it is finished. */
  leave(questionId: number): void {
    const draft = this.drafts.of(questionId)
    if (draft && !draft.finished) this.enter(questionId, draft.value, draft.text)
    this.host.requestUpdate()
  }

  /** The shopper's word on the changes that `confirming` announced. */
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

  /** Uploads a file for a question and selects it. */
  async upload(questionId: number, file: File): Promise<void> {
    const { token } = this.holding
    if (token === null) return
    this.at = questionId
    this.refused.delete(questionId)
    this.uploading.add(questionId)
    this.host.requestUpdate()
    try {
      const id = await this.api!.upload(token, questionId, file)
      this.files.set(questionId, file)
      this.enter(questionId, id)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      if (error.status === 404 && (await this.renew([]))) return await this.upload(questionId, file)
      this.refused.set(questionId, error)
    } finally {
      this.uploading.delete(questionId)
      this.host.requestUpdate()
    }
  }

  /** Says no to an entry before it is sent. */
  refuse(questionId: number, message: string): void {
    this.refused.set(questionId, message)
    this.host.requestUpdate()
  }

  reveal(questionId: number): void {
    this.revealed.add(questionId)
    this.host.requestUpdate()
  }

  /** Begins anew with a saved example; what was entered so far stays where it is, and `goBack` returns to it. */
  async begin(title: string, selections: readonly SelectionInput[]): Promise<void> {
    this.finish()
    await this.draining
    if (this.opening || this.waiting.length > 0 || this.confirming !== null) return
    const back = this.state()
    await this.exchange(async (api) => {
      const reply = await this.opened(api, selections)
      this.forget()
      this.holding.replace(reply)
      this.begun = title
      this.back = back
    })
  }

  /** Back to the configuration that an example took the place of. */
  async goBack(): Promise<void> {
    const { back } = this
    if (back === null || this.opening) return
    await this.draining
    await this.exchange(async (api) => {
      this.forget()
      if (this.given !== null) this.holding.replace(await this.opened(api, back.held))
      else await this.reopen(api, back)
    })
  }

  /** What the service says about what stands on the screen; with `input` it is told something. Throws ServiceFailure. */
  async ask<T>(path: string, input?: object, query?: Readonly<Record<string, string>>): Promise<T> {
    this.finish()
    await this.draining
    return this.api!.below(this.holding.token!, path, input, query)
  }

  /** The address of a picture of the product. */
  picture(name: string): string {
    return this.api!.picture(this.options!.product, name)
  }

  dismiss(): void {
    this.notice = null
    this.host.requestUpdate()
  }

  protected override changed(): void {
    super.changed()
    if (this.holding.token !== null && !this.opening) keep(this.options!, this.state())
    this.host.requestUpdate()
  }

  tell(notice: Notice, at: number | null): void {
    const { restored, lost } = this.notice ?? {}
    this.notice = { ...(restored && { restored, lost: lost ?? [] }), ...notice }
    this.noticeAt = at
  }

  protected async settled(): Promise<void> {
    this.tabs?.tell(this.holding.token!, this.holding.revision)
    await this.catchUp()
    if ((this.catalogue?.product.guidance ?? 'off') === 'off') return
    await this.guide.ask(this.api!, this.holding)
    this.host.requestUpdate()
  }

  protected renew(entries: readonly Pending[]): Promise<boolean> {
    if (this.options?.configuration) {
      this.fail(new ServiceFailure(404))
      return Promise.resolve(false)
    }
    const wanted = merged(this.holding.selections(), entries)
    return this.exchange(async (api) => {
      await this.restart(api, wanted)
      for (const { question_id } of entries) this.drafts.settle(question_id)
    })
  }

  protected async copy(entries: readonly Pending[]): Promise<ServiceFailure | null> {
    const { token } = this.holding
    const copied = await this.api!.below<ConfigurationReply>(token!, '/duplicate', {}, priced).catch((error: unknown) => error)
    if (copied instanceof ServiceFailure) return copied
    this.source = token
    this.options = { ...this.options!, configuration: null }
    this.given = null
    this.adopt(copied as ConfigurationReply, entries)
    return null
  }

  /** Reads what another tab has changed. */
  private async catchUp(): Promise<void> {
    const { token } = this.holding
    if (token === null || this.ahead <= this.holding.revision || this.busy || this.failure !== null) return
    const present = await this.api!.read(token).catch(() => null)
    if (present === null || this.busy || present.configuration !== this.holding.token) return
    if (present.revision > this.holding.revision) this.adopt(present, [])
    this.changed()
  }

  private async resume(api: RuntimeApi): Promise<void> {
    const { configuration } = this.options!
    const found = kept(this.options!)
    const fresh = configuration === null ? null : { token: configuration, held: [], waiting: [] }
    const own = kept({ ...this.options!, configuration: null })
    // A copy of what the page names goes on.
    if (configuration !== null && own?.source === configuration) {
      this.options = { ...this.options!, configuration: null }
      this.source = configuration
      return this.reopen(api, own)
    }
    const before = fresh === null || found?.token === configuration ? found : fresh
    this.given = null
    this.source = found?.source ?? null
    if (before !== null) await this.reopen(api, before)
    else this.holding.replace(await api.start(this.product()))
  }

  /** A configuration of before with the entries that had not reached the service; where it has expired, a new one that is the same. */
  private async reopen(api: RuntimeApi, before: Kept): Promise<void> {
    const reply = await api.read(before.token).catch((error: unknown) => {
      if (error instanceof ServiceFailure && error.status === 404 && !this.options?.configuration) return null
      throw error
    })
    if (reply === null) return this.restart(api, merged(before.held, before.waiting))
    const { currency, configuration: given } = this.options!
    this.holding.replace(given === null ? await api.inCurrency(reply, currency) : reply)
    if (given) this.given ??= before.given ?? this.holding.selections()
    const entries = before.waiting.map((entry): Pending => ({ ...plain(entry), unfinished: false }))
    const wanted = stillWanted(entries, (questionId) => this.holding.selection(questionId))
    if (wanted.length > 0) this.tell({ changes: [], restored: 'unsent' }, null)
    this.waiting = wanted.reduce(joined, this.waiting)
  }

  /** `tells` the shopper that it had to be. */
  private async restart(api: RuntimeApi, wanted: readonly SelectionInput[], tells = true): Promise<void> {
    const reply = await api.start({ ...this.product(), selections: wanted })
    this.holding.replace(reply)
    const refused = reply.refused.flatMap(({ index, message }) => {
      const questionId = wanted[index]?.question_id
      return questionId === undefined ? [] : [{ question_id: questionId, message }]
    })
    const lost = refused.filter(({ question_id }) => !this.files.has(question_id))
    if (tells && wanted.some(({ value }) => value !== null)) this.tell({ changes: [], restored: 'expired', lost }, this.at)
    // Files went with the old configuration; those that the browser still has are sent again.
    for (const { question_id } of refused) {
      const file = this.files.get(question_id)
      if (file) void this.upload(question_id, file)
    }
  }

  /** A configuration with these selections: a new one, or the page's own, in which all else is as when it came. */
  private async opened(api: RuntimeApi, selections: readonly SelectionInput[]): Promise<ConfigurationReply> {
    if (this.given === null) return api.start({ ...this.product(), selections })
    const first = new Map(this.given.map(({ question_id, value }) => [question_id, value]))
    // What the example names too: questions that then begin to apply are entered by the service, as in a new one.
    const reset = this.holding.selections().map(({ question_id }) => ({ question_id, value: first.get(question_id) ?? null }))
    const token = this.holding.token!
    await api.change(token, { selections: [...reset, ...selections], confirmed: true })
    return api.read(token)
  }

  private product(): { readonly product_id: number; readonly currency?: string } {
    const { product, currency } = this.options!
    return currency === null ? { product_id: product } : { product_id: product, currency }
  }

  forget(): void {
    this.drafts.clear()
    this.refused.clear()
    this.notice = null
    this.begun = null
    this.back = null
    this.confirming = null
    this.asked = []
  }

  private state(): Kept {
    const typed = this.drafts.unfinished.map((id) => ({ question_id: id, value: this.drafts.of(id)!.value }))
    const waiting = [...this.open().map(plain), ...typed]
    return {
      token: this.holding.token!,
      held: this.holding.selections(),
      waiting,
      ...(this.given && { given: this.given }),
      ...(this.source && { source: this.source }),
    }
  }

  /** Runs an exchange that opens a configuration; false where it failed and `failure` says why. */
  async exchange(run: (api: RuntimeApi) => Promise<void>): Promise<boolean> {
    this.opening = true
    this.guide.forget()
    this.host.requestUpdate()
    try {
      await run(this.api!)
    } catch (error) {
      this.opening = false
      this.fail(error instanceof ServiceFailure ? error : new ServiceFailure(0, {}, { cause: error }))
      return false
    }
    this.opening = false
    this.succeed()
    void this.drain()
    return true
  }
}
