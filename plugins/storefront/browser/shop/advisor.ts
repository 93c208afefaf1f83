// The element `<svc-advisor>`: a conversation with the advisor, next to the shop's own data about the configuration.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AdvisorReply, ConfigurationFacts, ConversationTurn } from '../../../advisor/surface.js'
import { getTextPart } from '../../part-names.js'
import type { TalkTexts } from '../../text/shop-types.js'
import { PartLoader, type TextLoaders } from '../part-loader.js'
import { loadShopperValue, loadSessionToken } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { ApiFailure } from '../api-client.js'
import { TabChannel } from '../tab-configuration.js'
import { ShopElement } from './shop-element.js'
import {
  Composer,
  Handover,
  ConversationMenu,
  configurationCard,
  formatConfigurationState,
  turnList,
} from './talk/conversation-parts.js'
import { talkStyle } from './talk/style-talk.js'
import { ConversationSession, type ConversationHost } from './talk/conversation-session.js'
import { ConversationApi } from './talk/conversation-api.js'

/** Milliseconds between polls for answers of a person of the shop. */
const pollInterval = 20_000

/** The detail of `svc-advice`. */
export interface Advice {
  /** The token of the configuration that the conversation is about. */
  readonly configuration: string
  readonly product: number
  readonly revision: number
  /** The configuration can be ordered. */
  readonly complete: boolean
}

