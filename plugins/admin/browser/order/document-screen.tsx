// One order or quote as it was sold: actions, printouts, lines, addresses, payments and timeline.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail, StatusStep } from '../../api/screen-shape.js'
import type { EntityAction } from '../../api/shape.js'
import { FactList } from '../base/fact-list.js'
import { getRootPath } from '../base/root-path.js'
import { toListPath, toRecordPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { documentQuery, refreshSales, entityShapeQuery } from '../base/queries.js'
import { navigate, Link, useWindowTitle } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { ActionDialog } from '../form/action-dialog.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatLanguageName } from '../../wording/display-name.js'
import { formatHeading, formatTime, t, type TextKey, currentLanguage } from '../wording/text.js'
import { DocumentLines } from './document-lines.js'
import { formatAuthor } from './timeline-author.js'
import { OrderPayments } from './order-payments.js'
import { createStepQuestion } from './step-effects.js'

adoptFormStyle()
adoptSalesStyle()

interface DocumentScreenProps extends ScreenProps {
  readonly entity: DocumentDetail['entity']
  readonly id: number
}

const printoutTextKeys: Readonly<Record<string, TextKey>> = {
  confirmation: 'printConfirmation',
  invoice: 'printInvoice',
  'delivery-note': 'printDelivery',
  quote: 'printQuote',
}
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

function OrderSteps({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  const set = async (step: StatusStep): Promise<void> => {
    const { status, label } = step
    const question = createStepQuestion(step)
    if (question && !(await askConfirmation(question))) return
    try {
      await requestBody('POST', 'actions/set-order-status', { body: { order_id: documentDetail.id, status } })
      await refreshSales()
      showToast({ text: t('statusSet', { status: label }) })
    } catch (error) {
      showErrorToast(error)
    }
  }
  if (documentDetail.steps.length === 0) return null
  return (
    <div className="buttons" role="group" aria-label={t('setStatus')}>
      {documentDetail.steps.map((step) => (
        <button key={step.status} type="button" className={step.ends ? 'danger' : undefined} onClick={() => void set(step)}>
          {step.label}
        </button>
      ))}
    </div>
  )
}

function QuoteSteps({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery('quote'))
  const [open, setOpen] = useState<EntityAction | null>(null)
  const actions = Object.keys(quoteSteps).flatMap((name) => shape?.actions.find((candidate) => candidate.name === name) ?? [])
  const fitting = actions.filter(({ name }) => quoteSteps[name]!.includes(documentDetail.document.status))
  const finish = (answer: unknown): void => {
    setOpen(null)
    void refreshSales()
    showToast({ text: t('saved') })
    const next = (answer as { readonly quote_id?: number }).quote_id
    if (next !== undefined && next !== documentDetail.id) void navigate(toRecordPath('quote', next))
  }
  const start = { answer: documentDetail.quote?.answer, validity_days: documentDetail.quote?.validityDays }
  const noteOn = ({ name }: EntityAction): string | undefined =>
    name === 'send-quote' && documentDetail.quote?.mailsCustomer === false ? t('quoteNoMail') : undefined
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
        <ActionDialog
          action={open}
          id={documentDetail.id}
          start={start}
          note={noteOn(open)}
          onClose={() => setOpen(null)}
          onDone={finish}
        />
      )}
    </div>
  )
}

function Printouts({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  const address = `${getRootPath()}api/${documentDetail.entity === 'quote' ? 'quotes' : 'orders'}/${documentDetail.id}/print`
  if (documentDetail.printed.length === 0) return null
  const label = (printed: string): string => {
    const key = printoutTextKeys[printed]
    return key === undefined ? printed : t(key)
  }
  return (
    <section className="card" aria-labelledby="papers">
      <h2 id="papers">{t('documents')}</h2>
      <ul className="plain">
        {documentDetail.printed.map((printed) => (
          <li key={printed}>
            <a href={`${address}/${printed}`} download>
              {label(printed)}
              {printed === 'invoice' && documentDetail.invoice !== null ? ` ${documentDetail.invoice}` : ''}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline')}</h2>
      <ol className="timeline">
        {documentDetail.timeline.map(({ at, what: eventKind, detail, by }, index) => (
          <li key={index}>
            {t(timelineTextKeys[eventKind])}
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

type Address = NonNullable<DocumentDetail['document']['billing']>

const toAddressLines = ({
  first_name,
  last_name,
  company,
  line1,
  line2,
  zip,
  city,
  state,
  country,
}: Address): readonly string[] =>
  [company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, state, country]
    .map((text) => text.trim())
    .filter((text) => text !== '')

function PostalAddress({ label, address }: { readonly label: string; readonly address: Address }): ReactNode {
  return (
    <div>
      <h3>{label}</h3>
      <address>
        {toAddressLines(address).map((line, at) => (
          <span key={at}>{line}</span>
        ))}
      </address>
    </div>
  )
}

/** Customer, addresses and notes of a document, as they were at the time of the sale. */
function DocumentParties({ desk: documentDetail }: { readonly desk: DocumentDetail }): ReactNode {
  const { document, customer } = documentDetail
  const facts = [
    [t('email'), document.email === '' ? null : <a href={`mailto:${document.email}`}>{document.email}</a>],
    [t('phone'), document.phone === '' ? null : <a href={`tel:${document.phone.replace(/[^+\d]/g, '')}`}>{document.phone}</a>],
    [t('vatId'), document.vat_id || null],
    [t('language'), document.language ? formatLanguageName(document.language, currentLanguage.get()) : null],
    [t('customerNote'), document.note || null],
  ] as const
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">{t('customer')}</h2>
      {customer !== null && (
        <p>
          <Link to={toRecordPath('customer', customer)}>{t('openCustomer')}</Link>
        </p>
      )}
      <FactList facts={facts.filter(([, value]) => value !== null)} />
      <div className="addresses">
        {document.billing && <PostalAddress label={t('billingAddress')} address={document.billing} />}
        {document.delivery_address && <PostalAddress label={t('deliveryAddress')} address={document.delivery_address} />}
      </div>
    </section>
  )
}

export function DocumentScreen({ entity, id, session }: DocumentScreenProps): ReactNode {
  const { data: documentDetail, error, refetch } = useQuery(documentQuery(entity, id))
  const { data: shape } = useQuery(entityShapeQuery(entity))
  const title = `${formatHeading(shape?.label ?? '')} ${documentDetail?.document.number ?? `#${id}`}`.trim()
  useWindowTitle(title)
  if (error && !documentDetail) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!documentDetail || !shape) return <p className="loading">{t('loading')}</p>
  const { quote, document } = documentDetail
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toListPath(entity)}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} <span className="badge">{documentDetail.statusLabel}</span>
          </h1>
        </div>
        {entity === 'quote' ? (
          documentDetail.may.write && <QuoteSteps desk={documentDetail} />
        ) : (
          <OrderSteps desk={documentDetail} />
        )}
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
          <DocumentLines desk={documentDetail} session={session} />
          {entity === 'sales-order' && <OrderPayments desk={documentDetail} />}
        </div>
        <div className="desk-side">
          <DocumentParties desk={documentDetail} />
          <Printouts desk={documentDetail} />
          <Timeline desk={documentDetail} />
          <p>
            <Link to={`${toRecordPath(entity, id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}
