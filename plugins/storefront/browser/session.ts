// The configuration as the browser knows it: the last reply merged in, entries on their way, and what waits for the shopper's word.
import type { SelectionInput } from '#core/engine/program/configure.js'
import type { PriceReply } from '#core/shop/price.js'
import type { AutomaticChange } from '#core/engine/program/settle.js'
import type { AnswerReply, Missing, QuestionReply } from '#core/engine/program/view.js'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { ConfigurationReply, ConfirmReply } from '#core/commerce/configuration/define.js'
import { RuntimeApi, ServiceFailure } from './api.js'
import { keepToken, keptToken } from './kept-token.js'

export interface SessionOptions {
  readonly api: string
  readonly product: number
  readonly language: string
  readonly currency: string | null
  readonly shopper: string | null
}

function productOf({ product, currency }: SessionOptions): { readonly product_id: number; readonly currency?: string } {
  return currency === null ? { product_id: product } : { product_id: product, currency }
}

export class Session implements ReactiveController {
  catalogue: ProductReply | null = null
  readonly questions = new Map<number, QuestionReply>()
  readonly answers = new Map<number, AnswerReply>()
  missing: readonly Missing[] = []
  price: PriceReply | null = null
  weight = 0
  /** Refusals by question, until the shopper enters something else there. */
  readonly refused = new Map<number, string>()
  /** Entries that are not answered yet, or were refused, by question. */
  readonly drafts = new Map<number, string>()
  automatic: readonly AutomaticChange[] = []
  /** Answers that no longer lead to a whole configuration; empty where the product asks for no guidance. */
  deadEnds: ReadonlySet<number> = new Set()
  confirming: ConfirmReply | null = null
  busy = false
  /** True after a configuration expired and a new one took its entries. */
  renewed = false
  failure: ServiceFailure | null = null

