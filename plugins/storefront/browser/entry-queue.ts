// Sends entries to the service, one request at a time, each with the revision it is based on, until all are answered.
import type { ConfigurationReply, ConfirmReply, SelectionInput, ChangeInput } from '#core/surface.js'
import type { RuntimeApi } from './runtime-api.js'
import { ApiFailure, RetryTimer } from './api-client.js'
import {
  type TextDraft,
  TextDrafts,
  applyEntry,
  type EntryValue,
  appendEntry,
  mergeEntries,
  type PendingEntry,
  toChangeEntry,
  findUnappliedEntries,
} from './pending-entry.js'
import { ConfigurationCache, type ConfiguratorNotice } from './configuration-cache.js'
import type { PredictedState, ResultPredictor } from './result-predictor.js'

export interface EntryProblem {
  readonly question_id: number
  /** '' if no reason is known. */
  readonly message: string
}

/** The dead-end answers of a configuration. The reply to an older request never replaces that to a newer one. */
class DeadEndTracker {
  deadEnds: ReadonlySet<number> = new Set()
  private turn = 0

  /** The rules decide, not the guidance: if it cannot be loaded, no answer is marked. */
  async load(api: RuntimeApi, { token, revision }: ConfigurationCache): Promise<void> {
    if (token === null) return
    const turn = ++this.turn
    const guidanceReply = await api.guidance(token).catch((error: unknown) => {
      if (error instanceof ApiFailure) return { revision, dead_ends: [] }
      throw error
    })
    if (turn === this.turn && guidanceReply.revision === revision) this.deadEnds = new Set(guidanceReply.dead_ends)
  }

  /** Discards pending requests: a change is being sent, so their replies are outdated. */
  discardRequests(): void {
    this.turn++
  }
}

// A change that is being sent to the service, with an idempotency key so it is applied once however often it is sent.

interface ChangeAttempt {
  readonly entries: readonly PendingEntry[]
  readonly key: string
  /** The configuration token and the request body. The service accepts the key for exactly this request. */
  readonly fingerprint: string
}

/** Not `randomUUID`: it does not exist on pages served without HTTPS. */
const createAttemptKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Creates the attempt for these entries. Reuses the key of the unanswered attempt if the request is the same. */
function createAttempt(
  token: string,
  input: ChangeInput,
  entries: readonly PendingEntry[],
  unsure: ChangeAttempt | null,
): ChangeAttempt {
  const inputText = token + JSON.stringify(input)
  return { entries, fingerprint: inputText, key: unsure?.fingerprint === inputText ? unsure.key : createAttemptKey() }
}

/** The entries to send next. An unanswered change goes first, unless one of its entries was replaced. */
function selectNextEntries(waiting: readonly PendingEntry[], unsure: ChangeAttempt | null): readonly PendingEntry[] {
  return unsure?.entries.every((entry, index) => entry === waiting[index]) ? unsure.entries : waiting
}

export abstract class EntryQueue {
  readonly cache = new ConfigurationCache()
  /** The client engine; null until it has loaded, or if the shop does not use it. */
  predictor: ResultPredictor | null = null
  readonly guide = new DeadEndTracker()
  /** Refusals by question, until the shopper enters something else there. */
  readonly refused = new Map<number, string | ApiFailure>()
  /** The question at which the shopper acted last. */
  at: number | null = null
  /** The confirmation that the service requires before it applies an entry. */
  confirming: ConfirmReply | null = null
  failure: ApiFailure | null = null
  /** Increments when all entries are answered. */
  turn = 0

  api: RuntimeApi | null = null
  protected readonly drafts = new TextDrafts()
  queuedEntries: readonly PendingEntry[] = []
  inFlightEntries: readonly PendingEntry[] = []
  /** The entry that waits for the shopper's confirmation, and the entries after it. */
  entriesToConfirm: readonly PendingEntry[] = []
  /** The entry that the shopper confirmed. */
  confirmedEntry: PendingEntry | null = null
  /** While a configuration is being opened, nothing is sent. */
  protected opening = false
  protected draining: Promise<void> | null = null
  private predictedState: PredictedState | null = null
  /** The last change, if no answer to it arrived. */
  private unansweredAttempt: ChangeAttempt | null = null
  protected readonly retry = new RetryTimer(() => void this.retryFailed())

  /** Draws again, and stores unconfirmed entries for a reload. */
  protected changed(): void {
    this.predictedState = this.predictor?.predictState() ?? null
  }
  abstract showNotice(notice: ConfiguratorNotice, at: number | null): void
  /** Replaces an expired configuration by a new one with the entries; false if no answer arrived. */
  abstract renew(entries: readonly PendingEntry[]): Promise<boolean>
  /** The configuration is read-only: creates a copy for the entries. null on success. */
  protected abstract copy(entries: readonly PendingEntry[]): Promise<ApiFailure | null>
  /** All entries are answered. */
  protected abstract settled(): Promise<void>
  /** Retries what got no answer. */
  abstract retryFailed(): Promise<void>

