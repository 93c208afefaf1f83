// Writes one reply: calls the model, runs the tools it requests, streams the text, and stores the whole reply once.
import type { ShopperContext } from 'product-configurator-service'
import { formatIsoTime, type Lease, entities, messageFormat } from '#core/surface.js'
import { type BudgetKind, countUsage, getBudgetDay, toBudgetAccount, reserveCall, type TokenReservation } from './budget.js'
import type { ConfigurationFacts, ReplyOutcome, RecommendedProduct, ConversationTurn } from './define.js'
import { DataNumbers, findUnsupportedMarks, removeControlCharacters, maskPersonalData } from './text-checks.js'
import {
  type ConfigurationStatus,
  loadConfigurationStatus,
  type LiveReply,
  changeThread,
  loadConfigurationToken,
  readThread,
} from './thread.js'
import {
  loadHistory,
  storeReply,
  storeTurn,
  type ReplyEvent,
  toReplyMetadata,
  loadToolEvents,
  toToolMessages,
} from './journal.js'
import { type AdvisorSetup, getVendorHealth, createVendor } from './setup.js'
import { advisorTools, advisorToolsByName, applyTool } from './tools.js'
import { callVendor } from './vendor/vendor-call.js'
import { type VendorToolCall, type Vendor, VendorFailure, type VendorMessage, type VendorRequest } from './vendor/define.js'
import prompts from './prompts.json' with { type: 'json' }

/** The notices for incomplete replies, by outcome; null for a whole reply. */
const outcomeNotices: Readonly<Record<ReplyOutcome | 'conversation' | 'network' | 'day' | 'rounds', string | null>> = {
  whole: null,
  stopped: 'advisor.replyStopped',
  left: 'advisor.replyLeft',
  failed: 'advisor.replyFailed',
  length: 'advisor.replyTooLong',
  limit: 'advisor.limitReached',
  conversation: 'advisor.conversationLimitReached',
  network: 'advisor.networkLimitReached',
  day: 'advisor.dailyLimitReached',
  rounds: 'advisor.requestUnfinished',
}

/** Limits: model calls per reply, characters of its text, and tokens of each call. */
const maxRounds = 12
const maxReplyLength = 8_000
const maxReplyTokens = 1_500
/** Maximum number of attempts at a reply. A process that dies leaves the reply to the next attempt. */
const maxReplyAttempts = 5

/** The reason of the signal if the reply was ended early. */
export class EarlyEndError extends Error {
  constructor(readonly outcome: ReplyOutcome) {
    super(`The reply was ended: ${outcome}.`)
  }
}

/** Another process has taken over the conversation. This one must not write any more. */
export class LeaseLostError extends Error {}

export interface ReplyRun {
  readonly shopperContext: ShopperContext
  readonly conversation: number
  readonly language: string
  readonly setup: AdvisorSetup
  readonly live: LiveReply
  readonly lease: Lease
  readonly signal: AbortSignal
}

interface ReplyProgress {
  text: string
  token: string | null
  status: ConfigurationStatus | null
  calls: number
  input: number
  output: number
  readonly data: DataNumbers
  readonly recommended: RecommendedProduct[]
}

/** An estimate for vendors that report no usage: four characters per token. */
const estimateTokens = (characters: number): number => Math.ceil(characters / 4)

