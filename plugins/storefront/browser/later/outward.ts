// The configurator's face to the page around it: what it is asked to do, and what it tells as events.
import type { ChangeEntry, ConfigurationReply, SharedReply } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'
import type { MissingEntry } from '#core/engine/program/configuration-view.js'
import type { PriceReply } from '#core/shop/price.js'
import { priced } from '../api.js'
import type { Controller, DrawnElement } from '../drawn-element.js'
import { anchorOf } from '../question.js'
import { ServiceFailure } from '../service.js'
import type { Problem } from '../sync.js'
import type { WorkedOn } from '../worked-on.js'
import type { Way } from '../way.js'
import { FocusKeeper } from './focus-keeper.js'

/** The detail of `svc-change`, and what the methods resolve with. */
export interface ConfiguratorState {
  /** The token of the configuration on the screen; null before there is one. */
  readonly configuration: string | null
  readonly product: number
  readonly revision: number
  /** An ISO code. */
  readonly currency: string | null
  /** Of one piece; null where the shopper may not see prices. */
  readonly price: PriceReply | null
  readonly missing: readonly MissingEntry[]
  /** The missing entries and those that the shop does not take, in the order of the page; `message` is '' for one that is being typed. */
  readonly problems: readonly Problem[]
  /** True: nothing is missing, and the service holds all that stands on the screen. */
  readonly complete: boolean
}

/** What every detail says. */
interface Named {
  readonly configuration: string | null
  readonly product: number
}

/** What each event tells beside the configuration and the product, once for each time that it differs. */
export interface ConfiguratorEvents {
  /** Drawn, and can be used. */
  'svc-ready': Named
  'svc-change': ConfiguratorState
  'svc-price': Named & Pick<ConfiguratorState, 'currency' | 'price'>
  /** The page of the product that is open, by its id; where they stand one below the other, the first. */
  'svc-page': Named & { readonly page: number }
  /** Ids of the questions that are missing something, none of what anybody entered. */
  'svc-missing': Named & { readonly questions: readonly number[] }
  /** `status` is that of the service's answer: 0 where none came, null where it is only an entry that was refused. */
  'svc-error': Named & { readonly status: number | null; readonly questions: readonly number[] }
  /** With the selections the page opens another configuration that is the same. */
  'svc-expired': Named & { readonly selections: readonly SelectionInput[] }
}

/** What of the element it needs. */
export interface Faced extends DrawnElement {
  readonly product: number
  readonly configuration: string
  goTo(questionId: number): Promise<void>
}

export class Outward implements Controller {
  private readonly focusKeeper: FocusKeeper
  private readonly said = new Map<string, string>()
  private expired: string | null = null
  private waiting: ((state: ConfiguratorState) => void)[] = []

  constructor(
    private readonly host: Faced,
    private readonly session: WorkedOn,
    private readonly way: Way,
  ) {
    const [, wanted] = /^#question-(\d+)$/.exec(location.hash) ?? []
    if (wanted !== undefined) void this.settled().then(() => this.goTo(Number(wanted)))
    session.undo = () => void this.step('undo')
    this.focusKeeper = new FocusKeeper(host)
    host.addController(this)
    host.requestUpdate()
  }

  /** Once nothing is on its way any more; what is being typed counts as finished. */
  settled(): Promise<ConfiguratorState> {
    this.session.finish()
    this.host.requestUpdate()
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  /** Enters as the shopper would. Throws a RangeError where the product has no such question. */
  select(questionId: number, value: ChangeEntry['value']): Promise<ConfiguratorState> {
    if (!this.session.questions.has(questionId))
      throw new RangeError(`The product ${this.host.product} has no question ${questionId}.`)
    this.session.enter(questionId, value)
    return this.settled()
  }

  /** Begins anew with nothing entered; the shopper can go back to what he had. */
  async reset(): Promise<ConfiguratorState> {
    await this.session.begin('', [])
    return this.settled()
  }

  /** Takes the shopper's last change back, or makes it again: the answer is what stands on the screen then. */
  async step(verb: 'redo' | 'undo'): Promise<ConfiguratorState> {
    const { session } = this
    await this.settled()
    if (session.failure === null && session.confirming === null) {
      await session.exchange(async (api) => {
        const { token, revision } = session.holding
        const reply = await api.below<ConfigurationReply>(token!, `/${verb}`, { revision }, priced).catch((error: unknown) => {
          // Another tab came first: what it made of the configuration is what there is to see.
          if (!(error instanceof ServiceFailure)) throw error
          if (error.status === 422) return api.read(token!)
          if (error.present === null) throw error
          return error.present
        })
        session.forget()
        session.holding.replace(reply)
        if (reply.automatic.length > 0) session.tell({ changes: reply.automatic }, session.at)
      })
    }
    return this.settled()
  }

  /** The address under which everybody can look at what stands on the screen. */
  async share(): Promise<string> {
    return (await this.session.ask<SharedReply>('/share', {})).url
  }

  /** Shows the shopper the first entry that is missing or not taken. */
  async validate(): Promise<ConfiguratorState> {
    const state = await this.settled()
    const [first] = state.problems
    if (first !== undefined) await this.goTo(first.question_id)
    return state
  }

  /** Opens the page of a question and puts the focus there. */
  async goTo(questionId: number): Promise<void> {
    const { host } = this
    const pages = this.session.catalogue?.product.pages ?? []
    const page = pages.find((one) => one.questions.some((question) => question.id === questionId))
    if (page) this.way.go(page.id)
    await host.updateComplete
    const block = host.renderRoot.querySelector<HTMLElement>(`#${anchorOf(questionId)}`)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    block?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
    // An answer that is not possible now cannot have the focus.
    block
      ?.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), select:enabled, textarea:enabled')
      ?.focus({ preventScroll: true })
  }

  hostUpdated(): void {
    const { session } = this
    const { failure, refused } = session
    this.focusKeeper.keep(session.confirming !== null)
    this.tellExpiry()
    if (failure === null && refused.size === 0) this.said.delete('svc-error')
    else this.tell('svc-error', { status: failure?.status ?? null, questions: [...refused.keys()] })
    if (!session.quiet || (session.catalogue === null && failure === null)) return
    const state = this.state()
    for (const resolve of this.waiting.splice(0)) resolve(state)
    if (state.configuration === null || session.catalogue === null) return
    const { currency, price, missing } = state
    this.tell('svc-ready', {})
    this.tell('svc-page', { page: this.way.open })
    this.tell('svc-price', { currency, price })
    this.tell('svc-missing', { questions: missing.map(({ question_id }) => question_id) })
    this.tell('svc-change', state)
  }

  private state(): ConfiguratorState {
    const { session, host } = this
    const { token, revision } = session.holding
    const { missing, price, problems } = session
    return {
      ...{ configuration: token, product: host.product, revision, missing, price, problems },
      currency: session.catalogue?.shop.currency.code ?? null,
      complete: session.upToDate && missing.length === 0,
    }
  }

  /** Of a configuration that the page has given: any other is renewed. */
  private tellExpiry(): void {
    const { configuration } = this.host
    if (configuration === '' || this.session.failure?.status !== 404 || this.expired === configuration) return
    this.expired = configuration
    this.tell('svc-expired', { configuration, selections: this.session.entered() })
  }

  private tell<Name extends keyof ConfiguratorEvents>(
    name: Name,
    told: Omit<ConfiguratorEvents[Name], keyof Named> & Partial<Named>,
  ): void {
    const detail = { configuration: this.session.holding.token, product: this.host.product, ...told }
    const text = JSON.stringify(detail)
    if (this.said.get(name) === text) return
    this.said.set(name, text)
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
