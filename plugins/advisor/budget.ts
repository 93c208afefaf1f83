// The advisor's budgets: each model call counts against the conversation, the network's share and the day before it is made.
import { addDays, type ServiceContext, sha256, type ShopperContext, createMessage } from 'product-configurator-service'
import { readShopToday, entities, messageFormat } from '#core/surface.js'
import { getAdvisorLimits } from './setup.js'

/** Money is counted in millionths, so a single token has a cost. */
export const millionthsPerUnit = 1_000_000

/** The fraction of the day's calls and tokens that the guests of one network, or its accounts, may use. */
const networkShare = 0.1

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
  const { money } = getAdvisorLimits(context).day
  return money === null ? Number.MAX_SAFE_INTEGER : money * millionthsPerUnit
}

/** Tokens that a call may use, counted while it runs: concurrent calls would otherwise exceed the budget together. */
export interface TokenReservation {
  /** The day whose budget the call uses, even if it ends on the next day. */
  readonly date: string
  readonly tokens: number
}

const reserveNoTokens = async (work: ServiceContext): Promise<TokenReservation> => ({ date: await getBudgetDay(work), tokens: 0 })

/**
 * Counts one more call and its expected tokens. Returns the exhausted budget, or null if the call may be made. The check is atomic in the
 * database. `countUsage` replaces the expected tokens. They stay counted if the process dies.
 */
export async function reserveCall(
  work: ServiceContext,
  { conversation, share }: BudgetAccount,
  reservation?: TokenReservation,
): Promise<BudgetKind | null> {
  const { database } = work.context
  const limits = getAdvisorLimits(work.context)
  const { date, tokens: expected } = reservation ?? (await reserveNoTokens(work))
  if (conversation !== null) {
    const own = 'UPDATE svc_advisor_threads SET calls = calls + 1 WHERE conversation_id = ? AND calls < ? AND tokens < ?'
    const { tokens, calls } = limits.conversation
    if ((await database.run(own, [conversation, calls, tokens])).affected === 0) return 'conversation'
  }
  const { calls, tokens } = limits.day
  if (share !== null && !(await reserveShareCall(work, share, { date, tokens: expected }))) return 'network'
  const all =
    'UPDATE svc_advisor_days SET calls = calls + 1, tokens = tokens + ? WHERE day = ? AND calls < ? AND tokens < ? AND money < ?'
  const take = async (): Promise<boolean> =>
    (await database.run(all, [expected, date, calls, tokens, getDayMoney(work)])).affected > 0
  if (await take()) return null
  // The first call of a day creates its row.
  const columns = ['day', 'calls', 'tokens', 'money', 'notified']
  await database.run(database.dialect.insertMissing('svc_advisor_days', columns, ['day']), [date, 0, 0, 0, 0])
  await database.run('DELETE FROM svc_advisor_shares WHERE day < ?', [date])
  if (await take()) return null
  if (share !== null) await addShareTokens(work, date, share, -expected)
  return 'day'
}

async function addShareTokens({ context }: ServiceContext, date: string, share: string, tokens: number): Promise<void> {
  if (tokens === 0) return
  await context.database.run('UPDATE svc_advisor_shares SET tokens = tokens + ? WHERE day = ? AND share = ?', [
    tokens,
    date,
    share,
  ])
}

async function reserveShareCall(
  { context }: ServiceContext,
  share: string,
  { date, tokens: expected }: TokenReservation,
): Promise<boolean> {
  const part = (all: number): number => Math.max(1, Math.floor(all * networkShare))
  const { database } = context
  const { calls, tokens } = getAdvisorLimits(context).day
  const bounds = [part(calls), part(tokens)]
  const sql =
    'UPDATE svc_advisor_shares SET calls = calls + 1, tokens = tokens + ? WHERE day = ? AND share = ? AND calls < ? AND tokens < ?'
  const take = async (): Promise<boolean> => (await database.run(sql, [expected, date, share, ...bounds])).affected > 0
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
  reservation?: TokenReservation,
): Promise<void> {
  const { database } = work.context
  const { inputPrice, outputPrice } = getAdvisorLimits(work.context)
  const tokens = input + output
  const money = Math.ceil(input * inputPrice + output * outputPrice)
  if (tokens === 0 && reservation === undefined) return
  const { date, tokens: expected } = reservation ?? (await reserveNoTokens(work))
  const add = 'SET tokens = tokens + ?, money = money + ?'
  if (conversation !== null)
    await database.run(`UPDATE svc_advisor_threads ${add} WHERE conversation_id = ?`, [tokens, money, conversation])
  if (share !== null) await addShareTokens(work, date, share, tokens - expected)
  await database.run(`UPDATE svc_advisor_days ${add} WHERE day = ?`, [tokens - expected, money, date])
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

/** Queues the mail once a day, in the transaction that marks the day as notified. @param money the day's budget in millionths */
async function notifyHalfSpent(work: ServiceContext, date: string, money: number): Promise<void> {
  const { database } = work.context
  const { calls, tokens } = getAdvisorLimits(work.context).day
  const half = '(calls * 2 >= ? OR tokens * 2 >= ? OR money * 2 >= ?)'
  const due = `SELECT calls, tokens FROM svc_advisor_days WHERE day = ? AND notified = 0 AND ${half}`
  const [spent] = await database.query<{ calls: number; tokens: number }>(due, [date, calls, tokens, money])
  if (!spent) return
  const used = { calls: Number(spent.calls), tokens: Number(spent.tokens) }
  const isFirst = await work.withoutSnapshot().transact(async (inside) => {
    const mark = 'UPDATE svc_advisor_days SET notified = 1 WHERE day = ? AND notified = 0'
    if ((await inside.unit.run(mark, [date])).affected === 0) return false
    const currentWork = await inside.at()
    const [shop] = await currentWork.records(entities.store)
    if (!shop?.email_sales) return true
    const language = currentWork.versionedSnapshot.snapshot.defaultLanguage
    const numbers = new Intl.NumberFormat(language)
    const values: Readonly<Record<string, string>> = {
      shop: shop.name || 'Shop',
      day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date)),
      calls: numbers.format(used.calls),
      callLimit: numbers.format(calls),
      tokens: numbers.format(used.tokens),
      tokenLimit: numbers.format(tokens),
    }
    const catalogs = work.context.registry.messages
    const write = (key: 'advisor.budgetSubject' | 'advisor.budgetMail'): string =>
      messageFormat.formatMessage(createMessage(key, values), language, { catalogs })
    // A line break in the shop's name would start another header.
    const subject = write('advisor.budgetSubject')
      .replace(/[\r\n]+/g, ' ')
      .slice(0, 255)
    await inside.mail({ to: shop.email_sales, subject, text: write('advisor.budgetMail') })
    return true
  })
  if (isFirst) work.context.log.warn({ day: date, ...used }, "Half of the advisor's budget of a day is used.")
}