/** Writes and stores the reply. Throws if the service itself fails or stops; the turn then stays pending. */
export async function writeReply(run: ReplyRun): Promise<void> {
  const { shopperContext, conversation, live, signal } = run
  const startTime = performance.now()
  const record = await shopperContext.read(entities.chatConversation, conversation)
  const token = await loadConfigurationToken(shopperContext, record?.values.configuration_id ?? null)
  const vendor = await createVendor(shopperContext.context, run.setup)
  const progress: ReplyProgress = {
    text: '',
    token,
    status: null,
    calls: 0,
    input: 0,
    output: 0,
    data: new DataNumbers(),
    recommended: [],
  }
  progress.status = await loadConfigurationStatus(shopperContext, token)
  const { messages, shopperTexts } = await loadHistory(shopperContext.on, conversation, live.turn)
  const used = await loadToolEvents(shopperContext.on, conversation, live.turn)
  for (const { result, recommended } of used) {
    progress.data.add(parseToolResult(result))
    if (recommended) progress.recommended.push(recommended)
  }
  let outcome: ReplyOutcome = 'whole'
  let notice: string | null = null
  try {
    if (live.attempt > maxReplyAttempts) throw new EarlyEndError('failed')
    await runRounds(run, vendor, progress, [...messages, ...toToolMessages(used)], (used.at(-1)?.round ?? 0) + 1)
  } catch (error) {
    const cause = signal.aborted ? (signal.reason as unknown) : error
    if (cause instanceof EarlyEndError) outcome = cause.outcome
    else if (cause instanceof VendorFailure) {
      shopperContext.context.log.warn({ reason: cause.reason, detail: cause.message }, "The advisor's vendor failed.")
      outcome = 'failed'
    } else if (cause instanceof BudgetExhaustedError) {
      outcome = 'limit'
      notice = outcomeNotices[cause.bound]
    } else if (signal.aborted || cause instanceof LeaseLostError) throw cause
    else {
      shopperContext.context.log.error({ err: cause }, 'A reply of the advisor failed.')
      outcome = 'failed'
    }
  }
  const sentence = notice ?? outcomeNotices[outcome]
  progress.status = await loadConfigurationStatus(shopperContext, progress.token)
  const facts = progress.status?.facts ?? null
  const ownData = new DataNumbers()
  for (const shopperText of shopperTexts) ownData.add(shopperText)
  progress.data.add(facts)
  if (progress.status) progress.data.add(progress.status.product.product)
  await storeFinishedReply(run, progress, {
    answers: live.turn,
    turn: 0,
    outcome,
    notice: sentence === null ? '' : messageFormat.translateShopMessage(shopperContext.context.registry, run.language, sentence),
    marks: findUnsupportedMarks(progress.text, progress.data, ownData),
    facts,
    recommended: progress.recommended,
    model: vendor.model,
    calls: progress.calls,
    input: progress.input,
    output: progress.output,
    milliseconds: Math.round(performance.now() - startTime),
  })
}

/** A budget is exhausted. */
class BudgetExhaustedError extends Error {
  constructor(readonly bound: BudgetKind | 'rounds') {
    super(`The advisor's budget is used up: ${bound}.`)
  }
}

function parseToolResult(result: string): unknown {
  try {
    return JSON.parse(result)
  } catch {
    // A truncated result. Its numbers still count as known data.
    return result
  }
}

async function runRounds(
  run: ReplyRun,
  vendor: Vendor,
  progress: ReplyProgress,
  beginning: readonly VendorMessage[],
  firstRound: number,
): Promise<void> {
  const messages = [...beginning]
  for (let round = firstRound; ; round++) {
    if (round > maxRounds) throw new BudgetExhaustedError('rounds')
    const request = createRequest(run, progress, messages)
    const tokens = estimateTokens(JSON.stringify(request).length) + maxReplyTokens
    const reservation = { date: await getBudgetDay(run.shopperContext), tokens }
    const account = toBudgetAccount(run.shopperContext, run.conversation)
    const bound = await reserveCall(run.shopperContext, account, reservation)
    if (bound !== null) throw new BudgetExhaustedError(bound)
    const { text, calls } = await callModel(run, vendor, progress, { request, reservation })
    if (calls.length === 0) return
    messages.push({ role: 'advisor', text, calls })
    const results = []
    for (const call of calls) results.push(await runTool(run, progress, round, call))
    messages.push({ role: 'tools', results })
  }
}

interface ModelReply {
  readonly text: string
  readonly calls: readonly VendorToolCall[]
}

/** The prompt is in English (prompts.json); the replies may be in any language. */
function createSystemPrompt({
  language,
  facts,
}: {
  readonly language: string
  readonly facts: ConfigurationFacts | null
}): string {
  const configurationText =
    facts === null
      ? prompts.noConfiguration
      : JSON.stringify({
          product_id: facts.product_id,
          product: facts.product,
          finished: facts.finished,
          selected: facts.selected.map((selection) => ({ ...selection, text: maskPersonalData(selection.text) })),
          missing: facts.missing,
          price: facts.price && { net: facts.price.net, gross: facts.price.gross },
          currency: facts.currency.code,
        })
  return prompts.advise
    .join('\n')
    .replace('{language}', () => language)
    .replace('{configuration}', () => configurationText)
}

