// The element `<svc-advisor>`: a conversation with the advisor, next to the shop's own data about the configuration.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AdvisorReply, Facts, Turn } from '#core/advisor/define.js'
import { languageFileOf } from '../../part-names.js'
import { PartLoader } from '../part-loader.js'
import { remember } from '../remember.js'
import { ServiceFailure } from '../service.js'
import { Tabs } from '../tabs.js'
import { remembered, session } from '../visitor.js'
import { ShopElement } from './shop-element.js'
import { Composer } from './talk/composer.js'
import { Handover } from './talk/handover.js'
import { Keeping } from './talk/keeping.js'
import { standingCard, standingSentence } from './talk/standing.js'
import { talkStyle } from './talk/style-talk.js'
import { Talk, type TalkHost } from './talk/talk.js'
import { TalkApi } from './talk/talk-api.js'
import { turnList } from './talk/turns.js'

/** Milliseconds between polls for answers of a person of the shop. */
const look = 20_000

const languages = {
  'shop-talk-de-de': () => import('../../texts/talk-de-de.js'),
  'shop-talk-he-il': () => import('../../texts/talk-he-il.js'),
  'shop-talk-en-gb': () => import('../../texts/talk-en-gb.js'),
}

/** The detail of `svc-advice`. */
export interface Advice {
  /** The token of the configuration that the conversation is about. */
  readonly configuration: string
  readonly product: number
  readonly revision: number
  /** The configuration can be ordered. */
  readonly complete: boolean
}

export class SvcAdvisor extends ShopElement implements TalkHost {
  private readonly talk = new Talk(this)
  private readonly talkWords = new PartLoader(this, languages)
  private readonly composer = new Composer(this)
  private readonly handover = new Handover(this, this.talk)
  private readonly keeping = new Keeping(this, this.handover)
  private advisor: AdvisorReply | null = null
  private configurations: Tabs | null = null
  private others: BroadcastChannel | null = null
  private endedHere = false
  private looking: ReturnType<typeof setInterval> | undefined
  /** The message field was visible before this drawing. */
  private followsEnd = false
  private sending: Promise<unknown> = Promise.resolve()

  constructor() {
    super()
    this.renderRoot.adoptedStyleSheets.push(talkStyle)
    this.addController({
      hostConnected: () => {
        this.configurations = new Tabs(() => undefined)
        this.others = new BroadcastChannel('svc-talks')
        this.others.addEventListener('message', this.changedElsewhere)
        document.addEventListener('visibilitychange', this.seen)
        this.looking = setInterval(() => this.talk.held?.state === 'person' && this.seen(), look)
      },
      hostDisconnected: () => {
        clearInterval(this.looking)
        this.talk.close()
        this.configurations?.close()
        this.others?.close()
        document.removeEventListener('visibilitychange', this.seen)
      },
    })
  }

  get talkApi(): TalkApi {
    return new TalkApi(this.api, this.language, this.shopper || session())
  }

  /** Sends a message as the shopper, who must have consented. Resolves when the shop has received it. */
  async send(text: string): Promise<void> {
    const said = text.trim()
    if (said === '') return
    const sent = this.sendAfter(this.sending, said)
    this.sending = sent
    await sent
  }

  changed(): void {
    this.others?.postMessage(this.talk.held?.conversation ?? null)
  }

  replied({ text, reply }: Turn): void {
    this.say(this.talkTexts!.announced(text || (reply?.notice ?? ''), standingSentence(reply?.facts ?? null, this.stood)))
    if (this.talk.offersPerson) this.handover.offer()
  }

  stands({ configuration, product_id: product, revision, finished: complete }: Facts): void {
    // Configurators that show this configuration reload it, here and in other tabs.
    this.configurations?.tell(configuration, revision)
    const detail: Advice = { configuration, product, revision, complete }
    this.dispatchEvent(new CustomEvent('svc-advice', { detail, bubbles: true, composed: true }))
  }

  protected async load(): Promise<void> {
    this.advisor = await this.talkApi.advisor()
    const token = remembered(this.place)
    if (!this.advisor.available || token === null) return
    this.endedHere = (await this.talk.open(token)) === null
    if (this.endedHere) remember(this.place, null)
  }

