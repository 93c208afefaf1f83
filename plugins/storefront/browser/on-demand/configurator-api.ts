// The public methods and events of `<svc-configurator>` for the surrounding page.
import type { ChangeEntry, ConfigurationReply, MissingEntry, PriceReply, SelectionInput, SharedReply } from '#core/surface.js'
import { answerPricesQuery } from '../runtime-api.js'
import type { ElementController, BaseElement } from '../base-element.js'
import { toQuestionAnchor } from '../question.js'
import { ApiFailure } from '../api-client.js'
import type { EntryProblem } from '../entry-queue.js'
import type { SessionView } from '../session-view.js'
import type { PageNavigator } from '../page-navigator.js'

/** The detail of `svc-change`, and the result of the methods. */
export interface ConfiguratorState {
  /** The token of the configuration on the screen; null before one exists. */
  readonly configuration: string | null
  readonly product: number
  readonly revision: number
  /** An ISO code. */
  readonly currency: string | null
  /** The price of one piece; null if the shopper may not see prices. */
  readonly price: PriceReply | null
  readonly missing: readonly MissingEntry[]
  /** Missing and invalid entries in page order; `message` is '' for unfinished text. */
  readonly problems: readonly EntryProblem[]
  /** True: nothing is missing, and the service has saved everything on the screen. */
  readonly complete: boolean
}

/** Members of every event detail. */
interface EventBase {
  readonly configuration: string | null
  readonly product: number
}

/** The events and their details. Each is dispatched only when its content changes. */
export interface ConfiguratorEvents {
  /** The configurator is drawn and usable. */
  'svc-ready': EventBase
  'svc-change': ConfiguratorState
  'svc-price': EventBase & Pick<ConfiguratorState, 'currency' | 'price'>
  /** The id of the product's open page. If the pages are in one column, the first. */
  'svc-page': EventBase & { readonly page: number }
  /** Ids of the questions with missing entries. Contains no entered values. */
  'svc-missing': EventBase & { readonly questions: readonly number[] }
  /** `status`: HTTP status of the service's answer; 0 for no answer; null if only an entry was refused. */
  'svc-error': EventBase & { readonly status: number | null; readonly questions: readonly number[] }
  /** The page can open an identical configuration with the selections. */
  'svc-expired': EventBase & { readonly selections: readonly SelectionInput[] }
}

/** The members of the element that this module uses. */
export interface ConfiguratorHost extends BaseElement {
  readonly product: number
  readonly configuration: string
  goTo(questionId: number): Promise<void>
}

const controlSelector = 'input:not([tabindex="-1"]), select, textarea, button'
const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** Opens and closes the confirmation dialog, and restores the focus if the focused control was removed by a change. */
class FocusKeeper {
  /** The focused element, even after it was removed from the page; null if the shopper moved the focus elsewhere. */
  private last: HTMLElement | null = null
  /** The element that had the focus before the dialog opened. */
  private before: HTMLElement | null = null
  private block: string | null = null
  private listening = false

  constructor(private readonly host: BaseElement) {}

  private listen(root: ShadowRoot): void {
    this.listening = true
    this.trackFocus(root.activeElement)
    root.addEventListener('focusin', ({ target }) => this.trackFocus(target))
    root.addEventListener('focusout', ({ target }) => {
      // Some browsers also fire this event for an element that is being removed.
      if (!this.host.drawing && target instanceof HTMLElement && isUsable(target)) this.last = null
    })
  }

  private trackFocus(focused: EventTarget | null): void {
    if (!(focused instanceof HTMLElement) || focused.closest('dialog')) return
    // A browser shows only the caret of a text area. The price bar could cover the rest.
    if (focused instanceof HTMLTextAreaElement) focused.scrollIntoView({ block: 'nearest' })
    this.last = focused
    this.block = focused.closest('[data-question]')?.id ?? null
  }

  /** Runs after each drawing. `asking`: the dialog must be open. */
  update(asking: boolean): void {
    const root = this.host.renderRoot
    if (!this.listening) this.listen(root)
    const dialog = root.querySelector('dialog')
    if (asking) {
      if (!dialog || dialog.open) return
      this.before = this.last
      dialog.showModal()
      return
    }
    if (dialog?.open === true) {
      dialog.close()
      if (root.activeElement === null) this.restore(root, this.before)
    } else if (this.last !== null && !isUsable(this.last)) this.restore(root, this.last)
  }

  private restore(root: ShadowRoot, focusTarget: HTMLElement | null): void {
    this.last = null
    // The shopper has moved to another part of the page: leave the focus there.
    if (document.activeElement !== document.body && document.activeElement !== this.host) return
    const block = this.block === null ? null : root.getElementById(this.block)
    const near = block?.querySelector<HTMLElement>(`:is(${controlSelector}):enabled`) ?? this.nearest(root)
    ;(focusTarget !== null && isUsable(focusTarget) ? focusTarget : near)?.focus()
  }

  /** The first visible control, for a question that has disappeared with the focus. */
  private nearest(root: ShadowRoot): HTMLElement | null {
    const all = [...root.querySelectorAll<HTMLElement>(`[data-question] :is(${controlSelector}):enabled`)]
    return all.find((element) => element.getBoundingClientRect().bottom > 0) ?? all[0] ?? null
  }
}