function createRequest(run: ReplyRun, { status }: ReplyProgress, messages: readonly VendorMessage[]): VendorRequest {
  return {
    system: createSystemPrompt({ language: run.language, facts: status?.facts ?? null }),
    messages,
    tools: advisorTools,
    mostTokens: maxReplyTokens,
  }
}

/** One model call, streamed as it arrives. */
async function callModel(
  run: ReplyRun,
  vendor: Vendor,
  progress: ReplyProgress,
  { request, reservation }: { readonly request: VendorRequest; readonly reservation: TokenReservation },
): Promise<ModelReply> {
  const { shopperContext, live, signal } = run
  const { timings } = shopperContext.context
  const callContext = { health: getVendorHealth(shopperContext.context, vendor), signal, timings }
  const calls: VendorToolCall[] = []
  let [text, input, output] = ['', 0, 0]
  progress.calls += 1
  try {
    for await (const event of callVendor(vendor, request, callContext)) {
      if (event.kind === 'call') calls.push({ id: event.id, name: event.name, input: event.input })
      else if (event.kind === 'usage') [input, output] = [event.input, event.output]
      else if (event.kind === 'text') {
        const word = removeControlCharacters(event.text)
        const piece = text === '' && progress.text !== '' ? `\n\n${word}` : word
        text += word
        progress.text += piece
        live.emit('text', { text: piece })
        if (progress.text.length > maxReplyLength) throw new EarlyEndError('length')
      } else if (event.reason === 'length') throw new EarlyEndError('length')
    }
  } finally {
    const inputTokens = input || estimateTokens(JSON.stringify(request).length)
    const received = output || estimateTokens(text.length)
    progress.input += inputTokens
    progress.output += received
    const account = toBudgetAccount(shopperContext, run.conversation)
    await countUsage(shopperContext, account, { input: inputTokens, output: received }, reservation)
  }
  return { text, calls }
}

async function runTool(run: ReplyRun, progress: ReplyProgress, round: number, call: VendorToolCall) {
  const { shopperContext, conversation, language, live, signal } = run
  signal.throwIfAborted()
  const tool = advisorToolsByName.get(call.name)
  const sentence = tool ? messageFormat.translateShopMessage(shopperContext.context.registry, language, tool.progressKey) : ''
  live.emit('tool', { tool: call.name.slice(0, 64), done: false, refused: false, sentence })
  const used = await applyTool(
    { shopperContext: shopperContext.withoutSnapshot(), conversation, language, token: progress.token },
    { turn: live.turn, round, call, requireLease: (inside) => requireLease(run, inside) },
  )
  progress.data.add(used.outcome?.result ?? {})
  if (used.outcome?.token !== undefined) progress.token = used.outcome.token
  if (used.recommended) progress.recommended.push(used.recommended)
  live.emit('tool', { tool: used.name, done: true, refused: used.failed, sentence })
  if (used.outcome?.person) live.emit('person', { turn: live.turn })
  if (tool?.changes && !used.failed) {
    progress.status = await loadConfigurationStatus(shopperContext.withoutSnapshot(), progress.token)
    if (progress.status) live.emit('facts', progress.status.facts)
  }
  return { id: call.id, text: used.result, failed: used.failed }
}

async function requireLease({ lease }: ReplyRun, { unit }: ShopperContext): Promise<void> {
  if (unit && !(await lease.isHeld(unit))) throw new LeaseLostError()
}

/** Stores the reply unless it is already stored, and deletes its streamed events. */
async function storeFinishedReply(run: ReplyRun, { text }: ReplyProgress, event: ReplyEvent): Promise<void> {
  const { shopperContext, conversation, live } = run
  const stored = await shopperContext.withoutSnapshot().transact(async (inside): Promise<ConversationTurn | null> => {
    await requireLease(run, inside)
    const thread = await readThread(inside, conversation)
    if (thread === null || thread.pending !== live.turn) return null
    const turn = await storeTurn(inside, conversation, 'advisor', text)
    await storeReply(inside, conversation, { ...event, turn })
    await changeThread(inside, conversation, { pending: 0, attempt: 0, stop: 0 })
    await inside.unit.run('DELETE FROM svc_advisor_stream WHERE conversation_id = ?', [conversation])
    const now = formatIsoTime(inside.now)
    await inside.write(entities.chatConversation, { last_activity: now }, { id: conversation })
    return { role: 'advisor', turn, text, created: now, reply: toReplyMetadata(event) }
  })
  if (stored) live.emit('reply', stored)
}