export class SvcAdvisor extends ShopElement implements ConversationHost {
  private readonly session = new ConversationSession(this)
  private readonly talkWords = new PartLoader<TextLoaders<'talk', TalkTexts>>(this, {})
  private readonly composer = new Composer(this)
  private readonly handover = new Handover(this, this.session)
  private readonly conversationMenu = new ConversationMenu(this, this.handover)
  private advisor: AdvisorReply | null = null
  private configurations: TabChannel | null = null
  private otherTabs: BroadcastChannel | null = null
  private isConversationOver = false
  private looking: ReturnType<typeof setInterval> | undefined
  /** The message field was visible before this drawing. */
  private followsEnd = false
  private sending: Promise<unknown> = Promise.resolve()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(talkStyle)
    this.addController({
      hostConnected: () => {
        this.configurations = new TabChannel(() => undefined)
        this.otherTabs = new BroadcastChannel('svc-talks')
        this.otherTabs.addEventListener('message', this.changedElsewhere)
        document.addEventListener('visibilitychange', this.handleVisibility)
        this.looking = setInterval(() => this.session.conversation?.state === 'person' && this.handleVisibility(), pollInterval)
      },
      hostDisconnected: () => {
        clearInterval(this.looking)
        this.session.close()
        this.configurations?.close()
        this.otherTabs?.close()
        document.removeEventListener('visibilitychange', this.handleVisibility)
      },
    })
  }

  get talkApi(): ConversationApi {
    return new ConversationApi(this.api, this.language, this.shopper || loadSessionToken())
  }

  /** Sends a message as the shopper, who must have consented. Resolves when the shop has received it. */
  async send(text: string): Promise<void> {
    const message = text.trim()
    if (message === '') return
    const delivery = this.sendAfter(this.sending, message)
    this.sending = delivery
    await delivery
  }

  conversationChanged(): void {
    this.otherTabs?.postMessage(this.session.conversation?.conversation ?? null)
  }

  replyCompleted({ text, reply }: ConversationTurn): void {
    const status = formatConfigurationState(reply?.facts ?? null, this.cardOptions)
    this.announce(this.talkTexts!.announced({ text: text || (reply?.notice ?? ''), status }).trim())
    if (this.session.offersPerson) this.handover.offer()
  }

  factsChanged({ configuration, product_id: product, revision, finished: complete }: ConfigurationFacts): void {
    // Configurators that show this configuration reload it, here and in other tabs.
    this.configurations?.notify(configuration, revision)
    const detail: Advice = { configuration, product, revision, complete }
    this.dispatchEvent(new CustomEvent('svc-advice', { detail, bubbles: true, composed: true }))
  }

  protected async load(): Promise<void> {
    this.advisor = await this.talkApi.advisor()
    const token = loadShopperValue(this.place)
    if (!this.advisor.available || token === null) return
    this.isConversationOver = (await this.session.open(token)) === null
    if (this.isConversationOver) storeShopperValue(this.place, null)
  }

  protected body(): TemplateResult {
    const { advisor, session, talkTexts: texts } = this
    if (texts === null || advisor === null)
      return html`${this.renderFailure()}<p class="loading" role="status">${this.texts.loading}</p>`
    if (!advisor.available) return html`<p class="muted">${texts.none}</p>`
    if (session.conversation === null) return this.beginning(advisor)
    const { facts, state, turns } = session.conversation
    const otherFacts = facts !== null && facts.configuration !== this.about ? facts : null
    return html`
      <div class=${otherFacts === null ? 'talk' : 'talk columns'}>
        <div class="thread">
          ${advisor.scripted ? html`<p class="tag">${texts.demonstration}</p>` : nothing}
          ${turnList(turns, session, { texts, productPage: (product) => this.page('configure', { product }) })}
          ${session.isLost ? html`<p class="hint" role="status">${texts.reconnecting}</p>` : nothing}
          ${state === 'person' ? html`<p class="notice">${texts.personAsked}</p>` : nothing}
          ${this.renderFailure()} ${this.handover.block(texts)}
          ${this.composer.block({
            texts,
            longest: advisor.longest_message,
            isAnswering: session.growing !== null,
            send: (text) => void this.send(text),
            stop: () => void this.stop(),
          })}
          ${this.conversationMenu.block({
            texts,
            consent: advisor.consent,
            isHandedOver: state === 'person',
            startOver: () => this.startOver(),
            remove: () => void this.removeTalk(),
          })}
        </div>
        ${otherFacts === null ? nothing : html`<div class="side">${this.otherOne()}${configurationCard(otherFacts, this.cardOptions)}</div>`}
      </div>
    `
  }

  protected override willUpdate(): void {
    this.followsEnd = this.isEndVisible()
  }

  protected override updated(): void {
    super.updated()
    // Do not scroll if the shopper is reading earlier messages.
    if (this.followsEnd && this.session.growing !== null) this.end?.scrollIntoView({ block: 'nearest' })
  }

  private get end(): Element | null {
    return this.renderRoot.querySelector('.composer')
  }

  private isEndVisible(): boolean {
    const box = this.end?.getBoundingClientRect()
    return box !== undefined && box.top < innerHeight && box.bottom > 0
  }

  private get talkTexts() {
    return this.talkWords.get(getTextPart('talk', this.language))?.texts ?? null
  }

  /** Storage key of the conversation: one for the shop, and one for each product's configurator. */
  private get place(): 'talk' | `talk-${number}` {
    const product = Number(this.getAttribute('product'))
    return product > 0 ? `talk-${product}` : 'talk'
  }

  /** The token of the configuration next to the advisor on the page; '' for none. */
  private get about(): string {
    return this.getAttribute('configuration') ?? ''
  }

  private get cardOptions() {
    return {
      texts: this.talkTexts!,
      formatAmount: ({ price, currency }: ConfigurationFacts): string => {
        if (price === null) return ''
        return this.createFormatter(currency).amount(this.front!.shop.b2b ? price.net : price.gross)
      },
      configurationPage: ({ product_id: product, configuration }: ConfigurationFacts): string =>
        this.page('product', { product, configuration }),
    }
  }

  private otherOne(): TemplateResult | typeof nothing {
    return this.about === '' ? nothing : html`<p class="small">${this.talkTexts!.otherOne}</p>`
  }

  /** The consent text before the first message. */
  private beginning({ consent, scripted }: AdvisorReply): TemplateResult {
    const texts = this.talkTexts!
    return html`
      ${this.renderFailure()} ${this.isConversationOver ? html`<p class="muted">${texts.ended}</p>` : nothing}
      <div class="card narrow consent">
        ${scripted ? html`<p class="tag">${texts.demonstration}</p>` : nothing}
        <p>${consent}</p>
        <p class="actions">
          <button type="button" class="primary" id="agree" @click=${() => void this.agree()}>${texts.agree}</button>
        </p>
      </div>
    `
  }

  private async sendAfter(before: Promise<unknown>, message: string): Promise<void> {
    await before
    await this.session.idle()
    if (this.session.conversation === null) return
    // On failure, the message stays visible with the error, and can be sent again.
    await this.enqueue(() => this.session.say(message), true)
  }

  private async agree(): Promise<void> {
    await this.runAction('agree', async () => {
      const { conversation } = await this.session.begin(this.about)
      this.isConversationOver = false
      storeShopperValue(this.place, conversation)
      this.focusOn('#message')
    })
  }

  private async stop(): Promise<void> {
    // If the call fails, the reply continues and the stop button stays.
    await this.session.stop().catch((error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error
    })
    this.focusOn('#message')
  }

  /** The shop still stores the previous conversation. */
  private startOver(): void {
    this.session.leave()
    storeShopperValue(this.place, null)
    this.focusOn('#agree')
  }

  private async removeTalk(): Promise<void> {
    await this.runAction('remove', async () => {
      await this.session.remove()
      storeShopperValue(this.place, null)
      this.conversationMenu.closeConfirmation()
      this.announce(this.talkTexts!.removed)
      this.focusOn('#agree')
    })
  }

  private readonly changedElsewhere = ({ data }: MessageEvent<unknown>): void => {
    const { conversation } = this.session
    if (conversation === null ? loadShopperValue(this.place) !== null : data === conversation.conversation || data === null)
      void this.catchUp()
  }

  private readonly handleVisibility = (): void => {
    if (document.visibilityState === 'visible' && this.session.conversation !== null) void this.catchUp()
  }

  /** Loads messages from another tab or from a person of the shop. */
  private async catchUp(): Promise<void> {
    if (this.session.unsent !== null) return
    await this.enqueue(async () => {
      const token = loadShopperValue(this.place)
      const before = this.session.conversation?.turns.length ?? 0
      if (token === null) this.session.leave()
      else this.tellPerson((await this.session.open(token))?.turns.slice(before) ?? [])
    }, true)
  }

  private tellPerson(turns: readonly ConversationTurn[]): void {
    const lastTurn = turns.findLast(({ role }) => role === 'person')
    if (lastTurn) this.announce(`${this.talkTexts!.person}: ${lastTurn.text}`)
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-advice': CustomEvent<Advice>
  }
}
