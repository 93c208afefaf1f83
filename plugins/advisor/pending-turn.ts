// Ensures that a pending turn is answered by exactly one process: starts the reply, or takes over from a process that died.
import type { ShopperContext } from 'product-configurator-service'
import { acquireLease, insertRows } from '#core/surface.js'
import type { ReplyStreamEvent } from './define.js'
import { LiveReply, getLiveReplies, changeThread, readThread } from './thread.js'
import { EarlyEndError, LeaseLostError, writeReply } from './reply-writer.js'
import { getAdvisorLimits, getAdvisorSetup } from './setup.js'

/** Milliseconds between two rounds of storing events. Every fifth round also checks for listeners. */
const roundMilliseconds = 200
const roundsPerCheck = 5
/** Maximum number of events stored per round. */
const maxEventsPerRound = 50
/** Milliseconds to wait for the lease: the time in which a dead holder is detected on one machine. */
const leaseTimeout = 400
/** Milliseconds after which a reply without listeners ends. A reloaded page reconnects sooner. */
const listenerTimeout = 10_000

export interface PendingTurn {
  readonly shopperContext: ShopperContext
  readonly conversation: number
  /** Language tag of the reply. */
  readonly language: string
}

/** Starts the reply in the background, unless this process or another one is already answering. */
export function ensureReply(waiting: PendingTurn): void {
  const { shopperContext, conversation } = waiting
  const { context } = shopperContext
  const live = getLiveReplies(context)
  if (live.has(conversation)) return
  // A placeholder until the turn is known.
  const place = new LiveReply(0, 0)
  live.set(conversation, place)
  context.background.begin(async (ending) => {
    try {
      await answerWithLease(waiting, place, ending)
    } finally {
      live.delete(conversation)
      place.end()
    }
  })
}

async function answerWithLease(waiting: PendingTurn, place: LiveReply, ending: AbortSignal): Promise<void> {
  const { context } = waiting.shopperContext
  const name = `advisor ${waiting.conversation}`
  const lease = await acquireLease(context.database, name, leaseTimeout)
  if (lease === null) return
  try {
    const shopperContext = waiting.shopperContext.withoutSnapshot()
    const currentContext = await shopperContext.at()
    const setup = getAdvisorSetup(context, currentContext.versionedSnapshot)
    const pendingAttempt = await shopperContext.transact(async (inside) => {
      const thread = await readThread(inside, waiting.conversation)
      if (thread === null || thread.pending === 0) return null
      await changeThread(inside, waiting.conversation, { attempt: thread.attempt + 1 })
      await inside.unit.run('DELETE FROM svc_advisor_stream WHERE conversation_id = ?', [waiting.conversation])
      return { turn: thread.pending, attempt: thread.attempt + 1 }
    })
    if (pendingAttempt === null || setup === null) return
    const live = new LiveReply(pendingAttempt.turn, pendingAttempt.attempt)
    getLiveReplies(context).set(waiting.conversation, live)
    // Listeners of the placeholder switch to the reply and receive it from its first event.
    place.end()
    const control = new AbortController()
    const watch = superviseReply(waiting, live, control)
    try {
      live.emit('begin', { turn: live.turn })
      await writeReply({ ...waiting, setup, live, lease, signal: AbortSignal.any([control.signal, ending]) })
    } catch (error) {
      // The turn stays pending for the process that took over, or for the next start.
      if (!(error instanceof LeaseLostError) && !ending.aborted) throw error
    } finally {
      live.end()
      await watch.stop()
      // Remove the events that were stored while the reply was being stored.
      if (live.events.at(-1)?.event === 'reply') await deleteStream(waiting, live)
    }
  } finally {
    await lease.release()
    await context.database.run('DELETE FROM svc_leases WHERE name = ? AND holder IS NULL', [name])
  }
}

async function deleteStream({ shopperContext, conversation }: PendingTurn, { turn }: LiveReply): Promise<void> {
  await shopperContext.context.database.run('DELETE FROM svc_advisor_stream WHERE conversation_id = ? AND turn = ?', [
    conversation,
    turn,
  ])
}

/** Stores events for listeners of other processes, and ends the reply when it is stopped, disabled or abandoned. */
function superviseReply({ shopperContext, conversation }: PendingTurn, live: LiveReply, control: AbortController) {
  const { context } = shopperContext
  let [storedCount, heard, looks] = [0, performance.now(), 0]
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const batch = live.events.slice(storedCount, storedCount + maxEventsPerRound)
    if (batch.length > 0) {
      await store(batch)
      storedCount += batch.length
    }
    if (looks++ % roundsPerCheck !== 0) return
    const thread = await readThread(shopperContext, conversation)
    const { snapshot } = (await shopperContext.withoutSnapshot().at()).versionedSnapshot
    const absence = Math.min(listenerTimeout, getAdvisorLimits(context).patience)
    if (live.listeners > 0 || (thread !== null && Date.now() - thread.watched < absence)) heard = performance.now()
    if (thread === null || thread.stop === live.turn) control.abort(new EarlyEndError('stopped'))
    else if (snapshot.settings.advisor_enabled !== true) control.abort(new EarlyEndError('failed'))
    else if (performance.now() - heard > absence) control.abort(new EarlyEndError('left'))
  }

  async function store(events: readonly ReplyStreamEvent[]): Promise<void> {
    const columns = ['conversation_id', 'turn', 'attempt', 'place', 'event', 'data']
    const values = events.flatMap(({ turn, attempt, place, event, data }) => [conversation, turn, attempt, place, event, data])
    await context.database.run(insertRows('svc_advisor_stream', columns, events.length), values)
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => context.log.warn({ err: error }, 'A reply of the advisor could not be looked after.'))
      .finally(() => {
        looking = null
      })
  }, roundMilliseconds)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
