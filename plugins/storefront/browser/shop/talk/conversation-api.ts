// HTTP client for the API calls of a conversation with the advisor.
import type { AdvisorReply, ConversationReply, MessageReceipt } from '../../../../advisor/surface.js'
import { ApiClient, ApiFailure } from '../../api-client.js'

/** Milliseconds without any data, keep-alive included, after which a stream counts as broken. */
const streamTimeout = 25_000

interface ServerSentEvent {
  /** '' for an event that every stream repeats. */
  readonly id: string
  readonly event: string
  readonly data: string
}

function parseEvent(block: string): ServerSentEvent | null {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart()
  }
  const { id = '', event = '', data } = fields
  return data === undefined ? null : { id, event, data }
}

/** Yields events until the response ends. Throws if the connection breaks. Keep-alive comments are yielded as null. */
async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent | null> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

export class ConversationApi extends ApiClient {
  advisor(): Promise<AdvisorReply> {
    return this.call('GET', this.url('/advisor'))
  }

  /** @param configuration the token of the subject; '' for none yet */
  begin(configuration: string): Promise<ConversationReply> {
    const about = configuration === '' ? {} : { configuration }
    return this.call('POST', this.url('/conversations'), { consent: true, ...about })
  }

  read(token: string): Promise<ConversationReply> {
    return this.call('GET', this.at(token))
  }

  /** After a sign-in, a guest's conversation becomes the account's. */
  claim(token: string): Promise<ConversationReply> {
    return this.call('POST', this.at(token, '/claim'), {})
  }

  say(token: string, text: string): Promise<MessageReceipt> {
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

  /** Events after the given one, until the reply is complete. Throws ServiceFailure for an error answer or a broken connection. */
  async *listen(token: string, after: string, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), streamTimeout)
    try {
      const answer = await fetch(this.url(`/conversations/${token}/stream`, { after }), {
        headers: { accept: 'text/event-stream', ...(this.shopper && { 'x-svc-shopper': this.shopper }) },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.any([signal, silent.signal]),
      })
      if (!answer.ok || answer.body === null) throw new ApiFailure(answer.status)
      for await (const event of readEventStream(answer.body)) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), streamTimeout)
        if (event !== null) yield event
      }
    } catch (error) {
      if (error instanceof ApiFailure) throw error
      throw new ApiFailure(0, {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  private at(token: string, below = ''): string {
    return this.url(`/conversations/${encodeURIComponent(token)}${below}`)
  }
}
