// Statistics of advisor conversations: unanswered wishes, blocking rules, and where shoppers stopped.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TitledAdvisorReport } from '../../api/advisor.js'
import type { TitledRecord, TitledQuestion } from '../../api/choices.js'
import { toRecordPath, toWorkshopPath, type ScreenProps } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Link } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { canWriteScreen, DataTable, type DataTableColumn, FactList } from '../table/table-screen.js'
import { formatNumber, t } from '../wording/text.js'
import { outcomeTextKeys, tAdvisor } from './conversation-facts.js'

/** Selectable periods in days. */
const periodDays = [7, 30, 90, 365]

const formatRecordName = ({ title }: TitledRecord): string => title || t('unknownRecord')

function QuestionLink({ question }: { readonly question: TitledQuestion }): ReactNode {
  const { product } = question
  if (product === null) return formatRecordName(question)
  return (
    <>
      {formatRecordName(question)}{' '}
      <Link
        to={toWorkshopPath(product.id)}
        label={`${formatRecordName(question)}, ${tAdvisor('inProduct', { product: formatRecordName(product) })}`}
      >
        {tAdvisor('inProduct', { product: formatRecordName(product) })}
      </Link>
    </>
  )
}

const ownerEntities = {
  question: 'question',
  limits: 'question',
  answer: 'answer',
  unavailable: 'answer',
  table: 'variant-table',
} as const

const ruleTextKeys = {
  question: 'ruleQuestion',
  limits: 'ruleLimits',
  answer: 'ruleAnswer',
  unavailable: 'ruleUnavailable',
  table: 'ruleTable',
} as const

/** A link to the record that contains the rule. */
function RuleLink({ kind, owner }: TitledAdvisorReport['rules'][number]): ReactNode {
  return (
    <Link to={toRecordPath(ownerEntities[kind], owner.id)}>
      {tAdvisor(ruleTextKeys[kind], { name: formatRecordName(owner) })}
    </Link>
  )
}

interface ReportTableProps<Row> {
  readonly title: string
  readonly lead?: string
  readonly rows: readonly Row[]
  readonly empty?: string
  readonly head: DataTableColumn<Row>
  readonly columns: readonly DataTableColumn<Row>[]
}

function ReportTable<Row>({ title, lead, rows, empty = tAdvisor('nothingYet'), ...table }: ReportTableProps<Row>): ReactNode {
  return (
    <div className="card">
      <h2>{title}</h2>
      {lead !== undefined && <p className="quiet-text">{lead}</p>}
      <DataTable label={title} rows={rows} keyOf={(row) => rows.indexOf(row)} {...table} empty={empty} />
    </div>
  )
}

interface ConversationShare {
  readonly conversations: number
}

/** A function, because the language may change between renders. */
const createShareColumn = () => ({
  label: tAdvisor('share'),
  cell: ({ conversations }: ConversationShare) => formatNumber(conversations),
})

interface AnalysisReply {
  readonly reviewedCount: number
  readonly failedCount: number
  readonly waitingCount: number
}

async function runAnalysis(): Promise<void> {
  try {
    const {
      reviewedCount: reviewed,
      failedCount: failed,
      waitingCount: waiting,
    } = await requestBody<AnalysisReply>('POST', 'actions/analyze-conversations', { body: {} })
    showToast({ text: tAdvisor('analyzed', { reviewed, failed, waiting }) })
  } catch (error) {
    showErrorToast(error)
  }
}

type Outcome = keyof typeof outcomeTextKeys

function ReportTables({ report }: { readonly report: TitledAdvisorReport }): ReactNode {
  const share = createShareColumn()
  const question = {
    label: tAdvisor('question'),
    cell: (row: { readonly question: TitledQuestion }) => <QuestionLink question={row.question} />,
  }
  const statistics: readonly (readonly [string, number])[] = [
    [tAdvisor('talks'), report.conversations],
    [tAdvisor('turns'), report.turns],
    [tAdvisor('finishedCount'), report.finished],
    [tAdvisor('offeredCount'), report.offered],
    [tAdvisor('handedOver'), report.handedOver],
    [tAdvisor('unverifiedAll'), report.unverified],
  ]
  return (
    <>
      <section className="card" aria-label={tAdvisor('figures')}>
        <h2>{tAdvisor('figures')}</h2>
        <FactList facts={statistics.map(([label, count]) => [label, formatNumber(count)])} />
      </section>
      <ReportTable
        title={tAdvisor('unansweredHead')}
        lead={tAdvisor('unansweredLead')}
        rows={Object.entries(report.outcomes)}
        empty={tAdvisor('allWhole')}
        head={{ label: tAdvisor('outcome'), cell: ([outcome]) => tAdvisor(outcomeTextKeys[outcome as Outcome]) }}
        columns={[{ label: tAdvisor('answers'), cell: ([, count]) => formatNumber(count) }]}
      />
      <ReportTable
        title={tAdvisor('unmetHead')}
        lead={tAdvisor('unmetLead')}
        rows={report.unmetWishes}
        head={question}
        columns={[{ label: tAdvisor('value'), cell: ({ value }) => value ?? tAdvisor('entered') }, share]}
      />
      <ReportTable
        title={tAdvisor('wordsHead')}
        lead={tAdvisor('wordsLead')}
        rows={report.unknownWords}
        head={{ label: tAdvisor('word'), cell: ({ word }) => word }}
        columns={[share]}
      />
      <ReportTable
        title={tAdvisor('refusedHead')}
        lead={tAdvisor('refusedLead')}
        rows={report.refused}
        head={question}
        columns={[{ label: tAdvisor('value'), cell: ({ value }) => value ?? tAdvisor('entered') }, share]}
      />
      <ReportTable
        title={tAdvisor('rulesHead')}
        lead={tAdvisor('rulesLead')}
        rows={report.rules}
        head={{ label: tAdvisor('rule'), cell: (rule) => <RuleLink {...rule} /> }}
        columns={[question, share]}
      />
      <ReportTable
        title={tAdvisor('stoppedHead')}
        lead={tAdvisor('stoppedLead')}
        rows={report.stoppedAt}
        head={question}
        columns={[share]}
      />
      <ReportTable
        title={tAdvisor('explainedHead')}
        rows={report.explained}
        head={{
          label: tAdvisor('question'),
          cell: ({ question: subject }) => (subject === null ? tAdvisor('wholeProduct') : <QuestionLink question={subject} />),
        }}
        columns={[{ label: tAdvisor('answer'), cell: ({ answer }) => (answer === null ? '' : formatRecordName(answer)) }, share]}
      />
      <ReportTable
        title={tAdvisor('neverHead')}
        rows={report.neverChosen}
        head={question}
        columns={[
          {
            label: tAdvisor('answers'),
            cell: ({ answers }) => <span className="words">{answers.map(formatRecordName).join(', ')}</span>,
          },
        ]}
      />
    </>
  )
}

export function AdvisorReportPanel(props: ScreenProps): ReactNode {
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'report', days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<TitledAdvisorReport>('GET', `advisor/report?days=${days}`, { signal }),
  })
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  return (
    <>
      <p className="lead">{tAdvisor('reportLead')}</p>
      <div className="toolbar">
        <div className="buttons" role="group" aria-label={tAdvisor('lastDays')}>
          {periodDays.map((span) => (
            <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
              {tAdvisor('days', { count: span })}
            </button>
          ))}
        </div>
        {canWriteScreen(props, 'advisor') && (
          <button type="button" onClick={() => void runAnalysis()}>
            {tAdvisor('analyze')}
          </button>
        )}
      </div>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && <ReportTables report={data} />}
    </>
  )
}
