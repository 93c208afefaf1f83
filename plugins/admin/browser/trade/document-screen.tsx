// One order or quote as it was sold: actions, printouts, lines, addresses, payments and timeline.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail, StatusStep } from '../../transport/screen-shape.js'
import type { EntityAction } from '../../transport/shape.js'
import { toListPath, toRecordPath } from '../ground/screen-location.js'
import { requestBody } from '../ground/api.js'
import { askConfirmation } from '../ground/dialog.js'
import { documentQuery, refreshSales, entityShapeQuery } from '../ground/queries.js'
import { rootPath } from '../ground/root-path.js'
import { navigate, Link } from '../ground/routing.js'
import { useWindowTitle } from '../ground/window-title.js'
import { showToast, showErrorToast } from '../ground/toasts.js'
import { ActionDialog } from '../form/action-dialog.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatHeading, formatTime, t } from '../wording/text.js'
import { DocumentLines } from './document-lines.js'
import { formatAuthor } from './timeline-author.js'
import { OrderPayments } from './order-payments.js'
import { DocumentParties } from './document-parties.js'
import { createStepQuestion } from './step-effects.js'

adoptFormStyle()
adoptSalesStyle()

interface DocumentScreenProps extends ScreenProps {
  readonly entity: DocumentDetail['entity']
  readonly id: number
}

const printoutTextKeys = {
  confirmation: 'printConfirmation',
  invoice: 'printInvoice',
  'delivery-note': 'printDelivery',
  quote: 'printQuote',
} as const
const timelineTextKeys = {
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

function OrderSteps({ desk }: { readonly desk: DocumentDetail }): ReactNode {
  const set = async (step: StatusStep): Promise<void> => {
    const { status, label } = step
    const question = createStepQuestion(step)
    if (question && !(await askConfirmation(question))) return
    try {
      await requestBody('POST', 'actions/set-order-status', { body: { order_id: desk.id, status } })
      await refreshSales()
      showToast({ text: t('statusSet', { status: label }) })
    } catch (error) {
      showErrorToast(error)
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

function QuoteSteps({ desk }: { readonly desk: DocumentDetail }): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery('quote'))
  const [open, setOpen] = useState<EntityAction | null>(null)
  const actions = Object.keys(quoteSteps).flatMap((name) => shape?.actions.find((one) => one.name === name) ?? [])
  const fitting = actions.filter(({ name }) => quoteSteps[name]!.includes(desk.document.status))
  const done = (answer: unknown): void => {
    setOpen(null)
    void refreshSales()
    showToast({ text: t('saved') })
    const next = (answer as { readonly quote_id?: number }).quote_id
    if (next !== undefined && next !== desk.id) void navigate(toRecordPath('quote', next))
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

function Printouts({ desk }: { readonly desk: DocumentDetail }): ReactNode {
  const address = `${rootPath}api/${desk.entity === 'quote' ? 'quotes' : 'orders'}/${desk.id}/print`
  if (desk.printed.length === 0) return null
  return (
    <section className="card" aria-labelledby="papers">
      <h2 id="papers">{t('documents')}</h2>
      <ul className="plain">
        {desk.printed.map((printed) => (
          <li key={printed}>
            <a href={`${address}/${printed}`} download>
              {t(printoutTextKeys[printed])}
              {printed === 'invoice' && desk.invoice !== null ? ` ${desk.invoice}` : ''}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ desk }: { readonly desk: DocumentDetail }): ReactNode {
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline')}</h2>
      <ol className="timeline">
        {desk.timeline.map(({ at, what, detail, by }, index) => (
          <li key={index}>
            {t(timelineTextKeys[what])}
            {detail === undefined ? '' : `: ${detail}`}{' '}
            <span className="quiet-text">
              {formatTime(at)}
              {formatAuthor(by)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function DocumentScreen({ entity, id, session }: DocumentScreenProps): ReactNode {
  const { data: desk, error, refetch } = useQuery(documentQuery(entity, id))
  const { data: shape } = useQuery(entityShapeQuery(entity))
  const title = `${formatHeading(shape?.label ?? '')} ${desk?.document.number ?? `#${id}`}`.trim()
  useWindowTitle(title)
  if (error && !desk) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!desk || !shape) return <p className="loading">{t('loading')}</p>
  const { quote, document } = desk
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toListPath(entity)}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} <span className="badge">{desk.statusLabel}</span>
          </h1>
        </div>
        {entity === 'quote' ? desk.may.write && <QuoteSteps desk={desk} /> : <OrderSteps desk={desk} />}
      </header>
      {quote && (
        <p className="lead">
          {document.valid_until !== null && `${t('validUntil', { date: formatTime(document.valid_until) })} `}
          {quote.revises !== null && <Link to={toRecordPath('quote', quote.revises)}>{t('revisesQuote')}</Link>}
        </p>
      )}
      {quote && quote.answer !== '' && <p className="card note">{quote.answer}</p>}
      <div className="desk">
        <div className="desk-main">
          <DocumentLines desk={desk} session={session} />
          {entity === 'sales-order' && <OrderPayments desk={desk} />}
        </div>
        <div className="desk-side">
          <DocumentParties desk={desk} />
          <Printouts desk={desk} />
          <Timeline desk={desk} />
          <p>
            <Link to={`${toRecordPath(entity, id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}
