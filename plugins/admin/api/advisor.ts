// The advisor's screens: its state, its conversations, and the report about them.
import { createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import { requireScopes } from '#core/surface.js'
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
  createConversationReport,
  type AdvisorReport,
  type ContactRequest,
  type DayUsage,
  type MissingSetting,
  type StaffConversation,
  type StaffConversationRow,
  type StaffEntry,
  type StaffToolUse,
  type StaffTurn,
} from '../../advisor/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { type TitledRecord, type TitledQuestion, loadCatalogNames } from './choices.js'

export type { MissingSetting, StaffConversation, StaffConversationRow, ContactRequest }

/** `GET advisor/conversations?state=open|person&offset=` (conversations:read): pages of 50, the most recent conversation first. */
export interface ConversationPage {
  readonly conversations: readonly StaffConversationRow[]
  readonly total: number
  readonly offset: number
}

/** Request and reply types of the advisor screens: addresses below `/svc-admin/api/advisor`. */
export interface TranslatedToolCall extends StaffToolUse {
  /** Description of the tool in the reader's language. The name for an unknown tool. */
  readonly sentence: string
}

export interface TranslatedTurn extends Omit<StaffTurn, 'tools'> {
  readonly tools: readonly TranslatedToolCall[]
}

export type ConversationEntry =
  | Exclude<StaffEntry, { readonly kind: 'turn' }>
  | { readonly kind: 'turn'; readonly at: string; readonly turn: TranslatedTurn }

/** `GET advisor/conversations/<id>` (conversations:read). */
export interface ConversationDetail extends Omit<StaffConversation, 'entries' | 'recommended'> {
  readonly entries: readonly ConversationEntry[]
  readonly recommended: readonly { readonly product: TitledRecord | null; readonly reason: string; readonly created: string }[]
}

/** `GET advisor/waiting` (conversations:read), longest wait first. `POST actions/decide-outreach` answers one (conversations:write). */
export type WaitingShopperList = readonly ContactRequest[]

interface TitledWish {
  readonly question: TitledQuestion
  readonly value: string | null
  readonly conversations: number
}

type RuleKind = AdvisorReport['rules'][number]['kind']

/** `GET advisor/report?days=` (conversations:read): the counts of core's report, with titles instead of ids. */
export interface TitledAdvisorReport
  extends Omit<AdvisorReport, 'refused' | 'rules' | 'unmetWishes' | 'explained' | 'stoppedAt' | 'neverChosen'> {
  /** `value`: titles of the selected answers. null for entered values. */
  readonly refused: readonly TitledWish[]
  /** `owner`: the record that owns the rule or limit. `kind` determines its entity. */
  readonly rules: readonly {
    readonly kind: RuleKind
    readonly owner: TitledRecord
    readonly question: TitledQuestion
    readonly conversations: number
  }[]
  readonly unmetWishes: readonly TitledWish[]
  readonly explained: readonly {
    readonly question: TitledQuestion | null
    readonly answer: TitledRecord | null
    readonly conversations: number
  }[]
  readonly stoppedAt: readonly { readonly question: TitledQuestion; readonly conversations: number }[]
  readonly neverChosen: readonly { readonly question: TitledQuestion; readonly answers: readonly TitledRecord[] }[]
}

/**
 * `GET advisor` (conversations:read): whether the advisor answers shoppers, with which vendor, and at what cost. The setting
 * `advisor_enabled` switches it on.
 */
