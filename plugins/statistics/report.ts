// The statistics of the dashboard: a period and the one before it, from the stored days and the records of the days since.
import { type Amount, fromAmount, type QueryRunner, type Stop, serviceState } from '#core/surface.js'
import { addDays, dayOf, type Context, getVersionedSnapshot } from '#core/contract.js'
import {
  type AnswerSales,
  type ConfigurationRow,
  computeAnswers,
  computeConfigurations,
  computeSales,
  type SalesRow,
  toDayBounds,
} from './day-statistics.js'
import { readRollUpState } from './roll-up.js'

/** Number of days, weeks (from Monday) or months of a period. The last one is the current one. */
const periodLengths = { day: 30, week: 13, month: 12 } as const

export type StatisticsInterval = keyof typeof periodLengths

export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Sales of one currency. Amounts are without recurring charges. */
export interface SalesSummary {
  readonly orders: number
  /** Net and gross of the placed orders minus returns: credit notes, cancelled and refunded orders. */
  readonly net: number
  readonly gross: number
  /** Net of the returns. */
  readonly returned: number
  /** Net of the placed orders per order; null without orders. */
  readonly average: number | null
}

/** Counts of the configurations that shoppers started, put into a cart and ordered in a period. */
export interface ConversionSummary {
  readonly started: number
  readonly in_cart: number
  readonly ordered: number
}

/** Figures of a period, of each of its parts, and of the previous period. */
export interface PeriodComparison<Figures> {
  readonly total: Figures
  readonly previousTotal: Figures
  /** One entry per bucket, in the order of `StatisticsReport.buckets`. */
  readonly parts: readonly Figures[]
  readonly previousParts: readonly Figures[]
}

export interface ProductSales {
  readonly product_id: number
  readonly orders: number
  readonly quantity: number
  /** Minus returns. */
  readonly net: number
}

export interface CurrencySales extends PeriodComparison<SalesSummary> {
  readonly currency: string
  /** The best products by net sales. */
  readonly products: readonly ProductSales[]
}

export interface StopCount extends Stop {
  readonly product_id: number
  readonly count: number
}

export interface StatisticsReport {
  readonly interval: StatisticsInterval
  readonly period: DayRange
  /** Ends at the same point of its last interval as the period. */
  readonly previous: DayRange
  /** The first days of the days, weeks or months of the period. */
  readonly buckets: readonly string[]
  readonly previousBuckets: readonly string[]
  /** False while days before yesterday are not computed yet. */
  readonly isComplete: boolean
  /** Most orders first. Amounts of different currencies are never added. */
  readonly sales: readonly CurrencySales[]
  readonly conversion: PeriodComparison<ConversionSummary>
  /** The most ordered answers. */
  readonly answers: readonly AnswerSales[]
  /** The last questions of shoppers who left, most frequent first. `id` is 0 if they changed nothing. */
  readonly left: readonly StopCount[]
  /** The rules and limits that stopped shoppers, most frequent first. */
  readonly rules: readonly StopCount[]
}

/** Rows of each table. */
const listLength = 8
/** Days since the last stored one that are computed from the records of orders. Usually it is today only. */
const maximumLiveDays = 7

const startOfBucket = (day: string, interval: StatisticsInterval): string => {
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return interval === 'week' ? addDays(day, -weekday) : day
}

/** The same day of the month that many months earlier; the last one of a shorter month. */
function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return addDays(first.toISOString().slice(0, 10), Math.min(date, length) - 1)
}

/** The day `count` intervals earlier. */
const subtractIntervals = (day: string, interval: StatisticsInterval, count: number): string =>
  interval === 'month' ? subtractMonths(day, count) : addDays(day, -count * (interval === 'week' ? 7 : 1))

/** The first days of the intervals from the first one on. */
const listBuckets = (first: string, interval: StatisticsInterval): readonly string[] =>
  Array.from({ length: periodLengths[interval] }, (_, index) => subtractIntervals(first, interval, -index))

type DayRow<Row> = Row & { readonly day: string }

/** The rows of both periods. Answers are of the current one only. */
interface ReportRows {
  readonly sales: readonly DayRow<SalesRow>[]
  readonly products: readonly SalesRow[]
  readonly answers: readonly AnswerSales[]
  readonly configurations: readonly DayRow<ConfigurationRow>[]
}

/** Aggregates arrive as texts from some databases. */
const toNumbers = <Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly Row[] =>
  rows.map((row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, Number(row[name])])) }))

const salesNames = ['orders', 'net', 'gross', 'returned_net', 'returned_gross'] as const

