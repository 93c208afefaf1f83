// Answers the storefront's configurator inside the admin: what it asks of the shop goes to the workshop's server, with what is typed.
import type { Draft, Held, ShopReply, ShopRequest } from '../../transport/workshop/shape.js'
import { ask } from '../ground/api.js'
import { Problem } from '../ground/problem.js'
import { root } from '../ground/root.js'
import { createStore } from '../ground/store.js'

/** As whom the configurator is looked at. */
export interface Looker {
  readonly group: number | null
  readonly currency: string | null
}

export interface Hidden {
  readonly id: number
  readonly applies: boolean
}

export interface Explanation {
  readonly applies: boolean
  readonly sentences: readonly string[]
  /** What would bring it: the changes of each way, in their order. */
  readonly remedies: readonly { readonly changes: readonly { readonly question_id: number; readonly value: string | null }[] }[]
}

interface ConfigurationData {
  readonly configuration?: unknown
  readonly questions?: readonly Hidden[]
}

const bridges = new Map<string, Bridge>()
let hears = false

/** What the configurator asks for below the address of a bridge is answered here; everything else goes to the service. */
function hear(): void {
  if (hears) return
  hears = true
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const bridge = [...bridges].find(([base]) => url.startsWith(`${base}/`))?.[1]
    return bridge ? bridge.answer(url, typeof init?.body === 'string' ? init.body : undefined) : ask(input, init)
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}

const response = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export class Bridge {
  /** The address below which the configurator believes its API to lie; pictures do. */
  readonly base: string
  /** Why what is typed cannot be shown. */
  readonly refused = createStore<string | null>(null)
  /** Which questions apply, by id. */
  readonly applying = createStore<ReadonlyMap<number, boolean>>(new Map())
  /** Another one begins the configurator anew, with what was chosen so far. */
  readonly token = createStore(newToken())
  /** True once the configurator has been answered: what is less urgent begins then. */
  readonly answered = createStore(false)
  private held: Held | null = null
  private drafts: readonly Draft[] = []
  private looker: Looker = { group: null, currency: null }
  private revision = 0
  private sight = ''
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly product: number) {
    this.base = `${root}api/workshop/${product}/shop`
  }

  open(): () => void {
    hear()
    bridges.set(this.base, this)
    return () => void bridges.delete(this.base)
  }

  /** True until it was said what to show first. */
  get isNew(): boolean {
    return this.sight === ''
  }

  /** Shows the product with these drafts, to this customer; anew where any of it, or what is stored, is another one. */
  show(drafts: readonly Draft[], looker: Looker, stored: number): void {
    const sight = JSON.stringify([drafts, looker, stored])
    if (sight === this.sight) return
    const isFirst = this.isNew
    this.sight = sight
    this.drafts = drafts
    this.looker = looker
    if (!isFirst) this.again()
  }

  /** Puts choices in the place of what was chosen. */
  choose(selections: Held['selections']): void {
    const empty: Held = { selections, history: '', currency_id: null, country_id: null, state_id: null }
    this.held = { ...empty, ...this.held, history: '', selections }
    this.again()
  }

  /** Begins with nothing chosen. */
  reset(): void {
    this.held = null
    this.again()
  }

  /** Whether a question applies, and why not; null where there is nothing to be said. */
  async explain(question: number): Promise<Explanation | null> {
    const path = `configurations/${this.token.get()}/explanation`
    const data = (await this.call(path, { question_id: String(question) }, undefined)) as { explanation: Explanation | null }
    return data.explanation
  }

  async answer(url: string, body: string | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.origin)
    const path = decodeURIComponent(pathname.slice(this.base.length + 1))
    // Only the server knows what is typed: nothing is to be reckoned without it.
    if (path.endsWith('/program')) return response({ data: { source: null } })
    const sent = body === undefined ? undefined : (JSON.parse(body) as Record<string, unknown>)
    try {
      return response({ data: await this.call(path, Object.fromEntries(searchParams), sent) })
    } catch (error) {
      if (error instanceof Problem && error.status > 0) return response(error.body, error.status)
      throw error
    }
  }

  /** One after the other: each goes on from what the last one left. */
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
      held: this.held,
      call: { path, token, query, ...(body && { body }) },
    }
    const { data, held, refused } = await ask<ShopReply>('POST', `workshop/${this.product}/shop`, { body: request })
    // An answer to what has been begun anew meanwhile says nothing any more.
    if (token !== this.token.get()) return data
    this.refused.set(refused)
    if (held) this.held = held
    // Guidance changes nothing: it speaks of what stands.
    if (path.endsWith('/guidance')) return { ...(data as object), revision: this.revision }
    return this.counted(data as ConfigurationData)
  }

  /** Notes what is hidden now; the server, which keeps nothing, counts no revisions. */
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
    this.token.set(newToken())
  }
}
