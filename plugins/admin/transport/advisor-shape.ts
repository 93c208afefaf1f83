// What the advisor's screen and the server say to each other: addresses below `/svc-admin/api/advisor`.
import type { DaySpent } from '#core/advisor/budget.js'
import type { DeskEntry, DeskTool, DeskTurn, Talk, TalkRow } from '#core/advisor/desk.js'
import type { BlockingRule } from '#core/engine/program/blocking-rules.js'
import type { AdvisorReport } from '#core/advisor/report.js'
import type { Lack } from '#core/advisor/setup.js'
import type { Waiting } from '#core/advisor/waiting.js'

export type { Lack, Talk, TalkRow, Waiting }

/** `GET advisor/conversations?state=open|person&offset=` (conversations:read): 50 of them, the last that was spoken in first. */
export interface TalkPage {
  readonly talks: readonly TalkRow[]
  readonly total: number
  readonly offset: number
}

export interface ShownTool extends DeskTool {
  /** What it does, in the reader's language; its name for one that is no tool. */
  readonly sentence: string
}

export interface ShownTurn extends Omit<DeskTurn, 'tools'> {
  readonly tools: readonly ShownTool[]
}

export type ShownEntry =
  | Exclude<DeskEntry, { readonly kind: 'turn' }>
  | { readonly kind: 'turn'; readonly at: string; readonly turn: ShownTurn }

/** Something of the catalogue; without a title for whoever may not read it, and where it is gone. */
export interface Named {
  readonly id: number
  readonly title: string
}

/** `GET advisor/conversations/<id>` (conversations:read). */
export interface TalkDesk extends Omit<Talk, 'entries' | 'recommended'> {
  readonly entries: readonly ShownEntry[]
  readonly recommended: readonly { readonly product: Named | null; readonly reason: string; readonly created: string }[]
}

/** `GET advisor/waiting` (conversations:read), who waits longest first. `POST actions/decide-outreach` answers one (conversations:write). */
export type WaitingPage = readonly Waiting[]

export interface NamedQuestion extends Named {
  readonly product: Named | null
}

interface NamedWish {
  readonly question: NamedQuestion
  readonly value: string | null
  readonly conversations: number
}

/** `GET advisor/report?days=` (conversations:read): the counts of core's report, with what they count by its name. */
export interface ShownReport
  extends Omit<AdvisorReport, 'refused' | 'rules' | 'unmetWishes' | 'explained' | 'stoppedAt' | 'neverChosen'> {
  /** `value`: titles of answers where ids were selected; null for what was entered. */
  readonly refused: readonly NamedWish[]
  /** `owner`: whose rule or limit it is, by `kind`. */
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

/** `GET advisor` (conversations:read): whether shoppers are answered, by whom, and what that has cost. The switch is the setting `advisor_enabled`. */
export interface AdvisorState {
  /** Nothing where shoppers are answered. */
  readonly lacks: readonly Lack[]
  readonly scripted: boolean
  readonly vendor: string | null
  /** '' where there is no address, or no host in it. */
  readonly host: string
  readonly model: string
  readonly keyed: boolean
  readonly retentionDays: number | null
  readonly autoAnalyze: boolean
  /** False where no price is entered: money says nothing then. */
  readonly priced: boolean
  readonly conversation: { readonly tokens: number; readonly calls: number }
  readonly day: { readonly tokens: number; readonly calls: number; readonly money: number | null }
  /** The last two weeks in which anything was spent, today first. */
  readonly days: readonly DaySpent[]
  /** The day of the budgets: today in the shop's time zone. */
  readonly today: string
  readonly waiting: number
}