export interface AdvisorState {
  /** Missing preconditions. Empty if the advisor answers shoppers. */
  readonly lacks: readonly MissingSetting[]
  readonly scripted: boolean
  readonly vendor: string | null
  /** Empty if there is no address, or no host in it. */
  readonly host: string
  readonly model: string
  readonly keyed: boolean
  readonly retentionDays: number | null
  readonly autoAnalyze: boolean
  /** False if no price is set. Budgets in money have no effect then. */
  readonly priced: boolean
  readonly conversation: { readonly tokens: number; readonly calls: number }
  readonly day: { readonly tokens: number; readonly calls: number; readonly money: number | null }
  /** The last two weeks, only days with costs, today first. */
  readonly days: readonly DayUsage[]
  /** The day that the budgets count: today in the shop's time zone. */
  readonly today: string
  readonly waiting: number
}

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
  const { message } = createMessageTranslator(app.context.registry, language)
  const entries = conversation.entries.map((entry): ConversationEntry => {
    if (entry.kind !== 'turn') return entry
    const tools = entry.turn.tools.map((tool) => {
      const key = advisorToolsByName.get(tool.name)?.progressKey
      const sentence = key === undefined ? tool.name : message({ key, values: {} })
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

/** Maximum number of days in a report. */
const maxReportDays = 366

function parseReportDays({ request }: AdminScope): number {
  const text = request.query.values.get('days') ?? '30'
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > maxReportDays)
    throw ValidationError.of('days', createMessage('errors.parameterBetween', { name: 'days', least: 1, most: maxReportDays }))
  return days
}

/** The answer ids of a stored selection. Empty for an entered value. */
const parseAnswerIds = (value: string): readonly number[] =>
  /^\d{1,15}(?:,\d{1,15})*$/.test(value) ? value.split(',').map(Number) : []

const isAnswerRule = (kind: RuleKind): boolean => kind === 'answer' || kind === 'unavailable'

/** Reports on advisor conversations, with the titles of questions and answers instead of ids. */
export async function readAdvisorReport(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.caller.grant, ['conversations:read'])
  const report = await createConversationReport(scope.app.shop.createContext({}), parseReportDays(scope))
  const { refused, rules, unmetWishes, explained, stoppedAt, neverChosen } = report
  const names = await loadCatalogNames(scope, {
    questions: [...refused, ...rules, ...unmetWishes, ...explained, ...stoppedAt, ...neverChosen].map(
      ({ question_id }) => question_id,
    ),
    answers: [
      ...[...refused, ...unmetWishes].flatMap(({ value }) => parseAnswerIds(value)),
      ...[...explained, ...neverChosen].map(({ answer_id }) => answer_id),
      ...rules.filter(({ kind }) => isAnswerRule(kind)).map(({ id }) => id),
    ],
    tables: rules.filter(({ kind }) => kind === 'table').map(({ id }) => id),
  })
  /** An entered number is no answer id. It has no title and is shown unchanged. */
  const formatValue = (question: number, value: string): string | null => {
    if (value === '(entry)') return null
    const titles = parseAnswerIds(value).map((id) => names.answer(id, question).title)
    return titles.length > 0 && titles.every((title) => title !== '') ? titles.join(', ') : value
  }
  const unchosen = new Map<number, TitledRecord[]>()
  for (const { question_id, answer_id } of neverChosen)
    unchosen.set(question_id, [...(unchosen.get(question_id) ?? []), names.answer(answer_id, question_id)])
  const wished = ({ question_id, value, conversations }: (typeof refused)[number]) => ({
    question: names.question(question_id),
    value: formatValue(question_id, value),
    conversations,
  })
  const ownerOf = ({ kind, id, question_id }: (typeof rules)[number]): TitledRecord => {
    if (kind === 'table') return names.table(id)
    return isAnswerRule(kind) ? names.answer(id, question_id) : names.question(id)
  }
  return createJsonReply({
    ...report,
    refused: refused.map(wished),
    rules: rules.map((rule) => ({
      kind: rule.kind,
      owner: ownerOf(rule),
      question: names.question(rule.question_id),
      conversations: rule.conversations,
    })),
    unmetWishes: unmetWishes.map(wished),
    explained: explained.map(({ question_id, answer_id, conversations }) => ({
      question: question_id === null ? null : names.question(question_id),
      answer: answer_id === null ? null : names.answer(answer_id, question_id),
      conversations,
    })),
    stoppedAt: stoppedAt.map(({ question_id, conversations }) => ({ question: names.question(question_id), conversations })),
    neverChosen: [...unchosen].map(([question, answers]) => ({ question: names.question(question), answers })),
  } satisfies TitledAdvisorReport)
}
