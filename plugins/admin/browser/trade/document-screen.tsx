// One order or quote as it was sold: actions, printouts, lines, addresses, payments and timeline.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeskDocument, DeskStep } from '../../transport/screen-shape.js'
import type { EntityAction } from '../../transport/shape.js'
import { listPath, recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { confirm } from '../ground/dialog.js'
import { deskQuery, salesChanged, shapeQuery } from '../ground/queries.js'
import { root } from '../ground/root.js'
import { go, Link } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { ActionDialog } from '../form/action-dialog.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { heading, moment, t } from '../wording/text.js'
import { Lines } from './lines.js'
import { doneBy } from './done-by.js'
import { Payments } from './payments.js'
import { People } from './people.js'
import { questionOf } from './step-words.js'

adoptFormStyle()
adoptSalesStyle()

interface DocumentScreenProps extends ScreenProps {
  readonly entity: DeskDocument['entity']
  readonly id: number
}

const printNames = {
  confirmation: 'printConfirmation',
  invoice: 'printInvoice',
  'delivery-note': 'printDelivery',
  quote: 'printQuote',
} as const
const happened = {
  created: 'whenCreated',
  placed: 'whenPlaced',
  terms: 'whenTerms',
  invoice: 'whenInvoice',
  payment: 'whenPayment',
  status: 'whenStatus',
} as const

/** The statuses in which an action on a quote makes sense. The server checks again. */
const quoteSteps: Readonly<Record<string, readonly string[]>> = {
  'prepare-quote': ['requested'],
  'send-quote': ['requested'],
  'revise-quote': ['requested', 'sent', 'declined', 'expired'],
  'decline-quote': ['requested', 'sent'],
}

function OrderSteps({ desk }: { readonly desk: DeskDocument }): ReactNode {
  const set = async (step: DeskStep): Promise<void> => {
    const { status, label } = step
    const question = questionOf(step)
    if (question && !(await confirm(question))) return
    try {
      await ask('POST', 'actions/set-order-status', { body: { order_id: desk.id, status } })
      await salesChanged()
      tell({ text: t('statusSet', { status: label }) })
    } catch (error) {
      tellFailure(error)
    }
  }
  if (desk.steps.length === 0) return null
  return (
    <div className="buttons" role="group" aria-label={t('setStatus')}>
      {desk.steps.map((step) => (
        <button key={step.status} type="button" className={step.ends ? 'danger' : undefined} onClick={() => void set(step)}>
          {step.label}
        </button>
      ))}
    </div>
  )
}

function QuoteSteps({ desk }: { readonly desk: DeskDocument }): ReactNode {
  const { data: shape } = useQuery(shapeQuery('quote'))
  const [open, setOpen] = useState<EntityAction | null>(null)
  const actions = Object.keys(quoteSteps).flatMap((name) => shape?.actions.find((one) => one.name === name) ?? [])
  const fitting = actions.filter(({ name }) => quoteSteps[name]!.includes(desk.document.status))
  const done = (answer: unknown): void => {
    setOpen(null)
    void salesChanged()
    tell({ text: t('saved') })
    const next = (answer as { readonly quote_id?: number }).quote_id
    if (next !== undefined && next !== desk.id) void go(recordPath('quote', next))
  }
  const start = { answer: desk.quote?.answer, validity_days: desk.quote?.validityDays }
  const noteOn = ({ name }: EntityAction): string | undefined =>
    name === 'send-quote' && desk.quote?.mailsCustomer === false ? t('quoteNoMail') : undefined
  return (
    <div className="buttons" role="group" aria-label={t('setStatus')}>
      {fitting.map((action) => (
        <button
          key={action.name}
          type="button"
          className={action.name === 'send-quote' ? 'primary' : action.name === 'decline-quote' ? 'danger' : undefined}
          onClick={() => setOpen(action)}
        >
          {action.label}
        </button>
      ))}
      {open && (
        <ActionDialog action={open} id={desk.id} start={start} note={noteOn(open)} onClose={() => setOpen(null)} onDone={done} />
      )}
    </div>
  )
}

function Papers({ desk }: { readonly desk: DeskDocument }): ReactNode {
  const address = `${root}api/${desk.entity === 'quote' ? 'quotes' : 'orders'}/${desk.id}/print`
  if (desk.printed.length === 0) return null
  return (
    <section className="card" aria-labelledby="papers">
      <h2 id="papers">{t('documents')}</h2>
      <ul className="plain">
        {desk.printed.map((printed) => (
          <li key={printed}>
            <a href={`${address}/${printed}`} download>
              {t(printNames[printed])}
              {printed === 'invoice' && desk.invoice !== null ? ` ${desk.invoice}` : ''}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ desk }: { readonly desk: DeskDocument }): ReactNode {
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline')}</h2>
      <ol className="timeline">
        {desk.timeline.map(({ at, what, detail, by }, index) => (
          <li key={index}>
            {t(happened[what])}
            {detail === undefined ? '' : `: ${detail}`}{' '}
            <span className="quiet-text">
              {moment(at)}
              {doneBy(by)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function DocumentScreen({ entity, id, session }: DocumentScreenProps): ReactNode {
  const { data: desk, error, refetch } = useQuery(deskQuery(entity, id))
  const { data: shape } = useQuery(shapeQuery(entity))
  const title = `${heading(shape?.label ?? '')} ${desk?.document.number ?? `#${id}`}`.trim()
  useTitle(title)
  if (error && !desk) return <Failure error={error} retry={() => void refetch()} />
  if (!desk || !shape) return <p className="loading">{t('loading')}</p>
  const { quote, document } = desk
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={listPath(entity)}>{heading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} <span className="badge">{desk.statusLabel}</span>
          </h1>
        </div>
        {entity === 'quote' ? desk.may.write && <QuoteSteps desk={desk} /> : <OrderSteps desk={desk} />}
      </header>
      {quote && (
        <p className="lead">
          {document.valid_until !== null && `${t('validUntil', { date: moment(document.valid_until) })} `}
          {quote.revises !== null && <Link to={recordPath('quote', quote.revises)}>{t('revisesQuote')}</Link>}
        </p>
      )}
      {quote && quote.answer !== '' && <p className="card note">{quote.answer}</p>}
      <div className="desk">
        <div className="desk-main">
          <Lines desk={desk} session={session} />
          {entity === 'sales-order' && <Payments desk={desk} />}
        </div>
        <div className="desk-side">
          <People desk={desk} />
          <Papers desk={desk} />
          <Timeline desk={desk} />
          <p>
            <Link to={`${recordPath(entity, id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}
