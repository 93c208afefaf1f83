// Maintenance of finished conversations: deletes expired ones and lets the vendor review quiet ones.
import { day, minute, type ServiceContext } from 'product-configurator-service'
import { acquireLease, formatIsoTime, entities } from '#core/surface.js'
import { countUsage, shopBudgetAccount, reserveCall } from './budget.js'
import { maskPersonalData, removeControlCharacters } from './text-checks.js'
import { type AdvisorSetup, getVendorHealth, getAdvisorSetup, createVendor } from './setup.js'
import { callVendor } from './vendor/vendor-call.js'
import { type Vendor, VendorFailure, type VendorRequest } from './vendor/define.js'
import prompts from './prompts.json' with { type: 'json' }

export interface AnalyzeOptions {
  /** Minutes without activity after which a conversation is quiet. Default 30. */
  readonly idleMinutes?: number | undefined
  /** Maximum number of reviews, one model call each. Default 20. */
  readonly max?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface AnalyzeReport {
  /** True if a model vendor is configured. */
  readonly configured: boolean
  /** True if the service reviews conversations automatically. */
  readonly autoAnalyze: boolean
  /** Conversations deleted because their retention time had passed. */
  readonly prunedCount: number
  readonly reviewedCount: number
  readonly failedCount: number
  /** Quiet conversations without a review. */
  readonly waitingCount: number
}

const defaultIdleMinutes = 30
const defaultMaxReviews = 20

/** Failures in a row after which the vendor counts as down for this round. */
const maxFailuresInRow = 3
/** Maximum characters of a transcript and of a review, and maximum tokens of a review. */
const maxTranscriptLength = 16_000
const maxReviewLength = 6_000
const maxReviewTokens = 700

const reviewPrompt = prompts.review.join('\n')

/** Prunes first. If another process is already reviewing, only prunes. */
export async function runConversationReviews(work: ServiceContext, options: AnalyzeOptions = {}): Promise<AnalyzeReport> {
  const { context } = work
  const currentWork = await work.at()
  const setup = getAdvisorSetup(context, currentWork.versionedSnapshot)
  const autoAnalyze = currentWork.versionedSnapshot.snapshot.settings.advisor_auto_analyze === true
  const prunedCount = await pruneConversations(work, options.signal)
  const counts = { reviewedCount: 0, failedCount: 0 }
  const lease = setup === null ? null : await acquireLease(context.database, 'analyze conversations', 0)
  if (setup !== null && lease !== null) {
    try {
      await reviewQuietConversations(work, setup, options, counts)
    } finally {
      await lease.release()
    }
  }
  const waitingCount = (await findQuietConversations(work, options, 10_000)).length
  return { configured: setup !== null, autoAnalyze, prunedCount, ...counts, waitingCount }
}

/** Conversations with a turn and without a review since their last activity, the longest quiet first. */
async function findQuietConversations(
  work: ServiceContext,
  { idleMinutes = defaultIdleMinutes }: AnalyzeOptions,
  limit: number,
): Promise<readonly number[]> {
  const sql = `SELECT c.id FROM svc_chat_conversation c WHERE c.last_activity <= ?
    AND EXISTS (SELECT 1 FROM svc_chat_turn t WHERE t.chat_conversation_id = c.id)
    AND NOT EXISTS (SELECT 1 FROM svc_chat_review r WHERE r.chat_conversation_id = c.id AND r.created >= c.last_activity)
    ORDER BY c.last_activity, c.id LIMIT ?`
  const rows = await work.context.database.query<{ readonly id: number }>(sql, [
    formatIsoTime(work.now - idleMinutes * minute),
    limit,
  ])
  return rows.map(({ id }) => Number(id))
}

async function reviewQuietConversations(
  work: ServiceContext,
  setup: AdvisorSetup,
  options: AnalyzeOptions,
  counts: { reviewedCount: number; failedCount: number },
): Promise<void> {
  const vendor = await createVendor(work.context, setup)
  let failures = 0
  for (const id of await findQuietConversations(work, options, options.max ?? defaultMaxReviews)) {
    if (options.signal?.aborted || failures >= maxFailuresInRow || (await reserveCall(work, shopBudgetAccount)) !== null) return
    try {
      await reviewConversation(work, vendor, id, options.signal)
      counts.reviewedCount += 1
      failures = 0
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      work.context.log.warn({ conversation: id, reason: error.reason }, 'A conversation could not be reviewed.')
      counts.failedCount += 1
      failures += 1
    }
  }
}

interface TranscriptLine {
  readonly who: string
  readonly text: string
}

/** The masked transcript; only its end if it is long. */
async function loadTranscript(work: ServiceContext, id: number): Promise<string> {
  const { database } = work.context
  const turns = await database.query<TranscriptLine>(
    'SELECT role AS who, text FROM svc_chat_turn WHERE chat_conversation_id = ? ORDER BY id DESC LIMIT 80',
    [id],
  )
  const events = await database.query<TranscriptLine>(
    "SELECT kind AS who, data AS text FROM svc_chat_event WHERE chat_conversation_id = ? AND kind = 'tool' ORDER BY id DESC LIMIT 40",
    [id],
  )
  const messages = turns.toReversed().map(({ who: role, text }) => `${role}: ${maskPersonalData(text)}`)
  const notes = events.toReversed().map(({ text }) => `note: ${maskPersonalData(text).slice(0, 400)}`)
  return [...notes, ...messages].join('\n').slice(-maxTranscriptLength)
}

async function reviewConversation(work: ServiceContext, vendor: Vendor, id: number, signal?: AbortSignal): Promise<void> {
  const request: VendorRequest = {
    system: reviewPrompt,
    messages: [{ role: 'shopper', text: await loadTranscript(work, id) }],
    tools: [],
    mostTokens: maxReviewTokens,
  }
  let [lessons, input, output] = ['', 0, 0]
  const { timings } = work.context
  const callContext = { health: getVendorHealth(work.context, vendor), signal: signal ?? new AbortController().signal, timings }
  for await (const event of callVendor(vendor, request, callContext)) {
    if (event.kind === 'text') lessons += event.text
    else if (event.kind === 'usage') [input, output] = [event.input, event.output]
  }
  await countUsage(work, shopBudgetAccount, { input, output })
  const fields = {
    chat_conversation_id: id,
    lessons: maskPersonalData(removeControlCharacters(lessons)).slice(0, maxReviewLength),
    model: vendor.model,
    created: formatIsoTime(work.now),
  }
  await work.transact(async (inside) => {
    // The conversation may have been deleted during the call.
    const [there] = await inside.on.query('SELECT id FROM svc_chat_conversation WHERE id = ?', [id])
    if (there) await inside.write(entities.chatReview, fields)
  })
}

/** Conversations per statement. */
const batchSize = 100
/** Milliseconds after which an empty conversation is deleted, and after which the search for empty ones stops. */
const [silent, looked] = [day, 30 * day]

/** Returns the number of deleted conversations: empty ones and, if the retention setting is not empty, old ones. */
export async function pruneConversations(work: ServiceContext, signal?: AbortSignal): Promise<number> {
  const days = (await work.at()).versionedSnapshot.snapshot.settings.advisor_retention_days ?? null
  const old = days === null ? 0 : await pruneBefore(work, formatIsoTime(work.now - days * day), signal)
  const forgotten = old + (await pruneEmpty(work, signal))
  // The table contains only replies in progress and aborted ones.
  await work.context.database.run(
    'DELETE FROM svc_advisor_stream WHERE conversation_id NOT IN (SELECT id FROM svc_chat_conversation)',
  )
  return forgotten
}

function pruneBefore(work: ServiceContext, time: string, signal?: AbortSignal): Promise<number> {
  return pruneMatching(work, 'last_activity < ?', [time], signal)
}

/** Limits the effect of clients that open thousands of conversations without a message. */
function pruneEmpty(work: ServiceContext, signal?: AbortSignal): Promise<number> {
  const turnSql = 'SELECT 1 FROM svc_chat_turn t WHERE t.chat_conversation_id = svc_chat_conversation.id'
  const span = [formatIsoTime(work.now - looked), formatIsoTime(work.now - silent)]
  return pruneMatching(work, `last_activity >= ? AND last_activity < ? AND NOT EXISTS (${turnSql})`, span, signal)
}

async function pruneMatching(
  work: ServiceContext,
  condition: string,
  of: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const sql = `SELECT id FROM svc_chat_conversation WHERE ${condition} ORDER BY id LIMIT ?`
  for (let forgotten = 0; ; ) {
    const rows = await work.context.database.query<{ readonly id: number }>(sql, [...of, batchSize])
    for (const { id } of rows) await work.remove(entities.chatConversation, id)
    forgotten += rows.length
    if (rows.length < batchSize || signal?.aborted) return forgotten
  }
}
