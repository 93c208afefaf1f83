// The state of a conversation on a page: turns, the reply being written, the unsent message, and reconnecting.
import type { ConversationReply, Facts, StreamEvents, Turn } from '#core/advisor/define.js'
import { ServiceFailure } from '../../service.js'
import { unlessGone } from '../shop-api.js'
import { Patience } from './patience.js'
import type { TalkApi } from './talk-api.js'

/** A partly received reply. */
export interface Growing {
  /** The shopper's turn that it answers. */
  readonly turn: number
  text: string
  /** The advisor's current action; '' while it writes. */
  deed: string
}

/** The members of the element that this module uses. */
export interface TalkHost {
  readonly talkApi: TalkApi
  readonly isSignedIn: boolean
  requestUpdate(): void
  /** The conversation has changed here. Other tabs must reload it. */
  changed(): void
  /** A reply is complete. */
  replied(turn: Turn): void
  /** Called with the configuration's state on each change. */
  stands(facts: Facts): void
}

export class Talk {
  held: ConversationReply | null = null
  growing: Growing | null = null
  /** The message that the shop has not received yet. */
  unsent: string | null = null
  /** The advisor suggests to hand over to a person. */
  offersPerson = false
  /** The connection is lost and being restored. */
  isLost = false
  private listening: AbortController | null = null
  private waiting: (() => void)[] = []
  private readonly patience = new Patience()

  constructor(private readonly host: TalkHost) {}

  /** null if the conversation no longer exists. Throws ServiceFailure. */
  async open(token: string): Promise<ConversationReply | null> {
    const { talkApi, isSignedIn } = this.host
    const found = await talkApi.read(token).catch(unlessGone)
    // After a sign-in, the guest's conversation becomes the account's.
    this.take(found ?? (isSignedIn ? await talkApi.claim(token).catch(unlessGone) : null))
    return this.held
  }

  /** Throws ServiceFailure. */
  async begin(configuration: string): Promise<ConversationReply> {
    const held = await this.host.talkApi.begin(configuration)
    this.take(held)
    return held
  }

