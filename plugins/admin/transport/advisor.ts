// Advisor conversations for the shop's staff: list, single thread, waiting shoppers, and the vendor's state.
import { budgetDay, spentDays } from '#core/advisor/budget.js'
import { listTalks, readTalk } from '#core/advisor/desk.js'
import { lacksOf, toldOf } from '#core/advisor/setup.js'
import { toolsByName } from '#core/advisor/tools.js'
import { countWaiting, listWaiting } from '#core/advisor/waiting.js'
import { requireScopes } from '#core/foundation/access/require.js'
import { NotFoundError, ValidationError } from '#core/foundation/errors.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, momentFor } from '../gate/scope.js'
import { sayIn } from '../wording/label.js'
import type { AdvisorState, ShownEntry, TalkDesk, TalkPage, WaitingPage } from './advisor-shape.js'
import { namesFor } from './names.js'

/** Conversations per page, and days in the cost report. */
const most = 50
const days = 14

function queryOf({ request }: AdminScope): { readonly state: 'open' | 'person' | undefined; readonly offset: number } {
  const { values } = request.query
  const state = values.get('state')
  const offset = values.get('offset') ?? '0'
  if (state !== undefined && state !== 'open' && state !== 'person')
    throw ValidationError.of('state', "The parameter 'state' takes open or person.")
  if (!/^\d{1,9}$/.test(offset)) throw ValidationError.of('offset', "The parameter 'offset' takes a whole number from 0.")
  return { state, offset: Number(offset) }
}

export async function listConversations(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.visitor.grant, ['conversations:read'])
  const { state, offset } = queryOf(scope)
  const found = await listTalks(scope.app.visit({}), { state, offset, limit: most })
  return json({ ...found, offset } satisfies TalkPage)
}

export async function readConversation(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor, language } = scope
  requireScopes(visitor.grant, ['conversations:read'])
  const id = request.params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new NotFoundError(`There is no conversation '${id.slice(0, 40)}'.`)
  const talk = await readTalk(app.visit({}), Number(id))
  const say = sayIn(app.registry, language)
  const entries = talk.entries.map((entry): ShownEntry => {
    if (entry.kind !== 'turn') return entry
    const tools = entry.turn.tools.map((tool) => ({ ...tool, sentence: say(toolsByName.get(tool.name)?.sentence ?? tool.name) }))
    return { ...entry, turn: { ...entry.turn, tools } }
  })
  const names = await namesFor(scope, { products: talk.recommended.map(({ product }) => product) })
  const recommended = talk.recommended.map((one) => ({ ...one, product: names.product(one.product) }))
  return json({ ...talk, entries, recommended } satisfies TalkDesk)
}

export async function readWaiting({ app, visitor }: AdminScope): Promise<Reply> {
  requireScopes(visitor.grant, ['conversations:read'])
  return json((await listWaiting(app.visit({}))) satisfies WaitingPage)
}

const hostIn = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

export async function readState(scope: AdminScope): Promise<Reply> {
  const { app, visitor } = scope
  requireScopes(visitor.grant, ['conversations:read'])
  const { advisor } = app.context
  const moment = await momentFor(scope)
  const { vendor, baseUrl, model, apiKey, scripted, retentionDays, autoAnalyze } = toldOf(moment)
  const work = app.visit({})
  return json({
    lacks: lacksOf(app.context, moment),
    ...{ scripted, vendor, model, retentionDays, autoAnalyze },
    host: scripted ? '' : hostIn(baseUrl),
    keyed: apiKey !== '',
    priced: advisor.inputPrice > 0 || advisor.outputPrice > 0,
    conversation: advisor.conversation,
    day: advisor.day,
    days: await spentDays(work, days),
    today: await budgetDay(work),
    waiting: await countWaiting(work),
  } satisfies AdvisorState)
}
