// Lifecycle of the open configuration: start, resume, renew after expiry, swap for an example and back, store across reloads.
import type { ConfigurationReply, SelectionInput, StartInput } from '#core/surface.js'
import { answerPricesQuery, type RuntimeApi } from './runtime-api.js'
import type { BaseElement } from './base-element.js'
import { saveTabConfiguration, loadTabConfiguration, type TabConfiguration } from './tab-configuration.js'
import type { ConfiguratorNotice } from './configuration-cache.js'
import { appendEntry, mergeEntries, type PendingEntry, toChangeEntry, findUnappliedEntries } from './pending-entry.js'
import { ApiFailure } from './api-client.js'
import type { SessionOptions } from './session-view.js'
import { EntryQueue } from './entry-queue.js'

export abstract class OpenConfiguration extends EntryQueue {
  /** Stays until the shopper dismisses it or the next notice replaces it. */
  notice: ConfiguratorNotice | null = null
  /** The question at which the shopper acted when the notice appeared. */
  noticeAt: number | null = null
  /** On narrow screens, the notice is a line in the price bar until the shopper opens it. */
  isNoticeOpen = false
  /** The distance of the price column from the top of the window when the notice appeared, in pixels. */
  columnTop = 0
  /** The title of the example that replaced the entries, '' for a reset; `goBack` restores the entries. */
  replacementTitle: string | null = null
  /** Files chosen on this page, by question. */
  readonly files = new Map<number, File>()

  protected options: SessionOptions | null = null
  /** The initial selections of the configuration that the page supplied; null if it was started here. */
  private given: readonly SelectionInput[] | null = null
  private back: TabConfiguration | null = null
  private storeTimer: ReturnType<typeof setTimeout> | undefined
  /** Increments when an example or an undo step replaces the content of all fields. */
  generation = 0
  /** The token of the configuration that this one was copied from: another person's, or an edited cart line. */
  private source: string | null = null

  constructor(readonly host: BaseElement) {
    super()
  }

  /** Finishes unfinished text, as if the shopper had left its field. */
  abstract finish(): void
  /** Uploads a file for a question and selects it. */
  abstract upload(questionId: number, file: File): void

  /** Continues with an identical configuration, because the current one is in a cart. A page that supplied it must supply the next one. */
  async continueWithCopy(): Promise<void> {
    if (this.options?.configuration) return
    const selections = this.cache.selections()
    this.resetEntries()
    await this.exchange(async (api) => void (await this.restart(api, selections, false)))
  }

  /** Starts a new configuration from an example. The current entries are preserved, and `goBack` restores them. */
  async startFromExample(title: string, selections: readonly SelectionInput[]): Promise<void> {
    this.finish()
    await this.draining
    if (this.opening) return
    const back = this.state()
    await this.exchange(async (api) => {
      const reply = await this.openWithSelections(api, selections)
      this.resetEntries()
      this.queuedEntries = []
      this.cache.replace(reply)
      this.replacementTitle = title
      this.back = back
    })
  }

