// Writes one reply: calls the model, runs the tools it requests, streams the text, and stores the whole reply once.
import { formatIsoTime } from '../foundation/clock.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import { said as say } from '../shop/texts.js'
import type { Lease } from '../storage/database/lease.js'
import type { Visit } from '../commerce/visit.js'
import { type Bound, countUsage, payerOf, takeCall } from './budget.js'
import type { Facts, Outcome, Recommended, Turn, Serve } from './define.js'
import { Data, marksIn } from './figures.js'
import { type Standing, standingOf } from './facts.js'
import { historyUpTo, noteReply, noteTurn, type ReplyEvent, replyPart, toolsUsed, usedMessages } from './journal.js'
import type { LiveReply } from './live.js'
import { plainText } from './plain-text.js'
import { systemPrompt } from './prompt.js'
import { type AdvisorSetup, healthOf, vendorOf } from './setup.js'
import { changeThread, configurationToken, readThread } from './thread.js'
import { tools, toolsByName } from './tools.js'
import { applyTool } from './use-tool.js'
import { askVendor } from './vendor/ask.js'
import { type ToolCall, type Vendor, VendorFailure, type VendorMessage } from './vendor/define.js'
import { notices } from './sentences.js'

/** Limits: model calls per reply, characters of its text, and tokens of each call. */
const mostRounds = 12
const longestReply = 8_000
const mostTokens = 1_500
/** Maximum number of attempts at a reply. A process that dies leaves the reply to the next attempt. */
const mostAttempts = 5

/** The reason of the signal if the reply was ended early. */
export class Ended extends Error {
  constructor(readonly outcome: Outcome) {
    super(`The reply was ended: ${outcome}.`)
  }
}

/** Another process has taken over the conversation. This one must not write any more. */
export class TakenOver extends Error {}

export interface Run {
  readonly visit: Visit
  readonly serve: Serve
  readonly conversation: number
  readonly language: string
  readonly setup: AdvisorSetup
  readonly live: LiveReply
  readonly lease: Lease
  readonly signal: AbortSignal
}

interface Course {
  text: string
  token: string | null
  standing: Standing | null
  calls: number
  input: number
  output: number
  readonly data: Data
  readonly recommended: Recommended[]
}

/** An estimate for vendors that report no usage: four characters per token. */
const tokensOf = (characters: number): number => Math.ceil(characters / 4)

/** Writes and stores the reply. Throws if the service itself fails or stops; the turn then stays pending. */
export async function writeReply(run: Run): Promise<void> {
  const { visit, serve, conversation, live, signal } = run
  const begun = performance.now()
  const record = await visit.read(chatConversation, conversation)
  const token = await configurationToken(visit, record?.values.configuration_id ?? null)
  const vendor = await vendorOf(visit.context, run.setup)
  const course: Course = { text: '', token, standing: null, calls: 0, input: 0, output: 0, data: new Data(), recommended: [] }
  course.standing = await standingOf(visit, serve, token)
  const { messages, said } = await historyUpTo(visit.on, conversation, live.turn)
  const used = await toolsUsed(visit.on, conversation, live.turn)
  for (const { result, recommended } of used) {
    course.data.add(parsed(result))
    if (recommended) course.recommended.push(recommended)
  }
  let outcome: Outcome = 'whole'
  let notice: string = ''
  try {
    if (live.attempt > mostAttempts) throw new Ended('failed')
    await converse(run, vendor, course, [...messages, ...usedMessages(used)], (used.at(-1)?.round ?? 0) + 1)
  } catch (error) {
    const ended = signal.aborted ? (signal.reason as unknown) : error
    if (ended instanceof Ended) outcome = ended.outcome
    else if (ended instanceof VendorFailure) {
      visit.context.log.warn({ reason: ended.reason, detail: ended.message }, "The advisor's vendor failed.")
      outcome = 'failed'
    } else if (ended instanceof Limit) {
      outcome = 'limit'
      notice = notices[ended.bound]
    } else if (signal.aborted || ended instanceof TakenOver) throw ended
    else {
      visit.context.log.error({ err: ended }, 'A reply of the advisor failed.')
      outcome = 'failed'
    }
  }
  const sentence = notice || notices[outcome]
  course.standing = await standingOf(visit, serve, course.token)
  const facts = course.standing?.facts ?? null
  const ownData = new Data()
  for (const one of said) ownData.add(one)
  course.data.add(facts)
  if (course.standing) course.data.add(course.standing.product.product)
  await finish(run, course, {
    answers: live.turn,
    turn: 0,
    outcome,
    notice: sentence === '' ? '' : say(visit.context.registry, run.language, sentence),
    marks: marksIn(course.text, course.data, ownData),
    facts,
    recommended: course.recommended,
    model: vendor.model,
    calls: course.calls,
    input: course.input,
    output: course.output,
    milliseconds: Math.round(performance.now() - begun),
  })
}

