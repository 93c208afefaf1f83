// Lifecycle of the open configuration: start, resume, renew after expiry, swap for an example and back, store across reloads.
import type { ConfigurationReply, StartInput } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'
import { priced, type RuntimeApi } from './api.js'
import type { DrawnElement } from './drawn-element.js'
import { keep, kept, type Kept } from './kept.js'
import type { Notice } from './notice.js'
import { joined, merged, type Pending, plain, stillWanted } from './pending.js'
import { ServiceFailure } from './service.js'
import type { SessionOptions } from './session-options.js'
import { Sync } from './sync.js'

export abstract class OpenConfiguration extends Sync {
  /** Stays until the shopper dismisses it or the next notice replaces it. */
  notice: Notice | null = null
  /** The question at which the shopper acted when the notice appeared. */
  noticeAt: number | null = null
  /** On narrow screens, the notice is a line in the price bar until the shopper opens it. */
  isNoticeOpen = false
  /** The distance of the price column from the top of the window when the notice appeared, in pixels. */
  columnTop = 0
  /** The title of the example that replaced the entries, '' for a reset; `goBack` restores the entries. */
  begun: string | null = null
  /** Files chosen on this page, by question. */
  readonly files = new Map<number, File>()

  protected options: SessionOptions | null = null
  /** The initial selections of the configuration that the page supplied; null if it was started here. */
  private given: readonly SelectionInput[] | null = null
  private back: Kept | null = null
  private keeping: ReturnType<typeof setTimeout> | undefined
  /** Increments when an example or an undo step replaces the content of all fields. */
  generation = 0
  /** The token of the configuration that this one was copied from: another person's, or an edited cart line. */
  private source: string | null = null

  constructor(readonly host: DrawnElement) {
    super()
  }

  /** Finishes unfinished text, as if the shopper had left its field. */
  abstract finish(): void
  /** Uploads a file for a question and selects it. */
  abstract upload(questionId: number, file: File): void

  /** Continues with an identical configuration, because the current one is in a cart. A page that supplied it must supply the next one. */
  async another(): Promise<void> {
    if (this.options?.configuration) return
    const selections = this.holding.selections()
    this.forget()
    await this.exchange((api) => this.restart(api, selections, false))
  }

  /** Starts a new configuration from an example. The current entries are preserved, and `goBack` restores them. */
  async begin(title: string, selections: readonly SelectionInput[]): Promise<void> {
    this.finish()
    await this.draining
    if (this.opening) return
    const back = this.state()
    await this.exchange(async (api) => {
      const reply = await this.opened(api, selections)
      this.forget()
      this.waiting = []
      this.holding.replace(reply)
      this.begun = title
      this.back = back
    })
  }

  /** Restores the configuration that an example replaced. */
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

  dismiss(): void {
    this.notice = null
    this.host.requestUpdate()
  }

  toggleNotice(): void {
    this.isNoticeOpen = !this.isNoticeOpen
    this.host.requestUpdate()
  }

  protected override changed(): void {
    super.changed()
    // Store after the drawing.
    this.keeping ??= setTimeout(() => {
      this.keeping = undefined
      if (this.holding.token !== null && !this.opening) keep(this.options!, this.state())
    })
    this.host.requestUpdate()
  }

  tell(notice: Notice, at: number | null): void {
    const { restored, lost } = this.notice ?? {}
    const top = this.host.renderRoot.querySelector('.price-column')?.getBoundingClientRect().top ?? 0
    // A notice that replaces another one keeps its place if it is in sight there.
    this.columnTop = this.notice === null ? top : Math.max(top, this.columnTop)
    this.notice = { ...(restored && { restored, lost: lost ?? [] }), ...notice }
    this.noticeAt = at
    this.isNoticeOpen = false
  }

