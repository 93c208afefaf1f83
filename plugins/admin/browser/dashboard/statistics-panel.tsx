// Sales and conversion of a period: figures with their change, a chart, and the lists of the best products, answers and obstacles.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { TitledStatistics } from '../../api/screen-shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { requestBody } from '../base/api.js'
import { toRecordPath, toWorkshopPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptDashboardStyle } from '../style/dashboard.js'
import { DataTable, type DataTableColumn } from '../table/table-screen.js'
import { createMoneyFormatter, currentLanguage, formatNumber } from '../wording/text.js'
import { tDashboard } from './start-cards.js'
import { lazyPart } from '../base/lazy-part.js'

adoptDashboardStyle()

const TrendChart = lazyPart(async () => (await import('./trend-chart.js')).TrendChart)

const intervals = ['day', 'week', 'month'] as const
type Interval = (typeof intervals)[number]

const figureNames = ['net', 'orders', 'average', 'conversion'] as const
type FigureName = (typeof figureNames)[number]

type Sales = TitledStatistics['sales'][number]['total']
type Conversion = TitledStatistics['conversion']['total']
type Stop = TitledStatistics['left'][number]

/** The figures of a part of the period. null: nothing to compute them from. */
type Figures = Readonly<Record<FigureName, number | null>>

const toFigures = ({ net, orders, average }: Sales, { started, ordered }: Conversion): Figures => ({
  net,
  orders,
  average,
  conversion: started === 0 ? null : ordered / started,
})

const noSales: Sales = { orders: 0, net: 0, gross: 0, returned: 0, average: null }

/** A day such as `2026-11-28` for readers. */
function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(currentLanguage.get(), { ...options, timeZone: 'UTC' })
}

const formatFullDay = (day: string): string => formatDay(day, { dateStyle: 'medium' })

const formatShare = (share: number): string =>
  share.toLocaleString(currentLanguage.get(), { style: 'percent', maximumFractionDigits: 1 })

/** The change from the previous period, as words and with a sign. */
function Change({ value, before }: { readonly value: number | null; readonly before: number | null }): ReactNode {
  if (value === null || before === null || before <= 0)
    return <span className="figure-change">{tDashboard('changeUnknown')}</span>
  const change = (value - before) / before
  const percent = formatShare(Math.abs(change))
  if (Math.abs(change) < 0.0005) return <span className="figure-change">{tDashboard('changeNone')}</span>
  return change > 0 ? (
    <span className="figure-change up">▲ {tDashboard('changeUp', { percent })}</span>
  ) : (
    <span className="figure-change down">▼ {tDashboard('changeDown', { percent })}</span>
  )
}

interface ListCardProps<Row> {
  readonly title: string
  readonly lead?: string
  readonly empty: string
  readonly rows: readonly Row[]
  readonly head: DataTableColumn<Row>
  readonly columns: readonly DataTableColumn<Row>[]
}

function ListCard<Row>({ title, lead, rows, ...table }: ListCardProps<Row>): ReactNode {
  return (
    <div className="card">
      <h2>{title}</h2>
      {lead !== undefined && <p className="quiet-text">{lead}</p>}
      <DataTable label={title} rows={rows} keyOf={(row) => rows.indexOf(row)} {...table} />
    </div>
  )
}

const ruleTextKeys = {
  question: 'ruleQuestion',
  answer: 'ruleAnswer',
  unavailable: 'ruleUnavailable',
  table: 'ruleTable',
  limits: 'ruleLimits',
} as const

const ownerEntities = {
  question: 'question',
  limits: 'question',
  answer: 'answer',
  unavailable: 'answer',
  table: 'variant-table',
} as const

/** The record that contains a rule. */
function RuleName({ stop }: { readonly stop: Stop }): ReactNode {
  const { kind, id, title } = stop
  if (kind === 'left') return null
  if (title === '') return tDashboard(ruleTextKeys[kind], { name: tDashboard('deleted') })
  return <Link to={toRecordPath(ownerEntities[kind], id)}>{tDashboard(ruleTextKeys[kind], { name: title })}</Link>
}

const formatTitle = ({ title }: { readonly title: string }): string => title || tDashboard('deleted')

function ProductName({ product }: { readonly product: { readonly id: number; readonly title: string } }): ReactNode {
  return product.title === '' ? tDashboard('deleted') : <Link to={toWorkshopPath(product.id)}>{product.title}</Link>
}