  protected body(): TemplateResult {
    const { advisor, talk, talkTexts: texts } = this
    if (texts === null || advisor === null)
      return html`${this.failed()}<p class="loading" role="status">${this.texts.loading}</p>`
    if (!advisor.available) return html`<p class="muted">${texts.none}</p>`
    if (talk.held === null) return this.beginning(advisor)
    const { facts, state, turns } = talk.held
    const shown = facts !== null && facts.configuration !== this.about ? facts : null
    return html`
      <div class=${shown === null ? 'talk' : 'talk columns'}>
        <div class="thread">
          ${advisor.scripted ? html`<p class="tag">${texts.demonstration}</p>` : nothing}
          ${turnList(turns, talk, { texts, productPage: (product) => this.page('configure', { product }) })}
          ${talk.isLost ? html`<p class="hint" role="status">${texts.reconnecting}</p>` : nothing}
          ${state === 'person' ? html`<p class="notice">${texts.personAsked}</p>` : nothing}
          ${this.failed()} ${this.handover.block(texts)}
          ${this.composer.block({
            texts,
            longest: advisor.longest_message,
            isAnswering: talk.growing !== null,
            send: (text) => void this.send(text),
            stop: () => void this.stop(),
          })}
          ${this.keeping.block({
            texts,
            consent: advisor.consent,
            isHandedOver: state === 'person',
            beginAnew: () => this.beginAnew(),
            remove: () => void this.removeTalk(),
          })}
        </div>
        ${shown === null ? nothing : html`<div class="side">${this.otherOne()}${standingCard(shown, this.stood)}</div>`}
      </div>
    `
  }

  protected override willUpdate(): void {
    this.followsEnd = this.isEndSeen()
  }

  protected override updated(): void {
    super.updated()
    // Do not scroll if the shopper is reading earlier messages.
    if (this.followsEnd && this.talk.growing !== null) this.end?.scrollIntoView({ block: 'nearest' })
  }

  private get end(): Element | null {
    return this.renderRoot.querySelector('.composer')
  }

  private isEndSeen(): boolean {
    const box = this.end?.getBoundingClientRect()
    return box !== undefined && box.top < innerHeight && box.bottom > 0
  }

  private get talkTexts() {
    return this.talkWords.get(languageFileOf(languages, this.language))?.talkTexts ?? null
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

  private get stood() {
    return {
      texts: this.talkTexts!,
      amountOf: ({ price, currency }: Facts): string => {
        if (price === null) return ''
        return this.words(currency).amount(this.front!.shop.b2b ? price.net : price.gross)
      },
      configurationPage: ({ product_id: product, configuration }: Facts): string =>
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
      ${this.failed()} ${this.endedHere ? html`<p class="muted">${texts.ended}</p>` : nothing}
      <div class="card narrow consent">
        ${scripted ? html`<p class="tag">${texts.demonstration}</p>` : nothing}
        <p>${consent}</p>
        <p class="actions">
          <button type="button" class="primary" id="agree" @click=${() => void this.agree()}>${texts.agree}</button>
        </p>
      </div>
    `
  }

  private async sendAfter(before: Promise<unknown>, said: string): Promise<void> {
    await before
    await this.talk.idle()
    if (this.talk.held === null) return
    // On failure, the message stays visible with the error, and can be sent again.
    await this.next(() => this.talk.say(said), true)
  }

  private async agree(): Promise<void> {
    await this.attempt('agree', async () => {
      const { conversation } = await this.talk.begin(this.about)
      this.endedHere = false
      remember(this.place, conversation)
      this.focusOn('#message')
    })
  }

  private async stop(): Promise<void> {
    // If the call fails, the reply continues and the stop button stays.
    await this.talk.stop().catch((error: unknown) => {
      if (!(error instanceof ServiceFailure)) throw error
    })
    this.focusOn('#message')
  }

  /** The shop still stores the previous conversation. */
  private beginAnew(): void {
    this.talk.leave()
    remember(this.place, null)
    this.focusOn('#agree')
  }

  private async removeTalk(): Promise<void> {
    await this.attempt('remove', async () => {
      await this.talk.remove()
      remember(this.place, null)
      this.keeping.done()
      this.say(this.talkTexts!.removed)
      this.focusOn('#agree')
    })
  }

  private readonly changedElsewhere = ({ data }: MessageEvent<unknown>): void => {
    const { held } = this.talk
    if (held === null ? remembered(this.place) !== null : data === held.conversation || data === null) void this.catchUp()
  }

  private readonly seen = (): void => {
    if (document.visibilityState === 'visible' && this.talk.held !== null) void this.catchUp()
  }

  /** Loads messages from another tab or from a person of the shop. */
  private async catchUp(): Promise<void> {
    if (this.talk.unsent !== null) return
    await this.next(async () => {
      const token = remembered(this.place)
      const before = this.talk.held?.turns.length ?? 0
      if (token === null) this.talk.leave()
      else this.tellPerson((await this.talk.open(token))?.turns.slice(before) ?? [])
    }, true)
  }

  private tellPerson(turns: readonly Turn[]): void {
    const said = turns.findLast(({ role }) => role === 'person')
    if (said) this.say(`${this.talkTexts!.person}: ${said.text}`)
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-advice': CustomEvent<Advice>
  }
}