/** A budget is exhausted. */
class Limit extends Error {
  constructor(readonly bound: Bound | 'rounds') {
    super(`The advisor's budget is used up: ${bound}.`)
  }
}

function parsed(result: string): unknown {
  try {
    return JSON.parse(result)
  } catch {
    // A truncated result. Its numbers still count as known data.
    return result
  }
}

async function converse(
  run: Run,
  vendor: Vendor,
  course: Course,
  beginning: readonly VendorMessage[],
  firstRound: number,
): Promise<void> {
  const messages = [...beginning]
  for (let round = firstRound; ; round++) {
    if (round > mostRounds) throw new Limit('rounds')
    const bound = await takeCall(run.visit, payerOf(run.visit, run.conversation))
    if (bound !== null) throw new Limit(bound)
    const { text, calls } = await listen(run, vendor, course, messages)
    if (calls.length === 0) return
    messages.push({ role: 'advisor', text, calls })
    const results = []
    for (const call of calls) results.push(await use(run, course, round, call))
    messages.push({ role: 'tools', results })
  }
}

interface Heard {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

/** One model call, streamed as it arrives. */
async function listen(run: Run, vendor: Vendor, course: Course, messages: readonly VendorMessage[]): Promise<Heard> {
  const { visit, live, signal } = run
  const facts: Facts | null = course.standing?.facts ?? null
  const request = { system: systemPrompt({ language: run.language, facts }), messages, tools, mostTokens }
  const { timings } = visit.context
  const asking = { health: healthOf(visit.context, vendor), signal, timings }
  const calls: ToolCall[] = []
  let [text, input, output] = ['', 0, 0]
  course.calls += 1
  try {
    for await (const event of askVendor(vendor, request, asking)) {
      if (event.kind === 'call') calls.push({ id: event.id, name: event.name, input: event.input })
      else if (event.kind === 'usage') [input, output] = [event.input, event.output]
      else if (event.kind === 'text') {
        const word = plainText(event.text)
        const piece = text === '' && course.text !== '' ? `\n\n${word}` : word
        text += word
        course.text += piece
        live.tell('text', { text: piece })
        if (course.text.length > longestReply) throw new Ended('length')
      } else if (event.reason === 'length') throw new Ended('length')
    }
  } finally {
    const sent = input || tokensOf(JSON.stringify(request).length)
    const received = output || tokensOf(text.length)
    course.input += sent
    course.output += received
    await countUsage(visit, payerOf(visit, run.conversation), { input: sent, output: received })
  }
  return { text, calls }
}

async function use(run: Run, course: Course, round: number, call: ToolCall) {
  const { visit, serve, conversation, language, live, signal } = run
  signal.throwIfAborted()
  const tool = toolsByName.get(call.name)
  const sentence = tool ? say(visit.context.registry, language, tool.sentence) : ''
  live.tell('deed', { tool: call.name.slice(0, 64), done: false, refused: false, sentence })
  const used = await applyTool(
    { visit: visit.anew(), serve, conversation, language, token: course.token },
    { turn: live.turn, round, call, requireLease: (inside) => requireLease(run, inside) },
  )
  course.data.add(used.outcome?.result ?? {})
  if (used.outcome?.token !== undefined) course.token = used.outcome.token
  if (used.recommended) course.recommended.push(used.recommended)
  live.tell('deed', { tool: used.name, done: true, refused: used.failed, sentence })
  if (used.outcome?.person) live.tell('person', { turn: live.turn })
  if (tool?.changes && !used.failed) {
    course.standing = await standingOf(visit.anew(), serve, course.token)
    if (course.standing) live.tell('facts', course.standing.facts)
  }
  return { id: call.id, text: used.result, failed: used.failed }
}

async function requireLease({ lease }: Run, { unit }: Visit): Promise<void> {
  if (unit && !(await lease.isHeld(unit))) throw new TakenOver()
}

/** Stores the reply unless it is already stored, and deletes its streamed events. */
async function finish(run: Run, { text }: Course, event: ReplyEvent): Promise<void> {
  const { visit, conversation, live } = run
  const stored = await visit.anew().transact(async (inside): Promise<Turn | null> => {
    await requireLease(run, inside)
    const thread = await readThread(inside, conversation)
    if (thread === null || thread.pending !== live.turn) return null
    const turn = await noteTurn(inside, conversation, 'advisor', text)
    await noteReply(inside, conversation, { ...event, turn })
    await changeThread(inside, conversation, { pending: 0, attempt: 0, stop: 0 })
    await inside.unit.run('DELETE FROM svc_advisor_stream WHERE conversation_id = ?', [conversation])
    const now = formatIsoTime(inside.now)
    await inside.write(chatConversation, { last_activity: now }, { id: conversation })
    return { role: 'advisor', turn, text, created: now, reply: replyPart(event) }
  })
  if (stored) live.tell('reply', stored)
}
