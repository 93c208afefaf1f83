// A test shop whose advisor uses a scripted vendor, and a shopper who talks to it over HTTP as a page does.
import type {
  AdvisorReply,
  ConversationReply,
  ReplyStreamEventMap,
  StreamEventName,
  ConversationTurn,
} from '../../../plugins/advisor/define.js'
import { parseServerEvents } from '../../../plugins/advisor/vendor/define.js'
import type { App } from '../../../core/app.js'
import { simulateVendorFailures } from '../../../plugins/testing/index.js'

export interface AdvisorSettings {
  readonly vendor?: 'openai_compatible' | 'anthropic'
  readonly model?: string
  /** Default: the script of this process. */
  readonly baseUrl?: string
  readonly key?: string
  readonly enabled?: boolean
}

/** Enables the advisor. Its scripted vendor fails for models such as `scripted-lies`. */
export async function enableAdvisor(app: App, settings: AdvisorSettings = {}): Promise<void> {
  const { vendor = 'openai_compatible', model = 'scripted', baseUrl = 'scripted:', key = '', enabled = true } = settings
  const fields = {
    advisor_enabled: enabled,
    advisor_vendor: vendor,
    advisor_model: model,
    advisor_base_url: baseUrl,
    advisor_api_key: key,
  }
  await simulateVendorFailures(app)
  await app.records.write('settings', fields, { id: 1 })
}

/** One server-sent event as a page receives it. */
export interface StreamedEvent<Name extends StreamEventName = StreamEventName> {
  readonly id: string
  readonly event: Name
  readonly data: ReplyStreamEventMap[Name]
}

export interface TalkingShopper {
  readonly url: string
  readonly token: string
  /** Sends a message and returns the stream up to the complete reply. */
  say(text: string): Promise<ShopperTurn>
  send(text: string): Promise<Response>
  listen(after?: string, signal?: AbortSignal): AsyncGenerator<StreamedEvent>
  read(): Promise<ConversationReply>
}

export interface ShopperTurn {
  readonly events: readonly StreamedEvent[]
  readonly turn: ConversationTurn
  /** The text that was streamed before the reply was complete. */
  readonly streamed: string
}

export const readData = async <T>(answer: Response): Promise<T> => {
  const body = (await answer.json()) as { readonly data: T }
  if (!answer.ok) throw new Error(JSON.stringify(body))
  return body.data
}

const postJson = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export async function readAdvisorReply(url: string, language = 'en-GB'): Promise<AdvisorReply> {
  return readData(await fetch(`${url}/svc-api/runtime/v1/advisor?language=${language}`))
}

/** Parses the event stream, including event ids, which the vendors' own events do not have. */
async function* readEvents(answer: Response): AsyncGenerator<StreamedEvent> {
  const ids: string[] = []
  const noting = answer.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, control) {
        for (const [, id, event] of new TextDecoder().decode(piece).matchAll(/(?:id: (\S+)\n)?event: (\w+)/g))
          ids.push(id ?? '', event!)
        control.enqueue(piece)
      },
    }),
  )
  for await (const { event, data } of parseServerEvents(noting)) {
    const [id = ''] = ids.splice(0, 2)
    yield { id, event: event as StreamEventName, data: JSON.parse(data) as never }
  }
}

export async function startTestConversation(url: string, input: object = {}, language = 'en-GB'): Promise<TalkingShopper> {
  const base = `${url}/svc-api/runtime/v1/conversations`
  const { conversation: token } = await readData<ConversationReply>(
    await postJson(`${base}?language=${language}`, { consent: true, ...input }),
  )
  return joinTestConversation(url, token, language)
}

/** Joins the same conversation from another page, or through another process. */
export function joinTestConversation(url: string, token: string, language = 'en-GB'): TalkingShopper {
  const at = `${url}/svc-api/runtime/v1/conversations/${token}`
  const send = (text: string): Promise<Response> => postJson(`${at}/messages`, { text })
  async function* listen(after = '', signal?: AbortSignal): AsyncGenerator<StreamedEvent> {
    const query = new URLSearchParams({ language, ...(after !== '' && { after }) })
    const answer = await fetch(`${at}/stream?${query}`, { ...(signal && { signal }) })
    if (!answer.ok) throw new Error(await answer.text())
    yield* readEvents(answer)
  }
  return {
    url,
    token,
    send,
    listen,
    read: async () => readData(await fetch(`${at}?language=${language}`)),
    async say(text) {
      const { turn } = await readData<{ readonly turn: number }>(await send(text))
      const events: StreamedEvent[] = []
      let [streamed, whole]: [string, ConversationTurn | null] = ['', null]
      for await (const event of listen(`${turn}.0.0`)) {
        events.push(event)
        if (event.event === 'begin') streamed = ''
        if (event.event === 'text') streamed += (event.data as ReplyStreamEventMap['text']).text
        if (event.event === 'reply') whole = event.data as ConversationTurn
      }
      if (whole === null) throw new Error(`No reply came: ${JSON.stringify(events)}`)
      return { events, turn: whole, streamed }
    },
  }
}