export class ConfiguratorApi implements ElementController {
  private readonly focusKeeper: FocusKeeper
  private readonly lastDetails = new Map<string, string>()
  private expired: string | null = null
  private waiting: ((state: ConfiguratorState) => void)[] = []

  constructor(
    private readonly host: ConfiguratorHost,
    private readonly session: SessionView,
    private readonly way: PageNavigator,
  ) {
    const [, requestedId] = /^#question-(\d+)$/.exec(location.hash) ?? []
    if (requestedId !== undefined) void this.settled().then(() => this.goTo(Number(requestedId)))
    session.undo = () => void this.step('undo')
    this.focusKeeper = new FocusKeeper(host)
    host.addController(this)
    host.requestUpdate()
  }

  /** Resolves when no request is pending. Unfinished text counts as finished. */
  settled(): Promise<ConfiguratorState> {
    this.session.finish()
    this.host.requestUpdate()
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  /** Enters a value as the shopper would. Throws a RangeError if the product has no such question. */
  select(questionId: number, value: ChangeEntry['value']): Promise<ConfiguratorState> {
    if (!this.session.questions.has(questionId))
      throw new RangeError(`The product ${this.host.product} has no question ${questionId}.`)
    this.session.enter(questionId, value)
    return this.settled()
  }

  /** Starts over with no entries. The shopper can return to the previous configuration. */
  async reset(): Promise<ConfiguratorState> {
    await this.session.startFromExample('', [])
    return this.settled()
  }

  /** Undoes or redoes the shopper's last change. Resolves with the resulting state. */
  async step(verb: 'redo' | 'undo'): Promise<ConfiguratorState> {
    const { session } = this
    await this.settled()
    if (session.failure === null && session.confirming === null) {
      await session.exchange(async (api) => {
        const { token, revision } = session.cache
        const reply = await api
          .below<ConfigurationReply>(token!, `/${verb}`, { revision }, answerPricesQuery)
          .catch((error: unknown) => {
            // Another tab changed the configuration first: show its current state.
            if (!(error instanceof ApiFailure)) throw error
            if (error.status === 422) return api.read(token!)
            if (error.currentState === null) throw error
            return error.currentState
          })
        session.resetEntries()
        session.cache.replace(reply)
        if (reply.automatic.length > 0) session.showNotice({ changes: reply.automatic }, session.at)
      })
    }
    return this.settled()
  }

  /** A public link to the configuration on the screen. */
  async share(): Promise<string> {
    return (await this.session.ask<SharedReply>('/share', {})).url
  }

  /** Moves the shopper to the first missing or invalid entry. */
  async validate(): Promise<ConfiguratorState> {
    const state = await this.settled()
    const [first] = state.problems
    if (first !== undefined) await this.goTo(first.question_id)
    return state
  }

  /** Opens the page of a question and moves the focus there. */
  async goTo(questionId: number): Promise<void> {
    const { host } = this
    const pages = this.session.catalogue?.product.pages ?? []
    const page = pages.find((candidate) => candidate.questions.some((question) => question.id === questionId))
    if (page) this.way.go(page.id)
    await host.updateComplete
    const block = host.renderRoot.querySelector<HTMLElement>(`#${toQuestionAnchor(questionId)}`)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    block?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
    // A disabled answer cannot have the focus.
    block
      ?.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), select:enabled, textarea:enabled')
      ?.focus({ preventScroll: true })
  }

  hostUpdated(): void {
    const { session } = this
    const { failure, refused } = session
    this.focusKeeper.update(session.confirming !== null)
    this.dispatchExpiry()
    if (failure === null && refused.size === 0) this.lastDetails.delete('svc-error')
    else this.dispatch('svc-error', { status: failure?.status ?? null, questions: [...refused.keys()] })
    if (!session.isIdle || (session.catalogue === null && failure === null)) return
    const state = this.state()
    for (const resolve of this.waiting.splice(0)) resolve(state)
    if (state.configuration === null || session.catalogue === null) return
    const { currency, price, missing } = state
    this.dispatch('svc-ready', {})
    this.dispatch('svc-page', { page: this.way.open })
    this.dispatch('svc-price', { currency, price })
    this.dispatch('svc-missing', { questions: missing.map(({ question_id }) => question_id) })
    this.dispatch('svc-change', state)
  }

  private state(): ConfiguratorState {
    const { session, host } = this
    const { token, revision } = session.cache
    const { missing, price, problems } = session
    return {
      configuration: token,
      product: host.product,
      revision,
      missing,
      price,
      problems,
      currency: session.catalogue?.shop.currency.code ?? null,
      complete: session.isSaved && missing.length === 0,
    }
  }

  /** Only for a configuration that the page supplied: any other is renewed automatically. */
  private dispatchExpiry(): void {
    const { configuration } = this.host
    if (configuration === '' || this.session.failure?.status !== 404 || this.expired === configuration) return
    this.expired = configuration
    this.dispatch('svc-expired', { configuration, selections: this.session.listSelections() })
  }

  private dispatch<Name extends keyof ConfiguratorEvents>(
    name: Name,
    eventFields: Omit<ConfiguratorEvents[Name], keyof EventBase> & Partial<EventBase>,
  ): void {
    const detail = { configuration: this.session.cache.token, product: this.host.product, ...eventFields }
    const text = JSON.stringify(detail)
    if (this.lastDetails.get(name) === text) return
    this.lastDetails.set(name, text)
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