function Funnel({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const stages = [
    [tDashboard('configured'), conversion.started],
    [tDashboard('inCart'), conversion.in_cart],
    [tDashboard('ordered'), conversion.ordered],
  ] as const
  return (
    <div className="card">
      <h2>{tDashboard('funnel')}</h2>
      <p className="quiet-text">{conversion.started === 0 ? tDashboard('noConfigurations') : tDashboard('funnelLead')}</p>
      {conversion.started > 0 && (
        <ul className="funnel">
          {stages.map(([name, count]) => (
            <li key={name}>
              <span className="funnel-row">
                <span>{name}</span>
                <span>
                  <strong>{formatNumber(count)}</strong> · {formatShare(count / conversion.started)}
                </span>
              </span>
              <meter min={0} max={conversion.started} value={count} aria-label={`${name}: ${formatNumber(count)}`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The lists below the chart. */
function StatisticsLists({ report, sales, money }: { readonly report: TitledStatistics } & SalesProps): ReactNode {
  const product = (row: { readonly product: { readonly id: number; readonly title: string } }): ReactNode => (
    <span className="sub">{formatTitle(row.product)}</span>
  )
  return (
    <>
      <div className="dash-pair">
        <ListCard
          title={tDashboard('bestProducts')}
          empty={tDashboard('noProducts')}
          rows={sales?.products ?? []}
          head={{ label: tDashboard('product'), cell: (row) => <ProductName product={row.product} /> }}
          columns={[
            { label: tDashboard('quantity'), cell: ({ quantity }) => formatNumber(quantity), isNumeric: true },
            { label: tDashboard('net'), cell: ({ net }) => money(net), isNumeric: true },
          ]}
        />
        <Funnel conversion={report.conversion.total} />
      </div>
      <div className="dash-pair">
        <ListCard
          title={tDashboard('bestAnswers')}
          empty={tDashboard('noAnswers')}
          rows={report.answers}
          head={{
            label: tDashboard('answer'),
            cell: ({ answer, question, product: of }) => (
              <>
                {formatTitle(answer)}
                <span className="sub">
                  {question || tDashboard('deleted')} · {formatTitle(of)}
                </span>
              </>
            ),
          }}
          columns={[{ label: tDashboard('quantity'), cell: ({ quantity }) => formatNumber(quantity), isNumeric: true }]}
        />
        <ListCard
          title={tDashboard('left')}
          lead={tDashboard('leftLead')}
          empty={tDashboard('noLeft')}
          rows={report.left}
          head={{
            label: tDashboard('lastQuestion'),
            cell: (row) => (
              <>
                {row.id === 0 ? tDashboard('nothingChanged') : formatTitle(row)}
                {product(row)}
              </>
            ),
          }}
          columns={[{ label: tDashboard('shoppers'), cell: ({ count }) => formatNumber(count), isNumeric: true }]}
        />
      </div>
      <ListCard
        title={tDashboard('rules')}
        lead={tDashboard('rulesLead')}
        empty={tDashboard('noRules')}
        rows={report.rules}
        head={{
          label: tDashboard('rule'),
          cell: (row) => (
            <>
              <RuleName stop={row} />
              {product(row)}
            </>
          ),
        }}
        columns={[{ label: tDashboard('times'), cell: ({ count }) => formatNumber(count), isNumeric: true }]}
      />
    </>
  )
}

interface SalesProps {
  readonly sales: TitledStatistics['sales'][number] | undefined
  readonly money: (amount: number) => string
}

interface PeriodProps extends SalesProps {
  readonly report: TitledStatistics
}

/** The figures, and the chart and the table of the selected one. */
function PeriodFigures({ report, sales, money }: PeriodProps): ReactNode {
  const [shown, setShown] = useState<FigureName>('net')
  const { conversion, buckets, previousBuckets, interval } = report
  const total = toFigures(sales?.total ?? noSales, conversion.total)
  const before = toFigures(sales?.previousTotal ?? noSales, conversion.previousTotal)
  const write = useMemo(
    () => (value: number | null, name: FigureName) => {
      if (value === null) return '–'
      if (name === 'conversion') return formatShare(value)
      return name === 'orders' ? formatNumber(value) : money(value)
    },
    [money],
  )
  const chart = useMemo(() => {
    const values = buckets.map((_, index) => toFigures(sales?.parts[index] ?? noSales, conversion.parts[index]!)[shown])
    const previous = buckets.map(
      (_, index) => toFigures(sales?.previousParts[index] ?? noSales, conversion.previousParts[index]!)[shown],
    )
    const labels = buckets.map((day) =>
      formatDay(day, interval === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
    )
    const describe = (index: number): string =>
      `${formatFullDay(buckets[index]!)}: ${write(values[index] ?? null, shown)} · ${tDashboard('before')}, ${formatFullDay(previousBuckets[index]!)}: ${write(previous[index] ?? null, shown)}`
    return { values, previous, labels, describe, format: (value: number) => write(value, shown) }
  }, [buckets, previousBuckets, conversion, sales, shown, interval, write])
  const notes: Readonly<Record<FigureName, string>> = {
    net: [
      tDashboard('grossOf', { amount: money(sales?.total.gross ?? 0) }),
      ...(sales && sales.total.returned !== 0 ? [tDashboard('returnsOf', { amount: money(sales.total.returned) })] : []),
    ].join(' · '),
    orders: '',
    average: tDashboard('averageNote'),
    conversion: tDashboard('conversionOf', { ordered: conversion.total.ordered, started: conversion.total.started }),
  }
  const isEmpty = [...chart.values, ...chart.previous].every((value) => value === null || value === 0)
  const name = tDashboard(shown)
  return (
    <>
      <div className="figures" role="group" aria-label={tDashboard('inChart')}>
        {figureNames.map((figure) => (
          <button key={figure} type="button" className="figure" aria-pressed={figure === shown} onClick={() => setShown(figure)}>
            <span className="figure-name">{tDashboard(figure)}</span>
            <span className="figure-value">{write(total[figure], figure)}</span>
            <Change value={total[figure]} before={before[figure]} />
            {notes[figure] !== '' && <span className="figure-note">{notes[figure]}</span>}
          </button>
        ))}
      </div>
      <div className="card">
        <h2>{name}</h2>
        {isEmpty ? (
          <p className="quiet-text">{tDashboard('noSales')}</p>
        ) : (
          <>
            <ul className="chart-legend" aria-hidden="true">
              <li>{tDashboard('current')}</li>
              <li>{tDashboard('before')}</li>
            </ul>
            <Suspense fallback={<div className="chart" />}>
              <TrendChart label={tDashboard('chartOf', { name })} {...chart} />
            </Suspense>
          </>
        )}
        <details className="chart-table">
          <summary>{tDashboard('asTable')}</summary>
          <DataTable
            label={tDashboard('tableOf', { name })}
            rows={buckets.map((day, index) => ({ day, index }))}
            keyOf={({ day }) => day}
            head={{ label: tDashboard('from'), cell: ({ day }) => formatFullDay(day) }}
            columns={[
              {
                label: tDashboard('current'),
                cell: ({ index }) => write(chart.values[index] ?? null, shown),
                isNumeric: true,
              },
              {
                label: tDashboard('before'),
                cell: ({ index }) => write(chart.previous[index] ?? null, shown),
                isNumeric: true,
              },
            ]}
          />
        </details>
        <p className="figure-note">
          {tDashboard('comparedWith', { from: formatFullDay(report.previous.from), to: formatFullDay(report.previous.to) })}{' '}
          {tDashboard('netNote')}
        </p>
      </div>
    </>
  )
}

export function StatisticsPanel({ session }: { readonly session: AdminSessionReply }): ReactNode {
  const [interval, setInterval] = useState<Interval>('day')
  const [chosen, setChosen] = useState<string | null>(null)
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    queryKey: ['dashboard', 'statistics', interval],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<TitledStatistics>('GET', `statistics?interval=${interval}`, { signal }),
  })
  const sales = report?.sales.find(({ currency }) => currency === chosen) ?? report?.sales[0]
  const code = sales?.currency ?? session.currencies.find(({ base }) => base)?.code ?? 'EUR'
  const decimals = session.currencies.find((currency) => currency.code === code)?.decimals ?? 2
  const money = useMemo(() => createMoneyFormatter(code, decimals), [code, decimals])
  if (error && !report) return <FailureMessage error={error} retry={() => void refetch()} />
  return (
    <section className="statistics" aria-labelledby="statistics">
      <header>
        <h2 id="statistics">{tDashboard('statistics')}</h2>
        <div className="statistics-tools">
          {report && report.sales.length > 1 && (
            <select aria-label={tDashboard('currency')} value={code} onChange={(event) => setChosen(event.target.value)}>
              {report.sales.map(({ currency }) => (
                <option key={currency}>{currency}</option>
              ))}
            </select>
          )}
          <div className="segments" role="group" aria-label={tDashboard('interval')}>
            {intervals.map((choice) => (
              <button key={choice} type="button" aria-pressed={choice === interval} onClick={() => setInterval(choice)}>
                {tDashboard(choice)}
              </button>
            ))}
          </div>
        </div>
      </header>
      {!report && <p className="loading">{tDashboard('statisticsLoading')}</p>}
      {report && !report.isComplete && (
        <p className="note card" role="status">
          {tDashboard('incomplete')}
        </p>
      )}
      {report && <PeriodFigures report={report} sales={sales} money={money} />}
      {report && <StatisticsLists report={report} sales={sales} money={money} />}
    </section>
  )
}
