// The state of a conversation on a page: turns, the reply being written, the unsent message, and reconnecting.
import type { ConversationReply, ConfigurationFacts, ReplyStreamEventMap, ConversationTurn } from '../../../../advisor/surface.js'
import { ApiFailure } from '../../api-client.js'
import { ignoreMissingRecord } from '../shop-api.js'
import type { ConversationApi } from './conversation-api.js'

/** A partly received reply. */
export interface PartialReply {
  /** The shopper's turn that it answers. */
  readonly turn: number
  text: string
  /** The advisor's current action; '' while it writes. */
  action: string
}

/** The members of the element that this module uses. */
export interface ConversationHost {
  readonly talkApi: ConversationApi
  readonly isSignedIn: boolean
  requestUpdate(): void
  /** The conversation has changed here. Other tabs must reload it. */
  conversationChanged(): void
  /** A reply is complete. */
  replyCompleted(turn: ConversationTurn): void
  /** Called with the configuration's state on each change. */
  factsChanged(facts: ConfigurationFacts): void
}

/** Milliseconds: the first pause, and the longest. */
const firstPause = 500
const longestPause = 10_000

/** Waits before a retry: longer each time, and no longer than until the browser is online again. */
class RetryPause {
  private pause = firstPause
  private stop: () => void = () => undefined

  /** The random factor spreads the retries of many clients. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        removeEventListener('online', finish)
        resolve()
      }
      const timer = setTimeout(finish, this.pause * (0.75 + Math.random() / 2))
      addEventListener('online', finish)
      this.pause = Math.min(this.pause * 2, longestPause)
      this.stop = finish
    })
  }

  /** Resets the pause after a success. */
  reset(): void {
    this.pause = firstPause
  }

  /** Ends the current wait. */
  end(): void {
    this.reset()
    this.stop()
  }
}

export class ConversationSession {
  conversation: ConversationReply | null = null
  growing: PartialReply | null = null
  /** The message that the shop has not received yet. */
  unsent: string | null = null
  /** The advisor suggests to hand over to a person. */
  offersPerson = false
  /** The connection is lost and being restored. */
  isLost = false
  private listening: AbortController | null = null
  private waiting: (() => void)[] = []
  private readonly retryPause = new RetryPause()

  constructor(private readonly host: ConversationHost) {}

  /** null if the conversation no longer exists. Throws ServiceFailure. */
  async open(token: string): Promise<ConversationReply | null> {
    const { talkApi, isSignedIn } = this.host
    const reply = await talkApi.read(token).catch(ignoreMissingRecord)
    // After a sign-in, the guest's conversation becomes the account's.
    this.take(reply ?? (isSignedIn ? await talkApi.claim(token).catch(ignoreMissingRecord) : null))
    return this.conversation
  }

  /** Throws ServiceFailure. */
  async begin(configuration: string): Promise<ConversationReply> {
    const reply = await this.host.talkApi.begin(configuration)
    this.take(reply)
    return reply
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
    const conversation = this.conversation!
    if (!conversation.turns.some((candidate) => candidate.turn === turn)) {
      const shopperTurn: ConversationTurn = { role: 'shopper', turn, text, created: new Date().toISOString(), reply: null }
      this.conversation = { ...conversation, turns: [...conversation.turns, shopperTurn] }
    }
    if (conversation.state === 'open' && !this.isAnswered(turn)) this.follow(turn)
    this.host.conversationChanged()
    this.host.requestUpdate()
  }

  /** Stops the reply. The part received so far remains. Throws ServiceFailure. */
  async stop(): Promise<void> {
    if (this.conversation !== null && this.growing !== null) await this.host.talkApi.stop(this.conversation.conversation)
  }

  /** Throws ServiceFailure. */
  async askForPerson(input: object): Promise<void> {
    this.take(await this.host.talkApi.askForPerson(this.conversation!.conversation, input))
    this.offersPerson = false
    this.host.conversationChanged()
  }

  /** Throws ServiceFailure. */
  async remove(): Promise<void> {
    await this.host.talkApi.remove(this.conversation!.conversation).catch(ignoreMissingRecord)
    this.take(null)
    this.host.conversationChanged()
  }

  /** Hides the conversation. The shop still stores it. */
  leave(): void {
    this.take(null)
  }

  /** Loads the current state from the shop. Throws ServiceFailure. */
  async reload(): Promise<ConversationReply | null> {
    return this.conversation === null ? null : this.open(this.conversation.conversation)
  }

