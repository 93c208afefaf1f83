// Request and reply types of the advisor screens: addresses below `/svc-admin/api/advisor`.
import type { DaySpent } from '#core/advisor/budget.js'
import type { DeskEntry, DeskTool, DeskTurn, Talk, TalkRow } from '#core/advisor/desk.js'
import type { BlockingRule } from '#core/engine/program/blocking-rules.js'
import type { AdvisorReport } from '#core/advisor/report.js'
import type { Lack } from '#core/advisor/setup.js'
import type { Waiting } from '#core/advisor/waiting.js'

export type { Lack, Talk, TalkRow, Waiting }

/** `GET advisor/conversations?state=open|person&offset=` (conversations:read): pages of 50, the most recent conversation first. */
export interface TalkPage {
  readonly talks: readonly TalkRow[]
  readonly total: number
  readonly offset: number
}

export interface ShownTool extends DeskTool {
  /** Description of the tool in the reader's language. The name for an unknown tool. */
  readonly sentence: string
}

export interface ShownTurn extends Omit<DeskTurn, 'tools'> {
  readonly tools: readonly ShownTool[]
}

export type ShownEntry =
  | Exclude<DeskEntry, { readonly kind: 'turn' }>
  | { readonly kind: 'turn'; readonly at: string; readonly turn: ShownTurn }

/** A catalog record. The title is empty without read access, or if the record was deleted. */
export interface Named {
  readonly id: number
  readonly title: string
}

/** `GET advisor/conversations/<id>` (conversations:read). */
export interface TalkDesk extends Omit<Talk, 'entries' | 'recommended'> {
  readonly entries: readonly ShownEntry[]
  readonly recommended: readonly { readonly product: Named | null; readonly reason: string; readonly created: string }[]
}

/** `GET advisor/waiting` (conversations:read), longest wait first. `POST actions/decide-outreach` answers one (conversations:write). */
export type WaitingPage = readonly Waiting[]

export interface NamedQuestion extends Named {
  readonly product: Named | null
}

interface NamedWish {
  readonly question: NamedQuestion
  readonly value: string | null
  readonly conversations: number
}

/** `GET advisor/report?days=` (conversations:read): the counts of core's report, with titles instead of ids. */
export interface ShownReport
  extends Omit<AdvisorReport, 'refused' | 'rules' | 'unmetWishes' | 'explained' | 'stoppedAt' | 'neverChosen'> {
  /** `value`: titles of the selected answers. null for entered values. */
  readonly refused: readonly NamedWish[]
  /** `owner`: the record that owns the rule or limit. `kind` determines its entity. */
  readonly rules: readonly {
    readonly kind: BlockingRule['kind']
    readonly owner: Named
    readonly question: NamedQuestion
    readonly conversations: number
  }[]
  readonly unmetWishes: readonly NamedWish[]
  readonly explained: readonly {
    readonly question: NamedQuestion | null
    readonly answer: Named | null
    readonly conversations: number
  }[]
  readonly stoppedAt: readonly { readonly question: NamedQuestion; readonly conversations: number }[]
  readonly neverChosen: readonly { readonly question: NamedQuestion; readonly answers: readonly Named[] }[]
}

/**
 * `GET advisor` (conversations:read): whether the advisor answers shoppers, with which vendor, and at what cost. The setting
 * `advisor_enabled` switches it on.
 */
export interface AdvisorState {
  /** Missing preconditions. Empty if the advisor answers shoppers. */
  readonly lacks: readonly Lack[]
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
  readonly days: readonly DaySpent[]
  /** The day that the budgets count: today in the shop's time zone. */
  readonly today: string
  readonly waiting: number
}