  /** A request is in progress. */
  abstract get isBusy(): boolean

  get questions(): ConfigurationCache['questions'] {
    return this.displayedState.questions
  }

  get answers(): ConfigurationCache['answers'] {
    return this.displayedState.answers
  }

  get missing(): ConfigurationCache['missing'] {
    return this.displayedState.missing
  }

  get price(): ConfigurationCache['price'] {
    return this.displayedState.price
  }

  draft(questionId: number): TextDraft | undefined {
    return this.drafts.get(questionId)
  }

  /** An entry on the screen is invalid and not included in the price. */
  get isFaulty(): boolean {
    return this.refused.size + this.drafts.unsendableQuestionIds.length > 0
  }

  /** The problems that keep the configuration incomplete, in page order: missing entries and invalid entries. */
  get problems(): readonly EntryProblem[] {
    const messagesById = new Map(this.missing.map(({ question_id, message }) => [question_id, message]))
    for (const id of this.drafts.unsendableQuestionIds) messagesById.set(id, '')
    for (const [id, refusal] of this.refused)
      messagesById.set(id, typeof refusal === 'string' ? refusal : (refusal.shopperMessage ?? ''))
    return [...this.questions.keys()].flatMap((id) =>
      messagesById.has(id) ? { question_id: id, message: messagesById.get(id)! } : [],
    )
  }

  /** Entries that the price does not include: invalid, not known to have reached the service, or priced by the service only. */
  get hasUnsavedEntries(): boolean {
    return (
      this.isFaulty || ((this.failure !== null || this.predictor?.calculatesPrices === false) && this.listPending().length > 0)
    )
  }

  /** No request is pending: all entries are answered, failed, or wait for the shopper's confirmation. */
  get isIdle(): boolean {
    return !this.isBusy && (this.listPending().length === 0 || this.failure !== null || this.confirming !== null)
  }

  /** The service has saved all that is on the screen. */
  get isSaved(): boolean {
    const open = this.listPending().length + this.refused.size + this.drafts.unfinishedQuestionIds.length
    return this.cache.token !== null && this.failure === null && !this.isBusy && open === 0
  }

  /** The saved selections with all pending entries applied. A new configuration with these is identical to the screen. */
  listSelections(): readonly SelectionInput[] {
    return mergeEntries(this.cache.selections(), this.listPending())
  }

  /** The state to draw: the service's state, with the pending entries applied as far as the client engine calculates them. */
  get displayedState(): ConfigurationCache {
    return this.predictedState?.state ?? this.cache
  }

  /** The selection with all pending entries applied. */
  selection(questionId: number): string | null {
    return (this.predictedState?.remainingEntries ?? this.listPending())
      .filter((entry) => entry.question_id === questionId)
      .reduce((value: string | null, entry) => applyEntry(value, entry.value), this.displayedState.selection(questionId))
  }

  protected listPending(): readonly PendingEntry[] {
    return [
      ...this.inFlightEntries,
      ...this.entriesToConfirm,
      ...(this.confirmedEntry === null ? [] : [this.confirmedEntry]),
      ...this.queuedEntries,
    ]
  }

  private listPendingFor(questionId: number): readonly PendingEntry[] {
    return this.listPending().filter((entry) => entry.question_id === questionId)
  }

  /** @param unfinished the shopper is still typing: a refusal or a confirmation dialog would disturb them */
  protected submit(questionId: number, value: EntryValue, unfinished: boolean): void {
    this.at = questionId
    if (value === this.selection(questionId)) {
      const open = this.listPendingFor(questionId)
      for (const entry of open) entry.unfinished &&= unfinished
      if (open.length === 0) {
        this.drafts.endDraft(questionId)
        this.refused.delete(questionId)
      } else void this.drain()
      return this.changed()
    }
    this.refused.delete(questionId)
    const entry = { question_id: questionId, value, unfinished }
    if (this.confirmedEntry !== null && !appendEntry([this.confirmedEntry], entry).includes(this.confirmedEntry))
      this.confirmedEntry = null
    this.queuedEntries = appendEntry(this.queuedEntries, entry)
    this.changed()
    void this.drain()
  }

  /** Sends the pending entries. */
  protected async drain(): Promise<void> {
    if (this.draining !== null || this.opening || this.confirming !== null || this.cache.token === null) return
    this.draining = this.sendAll()
    await this.draining
    this.draining = null
    if (this.failure !== null) return this.changed()
    if (this.queuedEntries.length > 0 && this.confirming === null) return this.drain()
    this.turn++
    this.changed()
    await this.settled()
  }

