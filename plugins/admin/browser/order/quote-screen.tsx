// One quote: actions, printouts, lines, addresses and timeline.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail } from '../../api/document-shape.js'
import type { EntityAction } from '../../api/shape.js'
import { toRecordListPath, toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { documentQuery, refreshSales, entityShapeQuery } from '../base/queries.js'
import { navigate, Link, useWindowTitle } from '../base/routing.js'
import { showToast } from '../base/toasts.js'
import { ActionDialog } from '../form/record-dialogs.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatHeading, formatTime, t } from '../wording/text.js'
import { AllFieldsLink, DocumentParties, Printouts, Timeline } from './document-parts.js'
import { DocumentLines } from './document-lines.js'

adoptFormStyle()
adoptSalesStyle()

interface QuoteScreenProps extends ScreenProps {
  readonly id: number
}

/** The statuses in which an action on a quote makes sense. The server checks again. */
const quoteSteps: Readonly<Record<string, readonly string[]>> = {
  'prepare-quote': ['requested'],
  'send-quote': ['requested'],
  'revise-quote': ['requested', 'sent', 'declined', 'expired'],
  'decline-quote': ['requested', 'sent'],
}

/** By the reason why the customer gets no mail. */
const mailNotices = { off: 'quoteNoMail', 'no-address': 'quoteNoAddress', waits: 'quoteMailWaits' } as const

function QuoteSteps({ documentDetail }: { readonly documentDetail: DocumentDetail }): ReactNode {
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
  const mail = documentDetail.quote?.mail ?? 'sent'
  const noteOn = ({ name }: EntityAction): string | undefined =>
    name === 'send-quote' && mail !== 'sent' ? t(mailNotices[mail]) : undefined
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

export function QuoteScreen({ id, session }: QuoteScreenProps): ReactNode {
  const { data: documentDetail, error, refetch } = useQuery(documentQuery('quote', id))
  const { data: shape } = useQuery(entityShapeQuery('quote'))
  const title = `${formatHeading(shape?.label ?? '')} ${documentDetail?.document.number ?? ''}`.trim()
  useWindowTitle(title)
  if (!documentDetail || !shape) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  const { quote, document } = documentDetail
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toRecordListPath('quote')}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} <span className="badge">{documentDetail.statusLabel}</span>
          </h1>
        </div>
        {documentDetail.may.write && <QuoteSteps documentDetail={documentDetail} />}
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
          <DocumentLines documentDetail={documentDetail} />
        </div>
        <div className="desk-side">
          <DocumentParties documentDetail={documentDetail} />
          <Printouts documentDetail={documentDetail} />
          <Timeline documentDetail={documentDetail} />
          <AllFieldsLink entity="quote" id={id} session={session} />
        </div>
      </div>
    </div>
  )
}
