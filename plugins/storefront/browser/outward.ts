// What the page around the element hears: the configuration's key and price whenever they change, and that it has expired.
import type { SelectionInput } from '#core/engine/program/configure.js'
import type { Missing } from '#core/engine/program/view.js'
import type { PriceReply } from '#core/shop/price.js'
import type { Controller, DrawnElement } from './drawn-element.js'
import type { Session } from './session.js'

/** The detail of `svc-change`, and what `settled` resolves with. */
export interface ConfiguratorState {
  /** The token of the configuration on the screen; null before there is one. */
  readonly configuration: string | null
  readonly product: number
  readonly revision: number
  /** An ISO code. */
  readonly currency: string | null
  /** Of one piece; null where the shopper may not see prices. */
  readonly price: PriceReply | null
  readonly missing: readonly Missing[]
  /** True: nothing is missing, and the service holds all that stands on the screen. */
  readonly complete: boolean
}

/** The detail of `svc-expired`: with the selections the page opens another configuration that is the same. */
export interface ExpiredConfiguration {
  readonly configuration: string
  readonly product: number
  readonly selections: readonly SelectionInput[]
}

export class Outward implements Controller {
  private said = ''
  private expired: string | null = null
  private waiting: ((state: ConfiguratorState) => void)[] = []

  constructor(
    private readonly host: DrawnElement & { readonly product: number; readonly configuration: string },
    private readonly session: Session,
  ) {
    host.addController(this)
  }

  /** Once nothing is on its way any more; what is being typed counts as finished. */
  settled(): Promise<ConfiguratorState> {
    this.session.finish()
    this.host.requestUpdate()
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  hostUpdated(): void {
    const { session } = this
    this.tellExpiry()
    if (!session.quiet || (session.catalogue === null && session.failure === null)) return
    const state = this.state()
    for (const resolve of this.waiting.splice(0)) resolve(state)
    const text = JSON.stringify(state)
    if (text === this.said || state.configuration === null) return
    this.said = text
    this.dispatch('svc-change', state)
  }

  private state(): ConfiguratorState {
    const { session, host } = this
    const { token, revision } = session.holding
    const { missing, price } = session
    return {
      ...{ configuration: token, product: host.product, revision, missing, price },
      currency: session.catalogue?.shop.currency.code ?? null,
      complete: session.upToDate && missing.length === 0,
    }
  }

  /** Of a configuration that the page has given: any other is renewed. */
  private tellExpiry(): void {
    const { configuration, product } = this.host
    if (configuration === '' || this.session.failure?.status !== 404 || this.expired === configuration) return
    this.expired = configuration
    const selections = this.session.entered()
    this.dispatch('svc-expired', { configuration, product, selections } satisfies ExpiredConfiguration)
  }

  private dispatch(name: string, detail: ConfiguratorState | ExpiredConfiguration): void {
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
