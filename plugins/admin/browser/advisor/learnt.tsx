// Statistics of advisor conversations: unanswered wishes, blocking rules, and where shoppers stopped.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Named, NamedQuestion, ShownReport } from '../../transport/advisor-shape.js'
import { recordPath, workshopPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { Link } from '../ground/routing.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { mayWrite, Table, type TableColumn } from '../table/table-screen.js'
import { number, t } from '../wording/text.js'
import { many, say } from './wording/say.js'
import { FactList } from '../ground/fact-list.js'

/** Selectable periods in days. */
const spans = [7, 30, 90, 365]

const nameOf = ({ id, title }: Named): string => title || `#${id}`

function Question({ question }: { readonly question: NamedQuestion }): ReactNode {
  const { product } = question
  if (product === null) return nameOf(question)
  return (
    <>
      {nameOf(question)}{' '}
      <Link to={workshopPath(product.id)} label={`${nameOf(question)}, ${say('inProduct', { product: nameOf(product) })}`}>
        {say('inProduct', { product: nameOf(product) })}
      </Link>
    </>
  )
}

const owners = {
  question: 'question',
  limits: 'question',
  answer: 'answer',
  unavailable: 'answer',
  table: 'variant-table',
} as const

/** A link to the record that contains the rule. */
function Rule({ kind, owner }: ShownReport['rules'][number]): ReactNode {
  return <Link to={recordPath(owners[kind], owner.id)}>{say(`rule_${kind}`, { name: nameOf(owner) })}</Link>
}

interface PartProps<Row> {
  readonly title: string
  readonly lead?: string
  readonly rows: readonly Row[]
  readonly empty?: string
  readonly head: TableColumn<Row>
  readonly columns: readonly TableColumn<Row>[]
}

function Part<Row>({ title, lead, rows, empty = say('nothingYet'), ...table }: PartProps<Row>): ReactNode {
  return (
    <div className="card">
      <h2>{title}</h2>
      {lead !== undefined && <p className="quiet-text">{lead}</p>}
      <Table label={title} rows={rows} keyOf={(row) => rows.indexOf(row)} {...table} empty={empty} />
    </div>
  )
}

interface Shared {
  readonly conversations: number
}

/** A function, because the language may change between renders. */
const sharing = () => ({ label: say('share'), cell: ({ conversations }: Shared) => number(conversations) })

interface Analyzed {
  readonly reviewedCount: number
  readonly failedCount: number
  readonly waitingCount: number
}

async function analyze(): Promise<void> {
  try {
    const {
      reviewedCount: reviewed,
      failedCount: failed,
      waitingCount: waiting,
    } = await ask<Analyzed>('POST', 'actions/analyze-conversations', { body: {} })
    tell({ text: say('analyzed', { reviewed, failed, waiting }) })
  } catch (error) {
    tellFailure(error)
  }
}

type Outcome = 'stopped' | 'left' | 'failed' | 'limit' | 'length'

function Parts({ report }: { readonly report: ShownReport }): ReactNode {
  const share = sharing()
  const question = {
    label: say('question'),
    cell: (row: { readonly question: NamedQuestion }) => <Question question={row.question} />,
  }
  const figures: readonly (readonly [string, number])[] = [
    [say('talks'), report.conversations],
    [say('turns'), report.turns],
    [say('finishedCount'), report.finished],
    [say('offeredCount'), report.offered],
    [say('handedOver'), report.handedOver],
    [say('unverifiedAll'), report.unverified],
  ]
  return (
    <>
      <section className="card" aria-label={say('figures')}>
        <h2>{say('figures')}</h2>
        <FactList facts={figures.map(([label, count]) => [label, number(count)])} />
      </section>
      <Part
        title={say('unansweredHead')}
        lead={say('unansweredLead')}
        rows={Object.entries(report.outcomes)}
        empty={say('allWhole')}
        head={{ label: say('outcome'), cell: ([outcome]) => say(`outcome_${outcome as Outcome}`) }}
        columns={[{ label: say('answers'), cell: ([, count]) => number(count) }]}
      />
      <Part
        title={say('unmetHead')}
        lead={say('unmetLead')}
        rows={report.unmetWishes}
        head={question}
        columns={[{ label: say('value'), cell: ({ value }) => value ?? say('entered') }, share]}
      />
      <Part
        title={say('wordsHead')}
        lead={say('wordsLead')}
        rows={report.unknownWords}
        head={{ label: say('word'), cell: ({ word }) => word }}
        columns={[share]}
      />
      <Part
        title={say('refusedHead')}
        lead={say('refusedLead')}
        rows={report.refused}
        head={question}
        columns={[{ label: say('value'), cell: ({ value }) => value ?? say('entered') }, share]}
      />
      <Part
        title={say('rulesHead')}
        lead={say('rulesLead')}
        rows={report.rules}
        head={{ label: say('rule'), cell: (rule) => <Rule {...rule} /> }}
        columns={[question, share]}
      />
      <Part title={say('stoppedHead')} lead={say('stoppedLead')} rows={report.stoppedAt} head={question} columns={[share]} />
      <Part
        title={say('explainedHead')}
        rows={report.explained}
        head={{
          label: say('question'),
          cell: ({ question: asked }) => (asked === null ? say('wholeProduct') : <Question question={asked} />),
        }}
        columns={[{ label: say('answer'), cell: ({ answer }) => (answer === null ? '' : nameOf(answer)) }, share]}
      />
      <Part
        title={say('neverHead')}
        rows={report.neverChosen}
        head={question}
        columns={[
          { label: say('answers'), cell: ({ answers }) => <span className="words">{answers.map(nameOf).join(', ')}</span> },
        ]}
      />
    </>
  )
}

export function Learnt(props: ScreenProps): ReactNode {
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'report', days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask<ShownReport>('GET', `advisor/report?days=${days}`, { signal }),
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <>
      <p className="lead">{say('reportLead')}</p>
      <div className="toolbar">
        <div className="buttons" role="group" aria-label={say('lastDays')}>
          {spans.map((span) => (
            <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
              {many('days', span)}
            </button>
          ))}
        </div>
        {mayWrite(props, 'advisor') && (
          <button type="button" onClick={() => void analyze()}>
            {say('analyze')}
          </button>
        )}
      </div>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && <Parts report={data} />}
    </>
  )
}