  /** Restores the configuration that an example replaced. */
  async goBack(): Promise<void> {
    const { back } = this
    if (back === null || this.opening) return
    await this.draining
    await this.exchange(async (api) => {
      this.resetEntries()
      if (this.given !== null) this.cache.replace(await this.openWithSelections(api, back.selections))
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
    this.storeTimer ??= setTimeout(() => {
      this.storeTimer = undefined
      if (this.cache.token !== null && !this.opening) saveTabConfiguration(this.options!, this.state())
    })
    this.host.requestUpdate()
  }

  showNotice(notice: ConfiguratorNotice, at: number | null): void {
    const { restored, lost } = this.notice ?? {}
    const top = this.host.renderRoot.querySelector('.price-column')?.getBoundingClientRect().top ?? 0
    // A notice that replaces another one keeps its place if it is in sight there.
    this.columnTop = this.notice === null ? top : Math.max(top, this.columnTop)
    this.notice = { ...(restored && { restored, lost: lost ?? [] }), ...notice }
    this.noticeAt = at
    this.isNoticeOpen = false
  }

  renew(entries: readonly PendingEntry[]): Promise<boolean> {
    if (this.isPageConfiguration) {
      this.fail(new ApiFailure(404))
      return Promise.resolve(false)
    }
    const mergedEntries = mergeEntries(this.cache.selections(), entries)
    return this.exchange(async (api) => {
      const refused = await this.restart(api, mergedEntries)
      // A refused text stays in its field, so the shopper can correct it.
      for (const { question_id } of entries) if (!refused.has(question_id)) this.drafts.endDraft(question_id)
    })
  }

  protected async copy(entries: readonly PendingEntry[]): Promise<ApiFailure | null> {
    const { token } = this.cache
    const copied = await this.duplicate(token!).catch((error: unknown) => error)
    if (copied instanceof ApiFailure) return copied
    this.source = token
    if (!this.options!.copies) this.options = { ...this.options!, configuration: null }
    this.given = null
    this.adopt(copied as ConfigurationReply, entries)
    return null
  }

  protected async resume(api: RuntimeApi): Promise<void> {
    const { configuration, copies } = this.options!
    const storedTab = loadTabConfiguration(this.options!)
    if (copies) {
      this.source = configuration
      if (storedTab?.source === configuration) await this.reopen(api, storedTab)
      else this.cache.replace(await this.duplicate(configuration!))
      return
    }
    const fresh = configuration === null ? null : { token: configuration, selections: [], waiting: [] }
    const own = loadTabConfiguration({ ...this.options!, configuration: null })
    // Continue with the existing copy of the configuration that the page names.
    if (configuration !== null && own?.source === configuration) {
      this.options = { ...this.options!, configuration: null }
      this.source = configuration
      return this.reopen(api, own)
    }
    const before = fresh === null || storedTab?.token === configuration ? storedTab : fresh
    this.given = null
    this.source = storedTab?.source ?? null
    if (before !== null) await this.reopen(api, before)
    else this.cache.replace(await api.start(this.product()))
  }

  /** Reopens a stored configuration with its unconfirmed entries. If it has expired, starts an identical new one. */
  private async reopen(api: RuntimeApi, before: TabConfiguration): Promise<void> {
    const storedReply = await api.read(before.token).catch((error: unknown) => {
      if (error instanceof ApiFailure && error.status === 404 && !this.isPageConfiguration) return null
      throw error
    })
    // A configuration that was ordered in the meantime can only be copied.
    const reply = storedReply?.read_only && !this.isPageConfiguration ? await this.duplicate(before.token) : storedReply
    if (reply === null) {
      await this.restart(api, mergeEntries(before.selections, before.waiting))
      return
    }
    const { currency, configuration: sourceConfiguration } = this.options!
    this.cache.replace(sourceConfiguration === null ? await api.convertCurrency(reply, currency) : reply)
    if (this.isPageConfiguration) this.given ??= before.given ?? this.cache.selections()
    const entries = before.waiting.map((entry): PendingEntry => ({ ...toChangeEntry(entry), unfinished: false }))
    const unapplied = findUnappliedEntries(entries, (questionId) => this.cache.selection(questionId))
    if (unapplied.length > 0) this.showNotice({ changes: [], restored: 'unsent' }, null)
    this.queuedEntries = unapplied.reduce(appendEntry, this.queuedEntries)
  }

  /**
   * @param showsNotice whether to notify the shopper
   * @returns the questions whose entries were refused
   */
  private async restart(
    api: RuntimeApi,
    initialSelections: readonly SelectionInput[],
    showsNotice = true,
  ): Promise<ReadonlySet<number>> {
    const reply = await api.start({ ...this.product(), selections: initialSelections })
    this.cache.replace(reply)
    const refused = reply.refused.flatMap(({ index, message }) => {
      const questionId = initialSelections[index]?.question_id
      return questionId === undefined ? [] : [{ question_id: questionId, message }]
    })
    const lost = refused.filter(({ question_id }) => !this.files.has(question_id))
    if (showsNotice && initialSelections.some(({ value }) => value !== null))
      this.showNotice({ changes: [], restored: 'expired', lost }, this.at)
    // Files belong to the old configuration. Upload those again that the browser still has.
    for (const { question_id } of refused) {
      const file = this.files.get(question_id)
      if (file) this.upload(question_id, file)
    }
    return new Set(refused.map(({ question_id }) => question_id))
  }

  /**
   * A configuration with these selections: a new one, or the page's own, in which all other questions return to their initial selection.
   */
  private async openWithSelections(api: RuntimeApi, selections: readonly SelectionInput[]): Promise<ConfigurationReply> {
    if (this.given === null) return api.start({ ...this.product(), selections })
    const first = new Map(this.given.map(({ question_id, value }) => [question_id, value]))
    // Also reset the questions that the example names. The service then enters questions that begin to apply, as in a new configuration.
    const reset = this.cache.selections().map(({ question_id }) => ({ question_id, value: first.get(question_id) ?? null }))
    const token = this.cache.token!
    await api.change(token, { selections: [...reset, ...selections], confirmed: true })
    return api.read(token)
  }

  /** The page supplied the configuration, and the shopper edits it directly, not a copy. */
  private get isPageConfiguration(): boolean {
    return !!this.options?.configuration && !this.options.copies
  }

  private duplicate(token: string): Promise<ConfigurationReply> {
    return this.api!.below(token, '/duplicate', {}, answerPricesQuery)
  }

  /** The start input. A copy uses the currency, country and state of its original. */
  private product(): StartInput {
    const { product, currency, copies } = this.options!
    const { can } = this.cache
    if (!copies || can === null) return currency === null ? { product_id: product } : { product_id: product, currency }
    const { country, state } = can
    return { product_id: product, currency: can.currency.code, ...(country && { country }), ...(state && { state }) }
  }

  resetEntries(): void {
    this.generation++
    this.drafts.clear()
    this.refused.clear()
    this.notice = null
    this.replacementTitle = null
    this.back = null
    this.confirming = null
    this.entriesToConfirm = []
    this.confirmedEntry = null
  }

  private state(): TabConfiguration {
    const typed = this.drafts.unfinishedQuestionIds.map((id) => ({ question_id: id, value: this.drafts.get(id)!.value }))
    const waiting = [...this.listPending().map(toChangeEntry), ...typed]
    return {
      token: this.cache.token!,
      selections: this.cache.selections(),
      waiting,
      ...(this.given && { given: this.given }),
      ...(this.source && { source: this.source }),
    }
  }

  /** Runs an exchange that opens a configuration; false if it failed. `failure` then contains the reason. */
  async exchange(run: (api: RuntimeApi) => Promise<void>): Promise<boolean> {
    this.opening = true
    this.guide.discardRequests()
    this.host.requestUpdate()
    try {
      await run(this.api!)
    } catch (error) {
      this.opening = false
      this.fail(error instanceof ApiFailure ? error : new ApiFailure(0, {}, { cause: error }))
      return false
    }
    this.opening = false
    this.succeed()
    void this.drain()
    return true
  }
}
