// Advisor conversations for the shop's staff: list, single thread, waiting shoppers, and the vendor's state.
import { createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import { requireScopes, translateShopMessage } from '#core/surface.js'
import {
  advisorToolsByName,
  countContactRequests,
  findMissingSettings,
  getAdvisorLimits,
  getBudgetDay,
  listContactRequests,
  listDayUsage,
  listStaffConversations,
  readAdvisorSettings,
  readStaffConversation,
} from '../../advisor/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import type {
  AdvisorState,
  ConversationEntry,
  ConversationDetail,
  ConversationPage,
  WaitingShopperList,
} from './advisor-shape.js'
import { loadCatalogNames } from './catalog-names.js'

/** Conversations per page, and days in the cost report. */
const conversationsPerPage = 50
const costDays = 14

function parseConversationQuery({ request }: AdminScope): {
  readonly state: 'open' | 'person' | undefined
  readonly offset: number
} {
  const { values } = request.query
  const state = values.get('state')
  const offset = values.get('offset') ?? '0'
  if (state !== undefined && state !== 'open' && state !== 'person')
    throw ValidationError.of('state', createMessage('errors.conversationState'))
  if (!/^\d{1,9}$/.test(offset)) throw ValidationError.of('offset', createMessage('errors.parameterFromZero', { name: 'offset' }))
  return { state, offset: Number(offset) }
}

export async function listConversations(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.caller.grant, ['conversations:read'])
  const { state, offset } = parseConversationQuery(scope)
  const conversations = await listStaffConversations(scope.app.shop.createContext({}), {
    state,
    offset,
    limit: conversationsPerPage,
  })
  return createJsonReply({ ...conversations, offset } satisfies ConversationPage)
}

export async function readAdvisorConversation(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  requireScopes(caller.grant, ['conversations:read'])
  const id = request.params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new NotFoundError(createMessage('errors.noConversation', { id: id.slice(0, 40) }))
  const conversation = await readStaffConversation(app.shop.createContext({}), Number(id))
  const entries = conversation.entries.map((entry): ConversationEntry => {
    if (entry.kind !== 'turn') return entry
    const tools = entry.turn.tools.map((tool) => {
      const key = advisorToolsByName.get(tool.name)?.progressKey
      const sentence = key === undefined ? tool.name : translateShopMessage(app.context.registry, language, key)
      return { ...tool, sentence }
    })
    return { ...entry, turn: { ...entry.turn, tools } }
  })
  const names = await loadCatalogNames(scope, { products: conversation.recommended.map(({ product }) => product) })
  const recommended = conversation.recommended.map((recommendation) => ({
    ...recommendation,
    product: names.product(recommendation.product),
  }))
  return createJsonReply({ ...conversation, entries, recommended } satisfies ConversationDetail)
}

export async function readWaitingShoppers({ app, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['conversations:read'])
  return createJsonReply((await listContactRequests(app.shop.createContext({}))) satisfies WaitingShopperList)
}

const parseHost = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

export async function readAdvisorState(scope: AdminScope): Promise<Reply> {
  const { app, caller } = scope
  requireScopes(caller.grant, ['conversations:read'])
  const limits = getAdvisorLimits(app.context)
  const settingsSnapshot = await loadSettingsSnapshot(scope)
  const { vendor, baseUrl, model, apiKey, scripted, retentionDays, autoAnalyze } = readAdvisorSettings(settingsSnapshot)
  const work = app.shop.createContext({})
  return createJsonReply({
    lacks: findMissingSettings(app.context, settingsSnapshot),
    scripted,
    vendor,
    model,
    retentionDays,
    autoAnalyze,
    host: scripted ? '' : parseHost(baseUrl),
    keyed: apiKey !== '',
    priced: limits.inputPrice > 0 || limits.outputPrice > 0,
    conversation: limits.conversation,
    day: limits.day,
    days: await listDayUsage(work, costDays),
    today: await getBudgetDay(work),
    waiting: await countContactRequests(work),
  } satisfies AdvisorState)
}
