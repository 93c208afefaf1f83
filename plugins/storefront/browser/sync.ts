// Sends entries to the service, one request at a time, each with the revision it is based on, until all are answered.
import type { ConfigurationReply, ConfirmReply } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'
import type { RuntimeApi } from './api.js'
import { type Attempt, attemptOf, nextOf } from './attempt.js'
import { ServiceFailure } from './service.js'
import { type Draft, Drafts } from './drafts.js'
import { Guide } from './guide.js'
import { Holding } from './holding.js'
import type { Notice } from './notice.js'
import { applied, type EntryValue, joined, merged, type Pending, plain, stillWanted } from './pending.js'
import { Retry } from './retry.js'
import type { Painted, Reckoning } from './reckoning.js'

export interface Problem {
  readonly question_id: number
  /** '' if no reason is known. */
  readonly message: string
}

export abstract class Sync {
  readonly holding = new Holding()
  /** The client engine; null until it has loaded, or if the shop does not use it. */
  reckoner: Reckoning | null = null
  readonly guide = new Guide()
  /** Refusals by question, until the shopper enters something else there. */
  readonly refused = new Map<number, string | ServiceFailure>()
  /** The question at which the shopper acted last. */
  at: number | null = null
  /** The confirmation that the service requires before it applies an entry. */
  confirming: ConfirmReply | null = null
  failure: ServiceFailure | null = null
  /** Increments when all entries are answered. */
  turn = 0

  api: RuntimeApi | null = null
  protected readonly drafts = new Drafts()
  waiting: readonly Pending[] = []
  underWay: readonly Pending[] = []
  /** The entry that waits for the shopper's confirmation, and the entries after it. */
  asked: readonly Pending[] = []
  /** The entry that the shopper confirmed. */
  agreed: Pending | null = null
  /** While a configuration is being opened, nothing is sent. */
  protected opening = false
  protected draining: Promise<void> | null = null
  private painted: Painted | null = null
  /** The last change, if no answer to it arrived. */
  private unsure: Attempt | null = null
  protected readonly retry = new Retry(() => void this.again())

  /** Draws again, and stores unconfirmed entries for a reload. */
  protected changed(): void {
    this.painted = this.reckoner?.paint() ?? null
  }
  abstract tell(notice: Notice, at: number | null): void
  /** Replaces an expired configuration by a new one with the entries; false if no answer arrived. */
  abstract renew(entries: readonly Pending[]): Promise<boolean>
  /** The configuration is read-only: creates a copy for the entries. null on success. */
  protected abstract copy(entries: readonly Pending[]): Promise<ServiceFailure | null>
  /** All entries are answered. */
  protected abstract settled(): Promise<void>
  /** Retries what got no answer. */
  abstract again(): Promise<void>

  /** A request is in progress. */
  abstract get busy(): boolean

  get questions(): Holding['questions'] {
    return this.shown.questions
  }

  get answers(): Holding['answers'] {
    return this.shown.answers
  }

  get missing(): Holding['missing'] {
    return this.shown.missing
  }

  get price(): Holding['price'] {
    return this.shown.price
  }

  draft(questionId: number): Draft | undefined {
    return this.drafts.of(questionId)
  }

  /** An entry on the screen is invalid and not included in the price. */
  get isFaulty(): boolean {
    return this.refused.size + this.drafts.unfit.length > 0
  }

  /** The problems that keep the configuration incomplete, in page order: missing entries and invalid entries. */
  get problems(): readonly Problem[] {
    const found = new Map(this.missing.map(({ question_id, message }) => [question_id, message]))
    for (const id of this.drafts.unfit) found.set(id, '')
    for (const [id, refusal] of this.refused) found.set(id, typeof refusal === 'string' ? refusal : (refusal.sentence ?? ''))
    return [...this.questions.keys()].flatMap((id) => (found.has(id) ? { question_id: id, message: found.get(id)! } : []))
  }

  /** Entries that the price does not include: invalid, not known to have reached the service, or priced by the service only. */
  get unsaved(): boolean {
    return this.isFaulty || ((this.failure !== null || this.reckoner?.tellsPrices === false) && this.open().length > 0)
  }

  /** No request is pending: all entries are answered, failed, or wait for the shopper's confirmation. */
  get quiet(): boolean {
    return !this.busy && (this.open().length === 0 || this.failure !== null || this.confirming !== null)
  }

  /** The service has saved all that is on the screen. */
  get upToDate(): boolean {
    const open = this.open().length + this.refused.size + this.drafts.unfinished.length
    return this.holding.token !== null && this.failure === null && !this.busy && open === 0
  }

  /** The saved selections with all pending entries applied. A new configuration with these is identical to the screen. */
  entered(): readonly SelectionInput[] {
    return merged(this.holding.selections(), this.open())
  }

  /** The state to draw: the service's state, with the pending entries applied as far as the client engine calculates them. */
  get shown(): Holding {
    return this.painted?.shown ?? this.holding
  }

  /** The selection with all pending entries applied. */
  selection(questionId: number): string | null {
    return (this.painted?.left ?? this.open())
      .filter((entry) => entry.question_id === questionId)
      .reduce((value: string | null, entry) => applied(value, entry.value), this.shown.selection(questionId))
  }

  protected open(): readonly Pending[] {
    return [...this.underWay, ...this.asked, ...(this.agreed === null ? [] : [this.agreed]), ...this.waiting]
  }