  /** Resolves when no reply is being written. */
  idle(): Promise<void> {
    return this.growing === null ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve))
  }

  /** Sends the message once, even if answers are lost. Throws ServiceFailure; `unsent` then contains the message. */
  async say(text: string): Promise<void> {
    this.unsent = text
    this.host.requestUpdate()
    const turn = await this.deliver(text)
    this.unsent = null
    const held = this.held!
    if (!held.turns.some((one) => one.turn === turn)) {
      const said: Turn = { role: 'shopper', turn, text, created: new Date().toISOString(), reply: null }
      this.held = { ...held, turns: [...held.turns, said] }
    }
    if (held.state === 'open' && !this.isAnswered(turn)) this.follow(turn)
    this.host.changed()
    this.host.requestUpdate()
  }

  /** Stops the reply. The part received so far remains. Throws ServiceFailure. */
  async stop(): Promise<void> {
    if (this.held !== null && this.growing !== null) await this.host.talkApi.stop(this.held.conversation)
  }

  /** Throws ServiceFailure. */
  async askForPerson(input: object): Promise<void> {
    this.take(await this.host.talkApi.askForPerson(this.held!.conversation, input))
    this.offersPerson = false
    this.host.changed()
  }

  /** Throws ServiceFailure. */
  async remove(): Promise<void> {
    await this.host.talkApi.remove(this.held!.conversation).catch(unlessGone)
    this.take(null)
    this.host.changed()
  }

  /** Hides the conversation. The shop still stores it. */
  leave(): void {
    this.take(null)
  }

  /** Loads the current state from the shop. Throws ServiceFailure. */
  async reread(): Promise<ConversationReply | null> {
    return this.held === null ? null : this.open(this.held.conversation)
  }

  /** Stops listening to the reply. */
  close(): void {
    this.listening?.abort()
    this.listening = null
    this.patience.end()
    this.whole()
  }

  private isAnswered(turn: number): boolean {
    return this.held!.turns.some(({ reply }) => reply?.answers === turn)
  }

  private take(held: ConversationReply | null): void {
    const before = this.held?.conversation
    if (held === null || held.conversation !== before) {
      this.close()
      this.unsent = null
      this.offersPerson = false
    }
    this.held = held
    const pending = held?.pending ?? null
    if (pending !== null) this.follow(pending)
    else if (held !== null) this.close()
    this.host.requestUpdate()
  }

  /** Returns the turn number. If no answer arrives, checks whether the shop has received the message. */
  private async deliver(text: string): Promise<number> {
    const { talkApi } = this.host
    for (let attempt = 1; ; attempt++) {
      const { conversation, turns } = this.held!
      const newest = turns.at(-1)?.turn ?? 0
      try {
        return (await talkApi.say(conversation, text)).turn
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error
        const isAnswering = error.problem.validationIssues?.some(({ code }) => code === 'STILL_ANSWERING') ?? false
        if (!isAnswering && !(error.passing && error.status !== 429)) throw error
        const held = await this.reread()
        if (held === null) throw new ServiceFailure(404)
        const own = held.turns.find(({ role, turn, text: said }) => role === 'shopper' && turn > newest && said === text)
        if (own) return own.turn
        if (!isAnswering || attempt === 3) throw error
        await this.idle()
      }
    }
  }

  private follow(turn: number): void {
    if (this.growing?.turn === turn) return
    this.close()
    this.growing = { turn, text: '', deed: '' }
    const listening = new AbortController()
    this.listening = listening
    void this.listen(this.held!.conversation, turn, listening)
  }

  /** Receives the reply until it is complete. Opens a new stream after each interruption. */
  private async listen(token: string, turn: number, { signal }: AbortController): Promise<void> {
    let after = `${turn}.0.0`
    while (!signal.aborted) {
      try {
        for await (const { id, event, data } of this.host.talkApi.listen(token, after, signal)) {
          if (signal.aborted) return
          if (id !== '') after = id
          this.patience.rest()
          this.isLost = false
          if (this.hear(event, JSON.parse(data))) return
          this.host.requestUpdate()
        }
        // The reply was complete before the stream started, or another process continues it.
        if ((await this.reread())?.pending !== turn) return
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ServiceFailure)) throw error
        if (error.status === 404) return this.take(null)
      }
      this.isLost = true
      this.host.requestUpdate()
      await this.patience.wait()
    }
  }

  /** True if the event completes the reply. */
  private hear(event: string, data: unknown): boolean {
    const growing = this.growing!
    if (event === 'begin') growing.text = ''
    else if (event === 'text') {
      growing.text += (data as StreamEvents['text']).text
      growing.deed = ''
    } else if (event === 'deed') {
      const { done, sentence } = data as StreamEvents['deed']
      growing.deed = done ? '' : sentence
    } else if (event === 'facts') this.stand(data as Facts)
    else if (event === 'person') this.offersPerson = true
    else if (event === 'reply') {
      this.arrive(data as Turn)
      return true
    }
    return false
  }

  private stand(facts: Facts): void {
    this.held = { ...this.held!, facts }
    this.host.stands(facts)
  }

  private arrive(turn: Turn): void {
    const held = this.held!
    const turns = held.turns.some((one) => one.turn === turn.turn) ? held.turns : [...held.turns, turn]
    this.held = { ...held, turns, pending: null }
    const facts = turn.reply?.facts
    if (facts && JSON.stringify(facts) !== JSON.stringify(held.facts)) this.stand(facts)
    this.whole()
    this.host.replied(turn)
    this.host.changed()
    this.host.requestUpdate()
  }

  private whole(): void {
    this.growing = null
    this.isLost = false
    for (const done of this.waiting.splice(0)) done()
  }
}
