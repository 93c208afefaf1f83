// Streams a conversation's events to a page: from memory if this process writes the reply, else from the database.
import { setTimeout as sleep } from 'node:timers/promises'
import { ValidationError } from '../foundation/errors.js'
import type { Visit } from '../commerce/visit.js'
import { seeToReply } from './answering.js'
import type { Serve, StreamEvent, StreamEvents, StreamName } from './define.js'
import { readReply } from './journal.js'
import { liveReplies } from './live.js'
import { changeThread, findThread, type Held, readThread } from './thread.js'

/** Milliseconds between two database reads while another process writes, and while no reply is written. */
const look = 250
const idle = 1_000
/** Milliseconds after which a comment line keeps the connection open, and after which the listener's presence is stored again. */
const keepAlive = 15_000
const watching = 3_000
/** Milliseconds after which a stream ends. A reply of this process that is being streamed is finished first. */
const longest = 5 * 60_000

/** The last event that a page has received. */
interface Position {
  readonly turn: number
  readonly attempt: number
  readonly place: number
}

const beginning: Position = { turn: 0, attempt: 0, place: 0 }

/** Format `12.1.7`. ValidationError on `after` for anything else. */
function positionOf(after: string | undefined): Position {
  if (after === undefined || after === '') return beginning
  const [, turn, attempt, place] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/.exec(after) ?? []
  if (place === undefined) {
    const message = "Field 'after' takes the id of an event of the stream, such as '12.1.7'."
    throw ValidationError.of('after', message)
  }
  return { turn: Number(turn), attempt: Number(attempt), place: Number(place) }
}

const isBehind = (event: Position, { turn, attempt, place }: Position): boolean =>
  event.turn !== turn ? event.turn > turn : event.attempt !== attempt ? event.attempt > attempt : event.place > place

const written = ({ turn, attempt, place, event, data }: StreamEvent): string =>
  `id: ${turn}.${attempt}.${place}\nevent: ${event}\ndata: ${data}\n\n`

/** Sent without an id, because every stream sends it again. */
const told = <Name extends StreamName>(event: Name, data: StreamEvents[Name]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export interface Listening {
  readonly after?: string | undefined
  /** True: stays open after the reply. */
  readonly follow?: boolean | undefined
}

interface Ear extends Listening {
  readonly visit: Visit
  readonly serve: Serve
  readonly held: Held
  readonly signal: AbortSignal
}

/**
 * Opens a stream of server-sent events. NOT_FOUND for unknown conversations. Starts the reply if a pending turn is not being answered.
 * @returns a generator of pieces; it ends when the signal is aborted, the reply is stored, or the stream has been open too long
 */
export async function openStream(
  visit: Visit,
  serve: Serve,
  token: string,
  listening: Listening,
): Promise<(signal: AbortSignal) => AsyncGenerator<string>> {
  const position = positionOf(listening.after)
  const held = await findThread(visit, token)
  return (signal) => stream({ visit, serve, held, signal, ...listening }, position)
}

async function* stream(ear: Ear, from: Position): AsyncGenerator<string> {
  const { visit, held, signal, follow = false } = ear
  const { context } = visit
  const replies = liveReplies(context)
  let position = from
  let known = ''
  const begun = performance.now()
  let [spoken, watched] = [begun, 0]
  while (!signal.aborted && performance.now() - begun < longest) {
    const thread = await readThread(visit, held.id)
    if (thread === null) return
    const state = { state: thread.state, pending: thread.pending === 0 ? null : thread.pending }
    if (JSON.stringify(state) !== known) {
      yield told('state', state)
      known = JSON.stringify(state)
      spoken = performance.now()
    }
    if (thread.pending === 0) {
      const missed = position.turn > 0 && position.place < whole ? await readReply(visit.on, held.id, position.turn) : null
      if (missed) {
        position = { turn: position.turn, attempt: position.attempt, place: whole }
        yield `id: ${position.turn}.${position.attempt}.${whole}\nevent: reply\ndata: ${JSON.stringify(missed)}\n\n`
      }
      if (!follow) return
      await rest(idle, signal)
    } else {
      if (position.turn < thread.pending) position = { turn: thread.pending, attempt: 0, place: 0 }
      seeToReply({ visit, serve: ear.serve, conversation: held.id, language: languageOf(ear) })
      const live = replies.get(held.id)
      if (live && live.turn === thread.pending) {
        live.listeners += 1
        try {
          for await (const event of heard(live, position, signal)) {
            if (event !== null)
              position = event.event === 'reply' ? { turn: event.turn, attempt: event.attempt, place: whole } : event
            yield event === null ? ': still here\n\n' : written(event)
          }
        } finally {
          live.listeners -= 1
        }
      } else {
        if (performance.now() - watched > watching) {
          watched = performance.now()
          await changeThread(visit, held.id, { watched: Date.now() })
        }
        for (const event of await storedEvents(ear, position)) {
          position = event
          spoken = performance.now()
          yield written(event)
        }
        await (live ? live.heard(look, signal) : rest(look, signal))
      }
    }
    if (performance.now() - spoken > keepAlive) {
      spoken = performance.now()
      yield ': still here\n\n'
    }
  }
}

/** The position of a stored reply, after all of its streamed events. */
const whole = 999_999_999

const rest = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

const languageOf = ({ visit, held }: Ear): string => visit.language ?? held.conversation.language_tag ?? ''

/** The events of a reply of this process after a position. null after a long silence. */
async function* heard(
  live: NonNullable<ReturnType<ReturnType<typeof liveReplies>['get']>>,
  from: Position,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent | null> {
  let next = live.events.findIndex((event) => isBehind(event, from))
  if (next < 0) next = live.events.length
  while (!signal.aborted) {
    while (next < live.events.length && !signal.aborted) yield live.events[next++]!
    if (live.over) return
    const before = live.events.length
    await live.heard(keepAlive, signal)
    if (live.events.length === before && !live.over) yield null
  }
}

async function storedEvents({ visit, held }: Ear, { turn, attempt, place }: Position): Promise<readonly StreamEvent[]> {
  const sql = `SELECT turn, attempt, place, event, data FROM svc_advisor_stream
    WHERE conversation_id = ? AND turn = ? AND (attempt > ? OR (attempt = ? AND place > ?)) ORDER BY attempt, place LIMIT 500`
  const rows = await visit.on.query<StreamEvent>(sql, [held.id, turn, attempt, attempt, place])
  return rows.map((row) => ({
    turn: Number(row.turn),
    attempt: Number(row.attempt),
    place: Number(row.place),
    event: row.event,
    data: row.data,
  }))
}