  private token: string | null = null
  private api: RuntimeApi | null = null
  private options: SessionOptions | null = null
  private waiting: SelectionInput[] = []
  private held: readonly SelectionInput[] = []
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this)
  }

  hostDisconnected(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }

  /** Loads the product and resumes or starts its configuration; failures stand in `failure`. */
  async open(options: SessionOptions): Promise<void> {
    this.options = options
    this.api = new RuntimeApi(options.api, options.language, options.shopper)
    await this.guarded(async (api) => {
      const [catalogue, reply] = await Promise.all([
        api.product(options.product, options.currency),
        this.resumeOrStart(api, options),
      ])
      this.catalogue = catalogue
      this.take(reply)
    })
    await this.guide()
  }

  /** Sends an entry; those that wait for the same question are replaced by it. */
  select(questionId: number, value: string | null): void {
    clearTimeout(this.timers.get(questionId))
    this.timers.delete(questionId)
    const entry = value === null || value.trim() === '' ? null : value
    if (
      entry === (this.questions.get(questionId)?.selection ?? null) &&
      !this.waiting.some((one) => one.question_id === questionId)
    ) {
      this.drafts.delete(questionId)
      this.refused.delete(questionId)
      this.host.requestUpdate()
      return
    }
    this.drafts.set(questionId, entry ?? '')
    this.refused.delete(questionId)
    this.waiting = [...this.waiting.filter((one) => one.question_id !== questionId), { question_id: questionId, value: entry }]
    void this.drain()
  }

  /** Notes an unfinished entry and sends it after a pause. */
  type(questionId: number, value: string): void {
    clearTimeout(this.timers.get(questionId))
    this.drafts.set(questionId, value)
    this.timers.set(
      questionId,
      setTimeout(() => this.select(questionId, value), 450),
    )
    this.host.requestUpdate()
  }

  /** The shopper's word on the changes that `confirming` announced. */
  async answer(agreed: boolean): Promise<void> {
    const asked = this.confirming
    if (asked === null) return
    const [entry, ...rest] = this.held
    this.confirming = null
    this.held = []
    this.waiting = [...rest, ...this.waiting]
    if (!agreed || entry === undefined) this.drafts.delete(entry?.question_id ?? 0)
    else await this.send([entry], true)
    await this.drain()
  }

  /** Uploads a file for a question and selects it. */
  async upload(questionId: number, file: File): Promise<void> {
    const { token } = this
    if (token === null) return
    this.refused.delete(questionId)
    try {
      const id = await this.api!.upload(token, questionId, file)
      this.select(questionId, id)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      this.refused.set(questionId, error.message)
      this.host.requestUpdate()
    }
  }

  /** Begins anew with given selections: a saved example. What it holds now is left behind. */
  async begin(selections: readonly SelectionInput[]): Promise<void> {
    const options = this.options!
    this.waiting = []
    await this.guarded(async (api) => {
      this.drafts.clear()
      this.refused.clear()
      this.automatic = []
      this.take(await api.start({ ...productOf(options), selections }))
    })
    await this.guide()
  }

  /** The address of a picture of the product. */
  picture(name: string): string {
    return this.api!.picture(this.options!.product, name)
  }

  dismissNotices(): void {
    this.automatic = []
    this.renewed = false
    this.host.requestUpdate()
  }

  /** Sends again what could not be sent. */
  async retry(): Promise<void> {
    this.failure = null
    await this.drain()
  }

  private async resumeOrStart(api: RuntimeApi, options: SessionOptions): Promise<ConfigurationReply> {
    const token = keptToken(options.product)
    if (token !== null) {
      try {
        return await api.read(token)
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.status !== 404) throw error
      }
    }
    return api.start(productOf(options))
  }

  private async drain(): Promise<void> {
    if (this.busy || this.confirming !== null) return this.host.requestUpdate()
    while (this.waiting.length > 0 && this.confirming === null && this.failure === null) {
      const entries = this.waiting
      this.waiting = []
      await this.send(entries, false)
    }
    await this.guide()
  }

  /** Asks for guidance where the product wants it. Rules are the truth: what cannot be had is left out in silence. */
  private async guide(): Promise<void> {
    const { token, catalogue } = this
    if (token === null || (catalogue?.product.guidance ?? 'off') === 'off') return
    try {
      const { configuration, dead_ends } = await this.api!.guidance(token)
      if (configuration === this.token) this.deadEnds = new Set(dead_ends)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      this.deadEnds = new Set()
    }
    this.host.requestUpdate()
  }

  private async send(entries: readonly SelectionInput[], confirmed: boolean): Promise<void> {
    const sent = await this.guarded(async (api) => {
      try {
        this.take(await api.change(this.token!, entries, confirmed), entries)
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.status !== 404) throw error
        await this.renew(api, entries)
      }
    })
    if (!sent) this.waiting = [...entries, ...this.waiting]
  }

  /** An expired configuration is replaced by one with the same entries. */
  private async renew(api: RuntimeApi, entries: readonly SelectionInput[]): Promise<void> {
    const options = this.options!
    const kept = [...this.questions.values()].map((question) => ({ question_id: question.id, value: question.selection }))
    const selections = [...kept.filter((one) => !entries.some((entry) => entry.question_id === one.question_id)), ...entries]
    const given = selections.filter((one) => one.value !== null)
    this.take(await api.start({ ...productOf(options), selections: given }))
    this.drafts.clear()
    this.renewed = true
  }

  private take(reply: ConfigurationReply, entries: readonly SelectionInput[] = []): void {
    this.token = reply.configuration
    keepToken(reply.product_id, reply.configuration)
    for (const question of reply.questions) this.questions.set(question.id, question)
    for (const answer of reply.answers) this.answers.set(answer.id, answer)
    this.missing = reply.missing
    this.price = reply.price
    this.weight = reply.weight
    if (reply.automatic.length > 0) this.automatic = reply.automatic
    for (const refusal of reply.refused) {
      const entry = entries[refusal.index]
      if (entry) this.refused.set(entry.question_id, refusal.message)
    }
    this.confirming = reply.confirm ?? null
    this.held = reply.confirm ? entries.slice(reply.confirm.index) : []
    const open = new Set([...this.held, ...this.waiting].map((entry) => entry.question_id))
    for (const entry of entries) {
      if (!this.refused.has(entry.question_id) && !open.has(entry.question_id)) this.drafts.delete(entry.question_id)
    }
  }

  /** Runs one exchange with the service; false where it failed and `failure` says why. */
  private async guarded(exchange: (api: RuntimeApi) => Promise<void>): Promise<boolean> {
    this.busy = true
    this.failure = null
    this.host.requestUpdate()
    try {
      await exchange(this.api!)
      return true
    } catch (error) {
      this.failure = error instanceof ServiceFailure ? error : new ServiceFailure(0, String(error), { cause: error })
      return false
    } finally {
      this.busy = false
      this.host.requestUpdate()
    }
  }
}
