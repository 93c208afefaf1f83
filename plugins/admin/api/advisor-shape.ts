// Request and reply types of the advisor screens: addresses below `/svc-admin/api/advisor`.
import type { shopperCalls } from '#core/surface.js'
import type {
  AdvisorReport,
  ContactRequest,
  DayUsage,
  MissingSetting,
  StaffConversation,
  StaffConversationRow,
  StaffEntry,
  StaffToolUse,
  StaffTurn,
} from '../../advisor/surface.js'

export type { MissingSetting, StaffConversation, StaffConversationRow, ContactRequest }

/** `GET advisor/conversations?state=open|person&offset=` (conversations:read): pages of 50, the most recent conversation first. */
export interface ConversationPage {
  readonly conversations: readonly StaffConversationRow[]
  readonly total: number
  readonly offset: number
}

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

/** A catalog record. The title is empty without read access, or if the record was deleted. */
export interface TitledRecord {
  readonly id: number
  readonly title: string
}

/** `GET advisor/conversations/<id>` (conversations:read). */
export interface ConversationDetail extends Omit<StaffConversation, 'entries' | 'recommended'> {
  readonly entries: readonly ConversationEntry[]
  readonly recommended: readonly { readonly product: TitledRecord | null; readonly reason: string; readonly created: string }[]
}

/** `GET advisor/waiting` (conversations:read), longest wait first. `POST actions/decide-outreach` answers one (conversations:write). */
export type WaitingShopperList = readonly ContactRequest[]

export interface TitledQuestion extends TitledRecord {
  readonly product: TitledRecord | null
}

interface TitledWish {
  readonly question: TitledQuestion
  readonly value: string | null
  readonly conversations: number
}

/** `GET advisor/report?days=` (conversations:read): the counts of core's report, with titles instead of ids. */
export interface TitledAdvisorReport
  extends Omit<AdvisorReport, 'refused' | 'rules' | 'unmetWishes' | 'explained' | 'stoppedAt' | 'neverChosen'> {
  /** `value`: titles of the selected answers. null for entered values. */
  readonly refused: readonly TitledWish[]
  /** `owner`: the record that owns the rule or limit. `kind` determines its entity. */
  readonly rules: readonly {
    readonly kind: shopperCalls.BlockingRule['kind']
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
