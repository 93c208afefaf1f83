// The calls of a conversation with the advisor.
import type { AdvisorReply, ConversationReply, SentReply } from '#core/advisor/define.js'
import { Service, ServiceFailure } from '../../service.js'
import { eventsOf, type ServerEvent } from './event-stream.js'

/** Milliseconds after which a stream counts as broken on which nothing came, not even that it is still there. */
const patience = 25_000

export class TalkApi extends Service {
  advisor(): Promise<AdvisorReply> {
    return this.call('GET', this.url('/advisor'))
  }

  /** @param configuration the token of what it is about; '' for nothing yet */
  begin(configuration: string): Promise<ConversationReply> {
    const about = configuration === '' ? {} : { configuration }
    return this.call('POST', this.url('/conversations'), { consent: true, ...about })
  }

  read(token: string): Promise<ConversationReply> {
    return this.call('GET', this.at(token))
  }

  /** A guest's becomes the account's that has signed in. */
  claim(token: string): Promise<ConversationReply> {
    return this.call('POST', this.at(token, '/claim'), {})
  }

  say(token: string, text: string): Promise<SentReply> {
    return this.call('POST', this.at(token, '/messages'), { text })
  }

  stop(token: string): Promise<void> {
    return this.call('POST', this.at(token, '/stop'), {})
  }

  askForPerson(token: string, input: object): Promise<ConversationReply> {
    return this.call('POST', this.at(token, '/person'), input)
  }

  remove(token: string): Promise<void> {
    return this.call('DELETE', this.at(token))
  }

  /** What comes after an event, until the reply is whole. Throws ServiceFailure for an answer that is none, and where the connection broke. */
  async *listen(token: string, after: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), patience)
    try {
      const answer = await fetch(this.url(`/conversations/${token}/stream`, { after }), {
        headers: { accept: 'text/event-stream', ...(this.shopper && { 'x-svc-shopper': this.shopper }) },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.any([signal, silent.signal]),
      })
      if (!answer.ok || answer.body === null) throw new ServiceFailure(answer.status)
      for await (const event of eventsOf(answer.body)) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), patience)
        if (event !== null) yield event
      }
    } catch (error) {
      if (error instanceof ServiceFailure) throw error
      throw new ServiceFailure(0, {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  private at(token: string, below = ''): string {
    return this.url(`/conversations/${encodeURIComponent(token)}${below}`)
  }
}
