// What the advisor may cost: each call of the vendor is taken from the conversation's budget and from the day's before it is made.
import { day } from '../ground/clock.js'
import type { Work } from '../storage/work.js'

/** Money is counted in millionths, so that a single token costs something. */
export const millionth = 1_000_000

const today = (now: number): string => new Date(now).toISOString().slice(0, 10)

export type Bound = 'conversation' | 'day'

/** Counts one more call; which budget is used up, or null where the call may be made. By two statements that decide in the database. */
export async function takeCall(work: Work, conversation: number | null): Promise<Bound | null> {
  const { database, advisor } = work.context
  const date = today(work.now)
  if (conversation !== null) {
    const own = 'UPDATE svc_advisor_threads SET calls = calls + 1 WHERE conversation_id = ? AND calls < ? AND tokens < ?'
    const { tokens, calls } = advisor.conversation
    if ((await database.run(own, [conversation, calls, tokens])).affected === 0) return 'conversation'
  }
  const { calls, tokens, money } = advisor.day
  const most = money === null ? Number.MAX_SAFE_INTEGER : money * millionth
  const all = 'UPDATE svc_advisor_days SET calls = calls + 1 WHERE day = ? AND calls < ? AND tokens < ? AND money < ?'
  const take = async (): Promise<boolean> => (await database.run(all, [date, calls, tokens, most])).affected > 0
  if (await take()) return null
  // The first call of a day finds no row of it.
  await database.run(database.dialect.insertMissing('svc_advisor_days', ['day', 'calls', 'tokens', 'money'], ['day']), [
    date,
    0,
    0,
    0,
  ])
  return (await take()) ? null : 'day'
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/** What a call has used, whether it ended well or not. */
export async function countUsage(work: Work, conversation: number | null, { input, output }: Usage): Promise<void> {
  const { database, advisor } = work.context
  const money = Math.ceil(input * advisor.inputPrice + output * advisor.outputPrice)
  if (input + output === 0) return
  const add = 'SET tokens = tokens + ?, money = money + ?'
  if (conversation !== null)
    await database.run(`UPDATE svc_advisor_threads ${add} WHERE conversation_id = ?`, [input + output, money, conversation])
  await database.run(`UPDATE svc_advisor_days ${add} WHERE day = ?`, [input + output, money, today(work.now)])
}

export interface DaySpent {
  readonly day: string
  readonly calls: number
  readonly tokens: number
  readonly money: number
}

/** What the last days have cost, the newest first. */
export async function spentDays(work: Work, days: number): Promise<readonly DaySpent[]> {
  const since = today(work.now - (days - 1) * day)
  const rows = await work.on.query('SELECT day, calls, tokens, money FROM svc_advisor_days WHERE day >= ? ORDER BY day DESC', [
    since,
  ])
  return rows.map((row) => ({
    day: String(row['day']),
    calls: Number(row['calls']),
    tokens: Number(row['tokens']),
    money: Number(row['money']) / millionth,
  }))
}