  private entriesOf(questionId: number): readonly Pending[] {
    return this.open().filter((entry) => entry.question_id === questionId)
  }

  /** @param unfinished the shopper is still typing: a refusal or a confirmation dialog would disturb them */
  protected submit(questionId: number, value: EntryValue, unfinished: boolean): void {
    this.at = questionId
    if (value === this.selection(questionId)) {
      const open = this.entriesOf(questionId)
      for (const entry of open) entry.unfinished &&= unfinished
      if (open.length === 0) {
        this.drafts.settle(questionId)
        this.refused.delete(questionId)
      } else void this.drain()
      return this.changed()
    }
    this.refused.delete(questionId)
    const entry = { question_id: questionId, value, unfinished }
    if (this.agreed !== null && !joined([this.agreed], entry).includes(this.agreed)) this.agreed = null
    this.waiting = joined(this.waiting, entry)
    this.changed()
    void this.drain()
  }

  /** Sends the pending entries. */
  protected async drain(): Promise<void> {
    if (this.draining !== null || this.opening || this.confirming !== null || this.holding.token === null) return
    this.draining = this.sendAll()
    await this.draining
    this.draining = null
    if (this.failure !== null) return this.changed()
    if (this.waiting.length > 0 && this.confirming === null) return this.drain()
    this.turn++
    this.changed()
    await this.settled()
  }

  private async sendAll(): Promise<void> {
    // Draw the entry first.
    await new Promise((resume) => setTimeout(resume))
    while ((this.agreed !== null || this.waiting.length > 0) && this.confirming === null) {
      const { agreed } = this
      const entries = agreed === null ? nextOf(this.waiting, this.unsure) : [agreed]
      if (agreed === null) this.waiting = this.waiting.slice(entries.length)
      this.agreed = null
      if (!(await this.send(entries, agreed !== null))) return
    }
  }

  /** False if no answer arrived: whether the entries were applied is unknown, so they are sent again with the same revision and key. */
  private async send(entries: readonly Pending[], confirmed: boolean): Promise<boolean> {
    this.underWay = entries
    const judge = this.reckoner?.expect(entries, confirmed)
    this.guide.forget()
    this.changed()
    const input = { selections: entries.map(plain), revision: this.holding.revision, ...(confirmed && { confirmed }) }
    const token = this.holding.token!
    const attempt = attemptOf(token, input, entries, this.unsure)
    const failed = await this.api!.change(token, input, attempt.key).then(
      (reply) => {
        judge?.(reply)
        return this.take(reply, entries)
      },
      (error: unknown) => this.recover(error, entries),
    )
    this.underWay = []
    this.unsure = failed && attempt
    if (failed === null) this.succeed()
    else {
      if (confirmed) this.agreed = entries[0]!
      else this.waiting = this.waiting.reduce(joined, entries)
      this.fail(failed)
    }
    return failed === null
  }

  /** Handles the answer to entries: changes, refusals, and confirmations. */
  private take(reply: ConfigurationReply, entries: readonly Pending[]): null {
    this.holding.merge(reply)
    if (reply.automatic.length > 0) this.tell({ changes: reply.automatic }, this.at)
    const until = reply.confirm?.index ?? entries.length
    const refusals = new Map(reply.refused.map(({ index, message }) => [index, message]))
    for (const [index, entry] of entries.slice(0, until).entries()) {
      const refusal = refusals.get(index)
      if (refusal === undefined) this.drafts.settle(entry.question_id, applied(null, entry.value))
      else if (!entry.unfinished) this.refused.set(entry.question_id, refusal)
    }
    if (!reply.confirm) return null
    const [first, ...rest] = entries.slice(until)
    // Do not interrupt the shopper while they type: the entry is sent again when they leave the field.
    if (first?.unfinished === true) this.waiting = this.waiting.reduce(joined, rest)
    else {
      this.confirming = reply.confirm
      this.asked = entries.slice(until)
    }
    return null
  }

  /** null if the entries are handled: a newer state was adopted, or an expired configuration renewed. */
  private async recover(error: unknown, entries: readonly Pending[]): Promise<ServiceFailure | null> {
    if (!(error instanceof ServiceFailure)) throw error
    if (error.present !== null) {
      this.adopt(error.present, entries)
      return null
    }
    if (error.isReadOnly) return this.copy(entries)
    if (error.status !== 404) return error
    return (await this.renew(entries)) ? null : this.failure
  }

  /** Adopts a newer state, possibly caused by our own change whose answer was lost. Sends the entries that it does not contain. */
  protected adopt(present: ConfigurationReply, entries: readonly Pending[]): void {
    const own = new Set(entries.map((entry) => entry.question_id))
    const differences = this.holding.replace(present).filter(({ question_id }) => !own.has(question_id))
    if (differences.length > 0) this.tell({ changes: differences }, this.at)
    const wanted = stillWanted(entries, (questionId) => this.holding.selection(questionId))
    for (const { question_id, value } of entries) {
      if (!wanted.some((one) => one.question_id === question_id)) this.drafts.settle(question_id, applied(null, value))
    }
    this.waiting = this.waiting.reduce(joined, wanted)
  }

  protected fail(failure: ServiceFailure): void {
    this.failure = failure
    if (failure.passing) this.retry.later()
    this.changed()
  }

  protected succeed(): void {
    this.failure = null
    this.retry.succeeded()
    this.changed()
  }
}