async function readStoredRows(on: QueryRunner, period: DayRange, first: string): Promise<ReportRows> {
  const current = [period.from, period.to]
  const sums = (names: readonly string[]): string => names.map((name) => `SUM(${name}) AS ${name}`).join(', ')
  const both = [first, period.to]
  const sales = await on.query<DayRow<SalesRow>>(
    `SELECT day, currency_code, product_id, ${salesNames.join(', ')} FROM svc_sales_days WHERE product_id = 0 AND day >= ? AND day <= ?`,
    both,
  )
  const productNames = [...salesNames, 'quantity'] as const
  const products = await on.query<SalesRow>(
    `SELECT currency_code, product_id, ${sums(productNames)} FROM svc_sales_days
    WHERE day >= ? AND day <= ? AND product_id > 0 GROUP BY currency_code, product_id`,
    current,
  )
  const answers = await on.query<AnswerSales>(
    `SELECT answer_id, MIN(question_id) AS question_id, MIN(product_id) AS product_id, SUM(quantity) AS quantity
    FROM svc_answer_days WHERE day >= ? AND day <= ? GROUP BY answer_id`,
    current,
  )
  const stages = ['started', 'in_cart', 'ordered'] as const
  const configurations = await on.query<DayRow<ConfigurationRow>>(
    `SELECT day, 0 AS product_id, ${sums(stages)} FROM svc_configuration_days WHERE day >= ? AND day <= ? GROUP BY day`,
    both,
  )
  return {
    sales: toNumbers(sales, salesNames),
    products: toNumbers(products, [...productNames, 'product_id']),
    answers: toNumbers(answers, ['answer_id', 'question_id', 'product_id', 'quantity']),
    configurations: toNumbers(configurations, stages),
  }
}

/** The rows of the days that are not stored yet. */
async function computeLiveRows(on: QueryRunner, days: readonly string[], zone: string): Promise<ReportRows> {
  const rows: { -readonly [Name in keyof ReportRows]: ReportRows[Name] } = {
    sales: [],
    products: [],
    answers: [],
    configurations: [],
  }
  for (const day of days) {
    const bounds = toDayBounds(day, zone)
    const sales = await computeSales(on, bounds)
    const configurations = await computeConfigurations(on, day, bounds)
    rows.sales = [...rows.sales, ...sales.filter(({ product_id }) => product_id === 0).map((row) => ({ ...row, day }))]
    rows.products = [...rows.products, ...sales.filter(({ product_id }) => product_id !== 0)]
    rows.answers = [...rows.answers, ...(await computeAnswers(on, bounds))]
    rows.configurations = [...rows.configurations, ...configurations.map((row) => ({ ...row, day }))]
  }
  return rows
}

function toSalesSummary(rows: readonly SalesRow[]): SalesSummary {
  const sum = (valueOf: (row: SalesRow) => Amount): number => rows.reduce((total, row) => total + valueOf(row), 0)
  const orders = sum((row) => row.orders)
  const placed = sum(({ net }) => net)
  const returned = sum(({ returned_net }) => returned_net)
  return {
    orders,
    net: fromAmount(placed - returned),
    gross: fromAmount(sum(({ gross, returned_gross }) => gross - returned_gross)),
    returned: fromAmount(returned),
    average: orders === 0 ? null : fromAmount(Math.round(placed / orders)),
  }
}

function toConversionSummary(rows: readonly ConfigurationRow[]): ConversionSummary {
  const sum = (name: keyof ConversionSummary): number => rows.reduce((total, row) => total + row[name], 0)
  return { started: sum('started'), in_cart: sum('in_cart'), ordered: sum('ordered') }
}

type Frame = Pick<StatisticsReport, 'interval' | 'period' | 'previous' | 'buckets' | 'previousBuckets'>

/** Splits rows into the two periods and their intervals. */
function compare<Row, Figures>(
  { interval, period, previous, buckets, previousBuckets }: Frame,
  rows: readonly DayRow<Row>[],
  toFigures: (rows: readonly Row[]) => Figures,
): PeriodComparison<Figures> {
  const byBucket = new Map<string, DayRow<Row>[]>()
  const within = ({ from, to }: DayRange): readonly DayRow<Row>[] => rows.filter(({ day }) => day >= from && day <= to)
  // Days of the previous period after its end belong to neither.
  const [current, before] = [within(period), within(previous)]
  for (const row of [...current, ...before]) {
    const bucket = startOfBucket(row.day, interval)
    const found = byBucket.get(bucket)
    if (found) found.push(row)
    else byBucket.set(bucket, [row])
  }
  const partsOf = (list: readonly string[]): readonly Figures[] => list.map((bucket) => toFigures(byBucket.get(bucket) ?? []))
  return {
    total: toFigures(current),
    previousTotal: toFigures(before),
    parts: partsOf(buckets),
    previousParts: partsOf(previousBuckets),
  }
}