  /** Stops listening to the reply. */
  close(): void {
    this.listening?.abort()
    this.listening = null
    this.retryPause.end()
    this.endReply()
  }

  private isAnswered(turn: number): boolean {
    return this.conversation!.turns.some(({ reply }) => reply?.answers === turn)
  }

  private take(conversation: ConversationReply | null): void {
    const before = this.conversation?.conversation
    if (conversation === null || conversation.conversation !== before) {
      this.close()
      this.unsent = null
      this.offersPerson = false
    }
    this.conversation = conversation
    const pending = conversation?.pending ?? null
    if (pending !== null) this.follow(pending)
    else if (conversation !== null) this.close()
    this.host.requestUpdate()
  }

  /** Returns the turn number. If no answer arrives, checks whether the shop has received the message. */
  private async deliver(text: string): Promise<number> {
    const { talkApi } = this.host
    for (let attempt = 1; ; attempt++) {
      const { conversation, turns } = this.conversation!
      const newest = turns.at(-1)?.turn ?? 0
      try {
        return (await talkApi.say(conversation, text)).turn
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error
        const isAnswering = error.problem.validationIssues?.some(({ code }) => code === 'STILL_ANSWERING') ?? false
        if (!isAnswering && !(error.isTemporary && error.status !== 429)) throw error
        const latestConversation = await this.reload()
        if (latestConversation === null) throw new ApiFailure(404)
        const own = latestConversation.turns.find(
          ({ role, turn, text: turnText }) => role === 'shopper' && turn > newest && turnText === text,
        )
        if (own) return own.turn
        if (!isAnswering || attempt === 3) throw error
        await this.idle()
      }
    }
  }

  private follow(turn: number): void {
    if (this.growing?.turn === turn) return
    this.close()
    this.growing = { turn, text: '', action: '' }
    const listening = new AbortController()
    this.listening = listening
    void this.listen(this.conversation!.conversation, turn, listening)
  }

  /** Receives the reply until it is complete. Opens a new stream after each interruption. */
  private async listen(token: string, turn: number, { signal }: AbortController): Promise<void> {
    let after = `${turn}.0.0`
    while (!signal.aborted) {
      try {
        for await (const { id, event, data } of this.host.talkApi.listen(token, after, signal)) {
          if (signal.aborted) return
          if (id !== '') after = id
          this.retryPause.reset()
          this.isLost = false
          if (this.handleEvent(event, JSON.parse(data))) return
          this.host.requestUpdate()
        }
        // The reply was complete before the stream started, or another process continues it.
        if ((await this.reload())?.pending !== turn) return
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ApiFailure)) throw error
        if (error.status === 404) return this.take(null)
      }
      this.isLost = true
      this.host.requestUpdate()
      await this.retryPause.wait()
    }
  }

  /** True if the event completes the reply. */
  private handleEvent(event: string, data: unknown): boolean {
    const growing = this.growing!
    if (event === 'begin') growing.text = ''
    else if (event === 'text') {
      growing.text += (data as ReplyStreamEventMap['text']).text
      growing.action = ''
    } else if (event === 'tool') {
      const { done: isComplete, sentence } = data as ReplyStreamEventMap['tool']
      growing.action = isComplete ? '' : sentence
    } else if (event === 'facts') this.updateFacts(data as ConfigurationFacts)
    else if (event === 'person') this.offersPerson = true
    else if (event === 'reply') {
      this.completeReply(data as ConversationTurn)
      return true
    }
    return false
  }

  private updateFacts(facts: ConfigurationFacts): void {
    this.conversation = { ...this.conversation!, facts }
    this.host.factsChanged(facts)
  }

  private completeReply(turn: ConversationTurn): void {
    const conversation = this.conversation!
    const turns = conversation.turns.some((candidate) => candidate.turn === turn.turn)
      ? conversation.turns
      : [...conversation.turns, turn]
    this.conversation = { ...conversation, turns, pending: null }
    const facts = turn.reply?.facts
    if (facts && JSON.stringify(facts) !== JSON.stringify(conversation.facts)) this.updateFacts(facts)
    this.endReply()
    this.host.replyCompleted(turn)
    this.host.conversationChanged()
    this.host.requestUpdate()
  }

  private endReply(): void {
    this.growing = null
    this.isLost = false
    for (const resolve of this.waiting.splice(0)) resolve()
  }
}