  renew(entries: readonly Pending[]): Promise<boolean> {
    if (this.isGiven) {
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
    const copied = await this.duplicate(token!).catch((error: unknown) => error)
    if (copied instanceof ServiceFailure) return copied
    this.source = token
    if (!this.options!.copies) this.options = { ...this.options!, configuration: null }
    this.given = null
    this.adopt(copied as ConfigurationReply, entries)
    return null
  }

  protected async resume(api: RuntimeApi): Promise<void> {
    const { configuration, copies } = this.options!
    const found = kept(this.options!)
    if (copies) {
      this.source = configuration
      if (found?.source === configuration) await this.reopen(api, found)
      else this.holding.replace(await this.duplicate(configuration!))
      return
    }
    const fresh = configuration === null ? null : { token: configuration, held: [], waiting: [] }
    const own = kept({ ...this.options!, configuration: null })
    // Continue with the existing copy of the configuration that the page names.
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

  /** Reopens a stored configuration with its unconfirmed entries. If it has expired, starts an identical new one. */
  private async reopen(api: RuntimeApi, before: Kept): Promise<void> {
    const found = await api.read(before.token).catch((error: unknown) => {
      if (error instanceof ServiceFailure && error.status === 404 && !this.isGiven) return null
      throw error
    })
    // A configuration that was ordered in the meantime can only be copied.
    const reply = found?.read_only && !this.isGiven ? await this.duplicate(before.token) : found
    if (reply === null) return this.restart(api, merged(before.held, before.waiting))
    const { currency, configuration: given } = this.options!
    this.holding.replace(given === null ? await api.inCurrency(reply, currency) : reply)
    if (this.isGiven) this.given ??= before.given ?? this.holding.selections()
    const entries = before.waiting.map((entry): Pending => ({ ...plain(entry), unfinished: false }))
    const wanted = stillWanted(entries, (questionId) => this.holding.selection(questionId))
    if (wanted.length > 0) this.tell({ changes: [], restored: 'unsent' }, null)
    this.waiting = wanted.reduce(joined, this.waiting)
  }

  /** @param tells whether to notify the shopper */
  private async restart(api: RuntimeApi, wanted: readonly SelectionInput[], tells = true): Promise<void> {
    const reply = await api.start({ ...this.product(), selections: wanted })
    this.holding.replace(reply)
    const refused = reply.refused.flatMap(({ index, message }) => {
      const questionId = wanted[index]?.question_id
      return questionId === undefined ? [] : [{ question_id: questionId, message }]
    })
    const lost = refused.filter(({ question_id }) => !this.files.has(question_id))
    if (tells && wanted.some(({ value }) => value !== null)) this.tell({ changes: [], restored: 'expired', lost }, this.at)
    // Files belong to the old configuration. Upload those again that the browser still has.
    for (const { question_id } of refused) {
      const file = this.files.get(question_id)
      if (file) this.upload(question_id, file)
    }
  }

  /**
   * A configuration with these selections: a new one, or the page's own, in which all other questions return to their initial selection.
   */
  private async opened(api: RuntimeApi, selections: readonly SelectionInput[]): Promise<ConfigurationReply> {
    if (this.given === null) return api.start({ ...this.product(), selections })
    const first = new Map(this.given.map(({ question_id, value }) => [question_id, value]))
    // Also reset the questions that the example names. The service then enters questions that begin to apply, as in a new configuration.
    const reset = this.holding.selections().map(({ question_id }) => ({ question_id, value: first.get(question_id) ?? null }))
    const token = this.holding.token!
    await api.change(token, { selections: [...reset, ...selections], confirmed: true })
    return api.read(token)
  }

  /** The page supplied the configuration, and the shopper edits it directly, not a copy. */
  private get isGiven(): boolean {
    return !!this.options?.configuration && !this.options.copies
  }

  private duplicate(token: string): Promise<ConfigurationReply> {
    return this.api!.below(token, '/duplicate', {}, priced)
  }

  /** The start input. A copy uses the currency, country and state of its original. */
  private product(): StartInput {
    const { product, currency, copies } = this.options!
    const { can } = this.holding
    if (!copies || can === null) return currency === null ? { product_id: product } : { product_id: product, currency }
    const { country, state } = can
    return { product_id: product, currency: can.currency.code, ...(country && { country }), ...(state && { state }) }
  }

  forget(): void {
    this.generation++
    this.drafts.clear()
    this.refused.clear()
    this.notice = null
    this.begun = null
    this.back = null
    this.confirming = null
    this.asked = []
    this.agreed = null
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

  /** Runs an exchange that opens a configuration; false if it failed. `failure` then contains the reason. */
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