/** Sums the quantities and amounts of the same product. */
function toBestProducts(rows: readonly SalesRow[]): readonly ProductSales[] {
  const sums = new Map<number, SalesRow[]>()
  for (const row of rows) sums.set(row.product_id, [...(sums.get(row.product_id) ?? []), row])
  return [...sums]
    .map(([product_id, parts]) => {
      const { orders, net } = toSalesSummary(parts)
      return { product_id, orders, net, quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0) }
    })
    .sort((a, b) => b.net - a.net || b.quantity - a.quantity)
    .slice(0, listLength)
}

function toBestAnswers(rows: readonly AnswerSales[]): readonly AnswerSales[] {
  const sums = new Map<number, AnswerSales>()
  for (const row of rows) {
    const quantity = row.quantity + (sums.get(row.answer_id)?.quantity ?? 0)
    sums.set(row.answer_id, { ...row, quantity })
  }
  return [...sums.values()].sort((a, b) => b.quantity - a.quantity).slice(0, listLength)
}

async function readStops(on: QueryRunner, { from, to }: DayRange): Promise<readonly StopCount[]> {
  const rows = await on.query<{ product_id: number; kind: Stop['kind']; record_id: number; amount: number | string }>(
    `SELECT product_id, kind, record_id, SUM(amount) AS amount FROM svc_configuration_stops
    WHERE day >= ? AND day <= ? GROUP BY product_id, kind, record_id`,
    [from, to],
  )
  return rows
    .map(({ product_id, kind, record_id, amount }) => ({ product_id, kind, id: record_id, count: Number(amount) }))
    .sort((a, b) => b.count - a.count)
}

function createFrame(today: string, interval: StatisticsInterval): Frame {
  const length = periodLengths[interval]
  const from = subtractIntervals(startOfBucket(today, interval), interval, length - 1)
  const previousFrom = subtractIntervals(from, interval, length)
  return {
    interval,
    period: { from, to: today },
    previous: { from: previousFrom, to: subtractIntervals(today, interval, length) },
    buckets: listBuckets(from, interval),
    previousBuckets: listBuckets(previousFrom, interval),
  }
}

/** Reads the stored days with few statements, whatever the number of orders and configurations. */
export async function readStatistics(context: Context, interval: StatisticsInterval): Promise<StatisticsReport> {
  const { database, clock } = context
  const { snapshot } = await getVersionedSnapshot(context)
  const zone = await serviceState.readTimeZone(snapshot, database)
  const today = dayOf(clock.now(), zone)
  const frame = createFrame(today, interval)
  const state = await readRollUpState(database)
  const through = state?.zone === zone ? state.through : null
  const earliest = addDays(today, 1 - maximumLiveDays)
  const isComplete = through !== null && through >= addDays(earliest, -1)
  const firstLive = isComplete ? addDays(through, 1) : earliest
  const live = Array.from({ length: maximumLiveDays }, (_, index) => addDays(firstLive, index)).filter((day) => day <= today)
  const stored = through === null ? null : through < firstLive ? through : addDays(firstLive, -1)
  const rows = [await computeLiveRows(database, live, zone)]
  if (stored !== null) rows.push(await readStoredRows(database, { from: frame.period.from, to: stored }, frame.previous.from))
  const sales = rows.flatMap((part) => part.sales)
  const products = rows.flatMap((part) => part.products)
  const currencies = [...new Set(sales.map(({ currency_code }) => currency_code))]
  const stops = await readStops(database, frame.period)
  return {
    ...frame,
    isComplete,
    sales: currencies
      .map((currency) => ({
        currency,
        ...compare(
          frame,
          sales.filter(({ currency_code }) => currency_code === currency),
          toSalesSummary,
        ),
        products: toBestProducts(products.filter(({ currency_code }) => currency_code === currency)),
      }))
      .sort((a, b) => b.total.orders - a.total.orders || a.currency.localeCompare(b.currency)),
    conversion: compare(
      frame,
      rows.flatMap((part) => part.configurations),
      toConversionSummary,
    ),
    answers: toBestAnswers(rows.flatMap((part) => part.answers)),
    left: stops.filter(({ kind }) => kind === 'left').slice(0, listLength),
    rules: stops.filter(({ kind }) => kind !== 'left').slice(0, listLength),
  }
}