  private async sendAll(): Promise<void> {
    // Draw the entry first.
    await new Promise((resume) => setTimeout(resume))
    while ((this.confirmedEntry !== null || this.queuedEntries.length > 0) && this.confirming === null) {
      const { confirmedEntry } = this
      const entries = confirmedEntry === null ? selectNextEntries(this.queuedEntries, this.unansweredAttempt) : [confirmedEntry]
      if (confirmedEntry === null) this.queuedEntries = this.queuedEntries.slice(entries.length)
      this.confirmedEntry = null
      if (!(await this.send(entries, confirmedEntry !== null))) return
    }
  }

  /** False if no answer arrived: whether the entries were applied is unknown, so they are sent again with the same revision and key. */
  private async send(entries: readonly PendingEntry[], confirmed: boolean): Promise<boolean> {
    this.inFlightEntries = entries
    const verifyReply = this.predictor?.expectReply(entries, confirmed)
    this.guide.discardRequests()
    this.changed()
    const input = { selections: entries.map(toChangeEntry), revision: this.cache.revision, ...(confirmed && { confirmed }) }
    const token = this.cache.token!
    const attempt = createAttempt(token, input, entries, this.unansweredAttempt)
    const failed = await this.api!.change(token, input, attempt.key).then(
      (reply) => {
        verifyReply?.(reply)
        return this.applyReply(reply, entries)
      },
      (error: unknown) => this.recover(error, entries),
    )
    this.inFlightEntries = []
    this.unansweredAttempt = failed && attempt
    if (failed === null) this.succeed()
    else {
      if (confirmed) this.confirmedEntry = entries[0]!
      else this.queuedEntries = this.queuedEntries.reduce(appendEntry, entries)
      this.fail(failed)
    }
    return failed === null
  }

  /** Handles the answer to entries: changes, refusals, and confirmations. */
  private applyReply(reply: ConfigurationReply, entries: readonly PendingEntry[]): null {
    this.cache.merge(reply)
    if (reply.automatic.length > 0) this.showNotice({ changes: reply.automatic }, this.at)
    const until = reply.confirm?.index ?? entries.length
    const refusals = new Map(reply.refused.map(({ index, message }) => [index, message]))
    for (const [index, entry] of entries.slice(0, until).entries()) {
      const refusal = refusals.get(index)
      if (refusal === undefined) this.drafts.endDraft(entry.question_id, applyEntry(null, entry.value))
      else if (!entry.unfinished) this.refused.set(entry.question_id, refusal)
    }
    if (!reply.confirm) return null
    const [first, ...rest] = entries.slice(until)
    // Do not interrupt the shopper while they type: the entry is sent again when they leave the field.
    if (first?.unfinished === true) this.queuedEntries = this.queuedEntries.reduce(appendEntry, rest)
    else {
      this.confirming = reply.confirm
      this.entriesToConfirm = entries.slice(until)
    }
    return null
  }

  /** null if the entries are handled: a newer state was adopted, or an expired configuration renewed. */
  private async recover(error: unknown, entries: readonly PendingEntry[]): Promise<ApiFailure | null> {
    if (!(error instanceof ApiFailure)) throw error
    if (error.currentState !== null) {
      this.adopt(error.currentState, entries)
      return null
    }
    if (error.isReadOnly) return this.copy(entries)
    if (error.status !== 404) return error
    return (await this.renew(entries)) ? null : this.failure
  }

  /** Adopts a newer state, possibly caused by our own change whose answer was lost. Sends the entries that it does not contain. */
  protected adopt(present: ConfigurationReply, entries: readonly PendingEntry[]): void {
    const own = new Set(entries.map((entry) => entry.question_id))
    const differences = this.cache.replace(present).filter(({ question_id }) => !own.has(question_id))
    if (differences.length > 0) this.showNotice({ changes: differences }, this.at)
    const unapplied = findUnappliedEntries(entries, (questionId) => this.cache.selection(questionId))
    for (const { question_id, value } of entries) {
      if (!unapplied.some((pendingEntry) => pendingEntry.question_id === question_id))
        this.drafts.endDraft(question_id, applyEntry(null, value))
    }
    this.queuedEntries = this.queuedEntries.reduce(appendEntry, unapplied)
  }

  protected fail(failure: ApiFailure): void {
    this.failure = failure
    if (failure.isTemporary) this.retry.schedule()
    this.changed()
  }

  protected succeed(): void {
    this.failure = null
    this.retry.reset()
    this.changed()
  }
}
