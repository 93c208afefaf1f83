// Streams a conversation's events to a page: from memory if this process writes the reply, else from the database.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMessage, type ShopperContext, ValidationError } from 'product-configurator-service'
import { ensureReply } from './pending-turn.js'
import type { ReplyStreamEvent, ReplyStreamEventMap, StreamEventName } from './define.js'
import { readReply } from './journal.js'
import { getLiveReplies, changeThread, findThread, type LoadedThread, readThread } from './thread.js'

/** Milliseconds between two database reads while another process writes, and while no reply is written. */
const pollMilliseconds = 250
const idlePollMilliseconds = 1_000
/** Milliseconds after which a comment line keeps the connection open, and after which the listener's presence is stored again. */
const keepAliveMilliseconds = 15_000
const presenceMilliseconds = 3_000
/** Milliseconds after which a stream ends. A reply of this process that is being streamed is finished first. */
const maxStreamMilliseconds = 5 * 60_000

/** The last event that a page has received. */
interface StreamPosition {
  readonly turn: number
  readonly attempt: number
  readonly place: number
}

const startPosition: StreamPosition = { turn: 0, attempt: 0, place: 0 }

/** Format `12.1.7`. ValidationError on `after` for anything else. */
function parsePosition(after: string | undefined): StreamPosition {
  if (after === undefined || after === '') return startPosition
  const [, turn, attempt, place] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/.exec(after) ?? []
  if (place === undefined) {
    throw ValidationError.of('after', createMessage('advisor.eventIdInvalid'))
  }
  return { turn: Number(turn), attempt: Number(attempt), place: Number(place) }
}

const isAfterPosition = (event: StreamPosition, { turn, attempt, place }: StreamPosition): boolean =>
  event.turn !== turn ? event.turn > turn : event.attempt !== attempt ? event.attempt > attempt : event.place > place

const formatStoredEvent = ({ turn, attempt, place, event, data }: ReplyStreamEvent): string =>
  `id: ${turn}.${attempt}.${place}\nevent: ${event}\ndata: ${data}\n\n`

/** Sent without an id, because every stream sends it again. */
const formatStateEvent = <Name extends StreamEventName>(event: Name, data: ReplyStreamEventMap[Name]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export interface ConversationStreamOptions {
  readonly after?: string | undefined
  /** True: stays open after the reply. */
  readonly follow?: boolean | undefined
}

interface StreamContext extends ConversationStreamOptions {
  readonly shopperContext: ShopperContext
  readonly thread: LoadedThread
  readonly signal: AbortSignal
}

/**
 * Opens a stream of server-sent events. NOT_FOUND for unknown conversations. Starts the reply if a pending turn is not being answered.
 * @returns a generator of pieces; it ends when the signal is aborted, the reply is stored, or the stream has been open too long
 */
export async function openStream(
  shopperContext: ShopperContext,
  token: string,
  listening: ConversationStreamOptions,
): Promise<(signal: AbortSignal) => AsyncGenerator<string>> {
  const position = parsePosition(listening.after)
  const loadedThread = await findThread(shopperContext, token)
  return (signal) => streamEvents({ shopperContext, thread: loadedThread, signal, ...listening }, position)
}

async function* streamEvents(streamContext: StreamContext, from: StreamPosition): AsyncGenerator<string> {
  const { shopperContext, thread: loadedThread, signal, follow = false } = streamContext
  const { context } = shopperContext
  const replies = getLiveReplies(context)
  let position = from
  let previousState = ''
  const startTime = performance.now()
  let [lastOutput, watched] = [startTime, 0]
  while (!signal.aborted && performance.now() - startTime < maxStreamMilliseconds) {
    const thread = await readThread(shopperContext, loadedThread.id)
    if (thread === null) return
    const state = { state: thread.state, pending: thread.pending === 0 ? null : thread.pending }
    if (JSON.stringify(state) !== previousState) {
      yield formatStateEvent('state', state)
      previousState = JSON.stringify(state)
      lastOutput = performance.now()
    }
    if (thread.pending === 0) {
      const missed =
        position.turn > 0 && position.place < replyPlace
          ? await readReply(shopperContext.on, loadedThread.id, position.turn)
          : null
      if (missed) {
        position = { turn: position.turn, attempt: position.attempt, place: replyPlace }
        yield `id: ${position.turn}.${position.attempt}.${replyPlace}\nevent: reply\ndata: ${JSON.stringify(missed)}\n\n`
      }
      if (!follow) return
      await waitOrAbort(idlePollMilliseconds, signal)
    } else {
      if (position.turn < thread.pending) position = { turn: thread.pending, attempt: 0, place: 0 }
      ensureReply({ shopperContext, conversation: loadedThread.id, language: getStreamLanguage(streamContext) })
      const live = replies.get(loadedThread.id)
      if (live && live.turn === thread.pending) {
        live.listeners += 1
        try {
          for await (const event of followReply(live, position, signal)) {
            if (event !== null)
              position = event.event === 'reply' ? { turn: event.turn, attempt: event.attempt, place: replyPlace } : event
            yield event === null ? ': still here\n\n' : formatStoredEvent(event)
          }
        } finally {
          live.listeners -= 1
        }
      } else {
        if (performance.now() - watched > presenceMilliseconds) {
          watched = performance.now()
          await changeThread(shopperContext, loadedThread.id, { watched: Date.now() })
        }
        for (const event of await loadStoredEvents(streamContext, position)) {
          position = event
          lastOutput = performance.now()
          yield formatStoredEvent(event)
        }
        await (live ? live.waitForEvent(pollMilliseconds, signal) : waitOrAbort(pollMilliseconds, signal))
      }
    }
    if (performance.now() - lastOutput > keepAliveMilliseconds) {
      lastOutput = performance.now()
      yield ': still here\n\n'
    }
  }
}

/** The position of a stored reply, after all of its streamed events. */
const replyPlace = 999_999_999

const waitOrAbort = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

const getStreamLanguage = ({ shopperContext, thread: loadedThread }: StreamContext): string =>
  shopperContext.language ?? loadedThread.conversation.language_tag ?? ''

/** The events of a reply of this process after a position. null after a long silence. */
async function* followReply(
  live: NonNullable<ReturnType<ReturnType<typeof getLiveReplies>['get']>>,
  from: StreamPosition,
  signal: AbortSignal,
): AsyncGenerator<ReplyStreamEvent | null> {
  let next = live.events.findIndex((event) => isAfterPosition(event, from))
  if (next < 0) next = live.events.length
  while (!signal.aborted) {
    while (next < live.events.length && !signal.aborted) yield live.events[next++]!
    if (live.over) return
    const before = live.events.length
    await live.waitForEvent(keepAliveMilliseconds, signal)
    if (live.events.length === before && !live.over) yield null
  }
}

async function loadStoredEvents(
  { shopperContext, thread: loadedThread }: StreamContext,
  { turn, attempt, place }: StreamPosition,
): Promise<readonly ReplyStreamEvent[]> {
  const sql = `SELECT turn, attempt, place, event, data FROM svc_advisor_stream
    WHERE conversation_id = ? AND turn = ? AND (attempt > ? OR (attempt = ? AND place > ?)) ORDER BY attempt, place LIMIT 500`
  const rows = await shopperContext.on.query<ReplyStreamEvent>(sql, [loadedThread.id, turn, attempt, attempt, place])
  return rows.map((row) => ({
    turn: Number(row.turn),
    attempt: Number(row.attempt),
    place: Number(row.place),
    event: row.event,
    data: row.data,
  }))
}
