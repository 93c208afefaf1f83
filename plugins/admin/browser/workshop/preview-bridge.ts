// Connects the storefront's configurator in the admin to the workshop API, which applies unsaved changes.
import type { WorkshopDraft, PreviewState, ShopReply, ShopRequest } from '../../api/workshop/workshop-shape.js'
import { requestBody, ApiError } from '../base/api.js'
import { createStore } from '../base/store.js'
import { getRootPath } from '../base/screen-location.js'

/** The simulated shopper. */
interface SimulatedShopper {
  readonly group: number | null
  readonly currency: string | null
}

interface QuestionApplicability {
  readonly id: number
  readonly applies: boolean
}

interface ApplicabilityExplanation {
  readonly applies: boolean
  readonly sentences: readonly string[]
  /** What makes the question apply: each remedy is a list of changes, in order. */
  readonly remedies: readonly { readonly changes: readonly { readonly question_id: number; readonly value: string | null }[] }[]
}

interface ConfigurationData {
  readonly configuration?: unknown
  readonly questions?: readonly QuestionApplicability[]
}

const bridges = new Map<string, PreviewBridge>()
let isListening = false

/** Intercepts fetch calls below a bridge's address. All other calls go to the service. */
function interceptFetch(): void {
  if (isListening) return
  isListening = true
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const bridge = [...bridges].find(([base]) => url.startsWith(`${base}/`))?.[1]
    return bridge ? bridge.answer(url, typeof init?.body === 'string' ? init.body : undefined) : ask(input, init)
  }
}

const tokenLetters = 'abcdefghijklmnopqrstuvwxyz'

function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => tokenLetters[byte % tokenLetters.length]).join('')
}

const createResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export class PreviewBridge {
  /** The base address of the API as the configurator sees it. Pictures are served below it too. */
  readonly base: string
  /** The reason why unsaved changes cannot be shown. */
  readonly refused = createStore<string | null>(null)
  /** Whether a question applies, by id. */
  readonly applying = createStore<ReadonlyMap<number, boolean>>(new Map())
  /** A new token restarts the configurator with the current selections. */
  readonly token = createStore(createToken())
  /** True after the first reply to the configurator. Less urgent work starts then. */
  readonly answered = createStore(false)
  private state: PreviewState | null = null
  private drafts: readonly WorkshopDraft[] = []
  private looker: SimulatedShopper = { group: null, currency: null }
  private revision = 0
  private sight = ''
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly product: number) {
    this.base = `${getRootPath()}api/workshop/${product}/shop`
  }

  open(): () => void {
    interceptFetch()
    bridges.set(this.base, this)
    return () => void bridges.delete(this.base)
  }

  /** True until the first call of `show`. */
  get isNew(): boolean {
    return this.sight === ''
  }

  /** Shows the product with these drafts to this shopper. Restarts the configurator if anything changed, including stored data. */
  show(drafts: readonly WorkshopDraft[], looker: SimulatedShopper, stored: number): void {
    const sight = JSON.stringify([drafts, looker, stored])
    if (sight === this.sight) return
    const isFirst = this.isNew
    this.sight = sight
    this.drafts = drafts
    this.looker = looker
    if (!isFirst) this.again()
  }

  /** Replaces the selections. */
  choose(selections: PreviewState['selections']): void {
    const empty: PreviewState = { selections, history: '', currency_id: null, country_id: null, state_id: null }
    this.state = { ...empty, ...this.state, history: '', selections }
    this.again()
  }

  /** Restarts without selections. */
  reset(): void {
    this.state = null
    this.again()
  }

  /** Whether a question applies, and why not. null if there is no explanation. */
  async explain(question: number): Promise<ApplicabilityExplanation | null> {
    const path = `configurations/${this.token.get()}/explanation`
    const data = (await this.call(path, { question_id: String(question) }, undefined)) as {
      explanation: ApplicabilityExplanation | null
    }
    return data.explanation
  }

  async answer(url: string, body: string | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.origin)
    const path = decodeURIComponent(pathname.slice(this.base.length + 1))
    // Only the server knows the unsaved changes, so client-side calculation is disabled.
    if (path.endsWith('/program')) return createResponse({ data: { source: null } })
    const input = body === undefined ? undefined : (JSON.parse(body) as Record<string, unknown>)
    try {
      return createResponse({ data: await this.call(path, Object.fromEntries(searchParams), input) })
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) return createResponse(error.body, error.status)
      throw error
    }
  }

  /** Calls run one after the other: each continues from the state of the previous one. */
  private call(
    path: string,
    query: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<unknown> {
    const next = this.last.then(() => this.send(path, query, body))
    this.last = next.catch(() => undefined)
    if (path.startsWith('configurations')) void this.last.then(() => this.answered.set(true))
    return next
  }

  private async send(
    path: string,
    query: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<unknown> {
    const token = this.token.get()
    const request: ShopRequest = {
      customer_group_id: this.looker.group,
      currency: this.looker.currency,
      drafts: this.drafts,
      state: this.state,
      call: { path, token, query, ...(body && { body }) },
    }
    const {
      data,
      state: previewState,
      refused,
    } = await requestBody<ShopReply>('POST', `workshop/${this.product}/shop`, { body: request })
    // The configuration was restarted during the call, so the reply is outdated.
    if (token !== this.token.get()) return data
    this.refused.set(refused)
    if (previewState) this.state = previewState
    // Guidance changes nothing, so it belongs to the current revision.
    if (path.endsWith('/guidance')) return { ...(data as object), revision: this.revision }
    return this.counted(data as ConfigurationData)
  }

  /** Records hidden questions and counts revisions. The server stores no state and counts none. */
  private counted(data: ConfigurationData): unknown {
    if (typeof data.configuration !== 'string') return data
    if (data.questions) {
      const applying = new Map(this.applying.get())
      for (const { id, applies } of data.questions) applying.set(id, applies)
      this.applying.set(applying)
    }
    this.revision += 1
    return { ...data, revision: this.revision }
  }

  private again(): void {
    this.applying.set(new Map())
    this.token.set(createToken())
  }
}
