// The advisor's budgets: each model call counts against the conversation, the network's share and the day before it is made.
import { sha256 } from '../foundation/digest.js'
import { addDays } from '../foundation/time-zone.js'
import type { ShopperContext } from '../commerce/shopper-context.js'
import { readShopToday } from '../shop/time-zone.js'
import type { ServiceContext } from '../storage/service-context.js'
import { notifyHalfSpent } from './budget-notice.js'

/** Money is counted in millionths, so a single token has a cost. */
export const millionthsPerUnit = 1_000_000

/** The fraction of the day's calls and tokens that the guests of one network, or its accounts, may use. */
export const networkShare = 0.1

/** The day of the budgets: today in the shop's time zone. */
export const getBudgetDay = async (work: ServiceContext): Promise<string> => readShopToday(await work.at())

export type BudgetKind = 'conversation' | 'network' | 'day'

/** The budgets of a call in addition to the day's. */
export interface BudgetAccount {
  readonly conversation: number | null
  /** Digest of the network and of whether the shopper is a guest or has an account. null for the shop itself. */
  readonly share: string | null
}

/** The shop itself: no conversation and no share. */
export const shopBudgetAccount: BudgetAccount = Object.freeze({ conversation: null, share: null })

/** The table stores no addresses: networks are stored as digests that only this installation can compute. */
export function toBudgetAccount({ context, network, shopper }: ShopperContext, conversation: number): BudgetAccount {
  const kind = shopper.customerId === null ? 'guests' : 'accounts'
  const share = network === undefined ? null : sha256(`${context.secret} ${kind} ${network}`)
  return { conversation, share }
}

/** The day's money in millionths. */
const getDayMoney = ({ context }: ServiceContext): number => {
  const { money } = context.advisor.day
  return money === null ? Number.MAX_SAFE_INTEGER : money * millionthsPerUnit
}

/** Counts one more call. Returns the exhausted budget, or null if the call may be made. The check is atomic in the database. */
export async function reserveCall(work: ServiceContext, { conversation, share }: BudgetAccount): Promise<BudgetKind | null> {
  const { database, advisor } = work.context
  const date = await getBudgetDay(work)
  if (conversation !== null) {
    const own = 'UPDATE svc_advisor_threads SET calls = calls + 1 WHERE conversation_id = ? AND calls < ? AND tokens < ?'
    const { tokens, calls } = advisor.conversation
    if ((await database.run(own, [conversation, calls, tokens])).affected === 0) return 'conversation'
  }
  const { calls, tokens } = advisor.day
  if (share !== null && !(await reserveShareCall(work, date, share))) return 'network'
  const all = 'UPDATE svc_advisor_days SET calls = calls + 1 WHERE day = ? AND calls < ? AND tokens < ? AND money < ?'
  const take = async (): Promise<boolean> => (await database.run(all, [date, calls, tokens, getDayMoney(work)])).affected > 0
  if (await take()) return null
  // The first call of a day creates its row.
  const columns = ['day', 'calls', 'tokens', 'money', 'notified']
  await database.run(database.dialect.insertMissing('svc_advisor_days', columns, ['day']), [date, 0, 0, 0, 0])
  await database.run('DELETE FROM svc_advisor_shares WHERE day < ?', [date])
  return (await take()) ? null : 'day'
}

async function reserveShareCall(
  { context: { database, advisor } }: ServiceContext,
  date: string,
  share: string,
): Promise<boolean> {
  const part = (all: number): number => Math.max(1, Math.floor(all * networkShare))
  const bounds = [part(advisor.day.calls), part(advisor.day.tokens)]
  const sql = 'UPDATE svc_advisor_shares SET calls = calls + 1 WHERE day = ? AND share = ? AND calls < ? AND tokens < ?'
  const take = async (): Promise<boolean> => (await database.run(sql, [date, share, ...bounds])).affected > 0
  if (await take()) return true
  const columns = ['day', 'share', 'calls', 'tokens']
  await database.run(database.dialect.insertMissing('svc_advisor_shares', columns, ['day', 'share']), [date, share, 0, 0])
  return take()
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/** Adds the usage of a call, whether it succeeded or not. */
export async function countUsage(
  work: ServiceContext,
  { conversation, share }: BudgetAccount,
  { input, output }: Usage,
): Promise<void> {
  const { database, advisor } = work.context
  const tokens = input + output
  const money = Math.ceil(input * advisor.inputPrice + output * advisor.outputPrice)
  if (tokens === 0) return
  const date = await getBudgetDay(work)
  const add = 'SET tokens = tokens + ?, money = money + ?'
  if (conversation !== null)
    await database.run(`UPDATE svc_advisor_threads ${add} WHERE conversation_id = ?`, [tokens, money, conversation])
  if (share !== null)
    await database.run('UPDATE svc_advisor_shares SET tokens = tokens + ? WHERE day = ? AND share = ?', [tokens, date, share])
  await database.run(`UPDATE svc_advisor_days ${add} WHERE day = ?`, [tokens, money, date])
  await notifyHalfSpent(work, date, getDayMoney(work))
}

export interface DayUsage {
  readonly day: string
  readonly calls: number
  readonly tokens: number
  readonly money: number
}

/** The costs of the last days, newest first. */
export async function listDayUsage(work: ServiceContext, days: number): Promise<readonly DayUsage[]> {
  const since = addDays(await getBudgetDay(work), 1 - days)
  const rows = await work.on.query('SELECT day, calls, tokens, money FROM svc_advisor_days WHERE day >= ? ORDER BY day DESC', [
    since,
  ])
  return rows.map((row) => ({
    day: String(row['day']),
    calls: Number(row['calls']),
    tokens: Number(row['tokens']),
    money: Number(row['money']) / millionthsPerUnit,
  }))
}
