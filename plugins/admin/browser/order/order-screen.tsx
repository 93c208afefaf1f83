// One order: states, lines, totals, shipments, payments, credit notes, notes of the staff and timeline.
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, type ReactNode, type FormEvent } from 'react'
import type { DocumentDetail, StatusStep, OrderState } from '../../api/document-shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { MenuButton } from '../base/menu-button.js'
import { documentQuery, entityShapeQuery, refreshSales, recordQuery } from '../base/queries.js'
import { Link, useWindowTitle, navigate } from '../base/routing.js'
import { toRecordListPath, type ScreenProps, getRootPath, toRecordPath } from '../base/screen-location.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatHeading, formatTime, t } from '../wording/text.js'
import { AllFieldsLink, DocumentParties, Printouts, Timeline } from './document-parts.js'
import { DocumentLines } from './document-lines.js'
import { OrderPayments } from './order-payments.js'
import { RefundDialog } from './refund-dialog.js'
import { OrderShipments } from './order-shipments.js'
import { StateBadge, createStepQuestion, tOrder, createDocumentMoneyFormatter } from './order-text.js'

interface CreditNotesProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
}

/** The credit notes of an order, each with its amount, its reason and its file. */
function CreditNotes({ documentDetail, order }: CreditNotesProps): ReactNode {
  const money = createDocumentMoneyFormatter(documentDetail)
  return (
    <section className="card" aria-labelledby="credit-notes">
      <h2 id="credit-notes">{tOrder('creditNotes')}</h2>
      <ul className="plain">
        {order.creditNotes.map(({ id, number, created, gross, reason }) => (
          <li key={id} className="sold">
            <header>
              <h3>{number}</h3>
              <strong className="number">{money(gross)}</strong>
            </header>
            {created !== null && <p className="quiet-text">{formatTime(created)}</p>}
            {reason !== '' && <p className="note">{reason}</p>}
            <p>
              <a href={`${getRootPath()}api/credit-notes/${id}/print`} download>
                {tOrder('printCredit', { number })}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OrderNotesProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
}

/** False if the server refused the change. */
async function updateOrder(orderId: number, change: object): Promise<boolean> {
  try {
    await requestBody('POST', 'actions/update-order', { body: { order_id: orderId, ...change } })
    await refreshSales()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

function TagList({ documentDetail, order: { tags } }: OrderNotesProps): ReactNode {
  const [typed, setTyped] = useState('')
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const tag = typed.trim()
    if (tag !== '' && (await updateOrder(documentDetail.id, { tags: [...tags, tag] }))) setTyped('')
  }
  const remove = (tag: string): void => void updateOrder(documentDetail.id, { tags: tags.filter((other) => other !== tag) })
  return (
    <div className="field">
      <h3 id="order-tags">{tOrder('tags')}</h3>
      {tags.length === 0 && !documentDetail.may.write && <p className="quiet-text">{tOrder('noTags')}</p>}
      {tags.length > 0 && (
        <ul className="chips" aria-labelledby="order-tags">
          {tags.map((tag) => (
            <li key={tag}>
              {documentDetail.may.write ? (
                <button type="button" className="chip" aria-label={tOrder('removeTag', { tag })} onClick={() => remove(tag)}>
                  {tag} <span aria-hidden="true">×</span>
                </button>
              ) : (
                <span className="badge">{tag}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {documentDetail.may.write && (
        <form onSubmit={(event) => void add(event)}>
          <input
            type="text"
            aria-label={tOrder('addTag')}
            placeholder={tOrder('addTag')}
            title={tOrder('addTagHelp')}
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      )}
    </div>
  )
}

function StaffNote({ documentDetail, order: { staffNote } }: OrderNotesProps): ReactNode {
  const [typed, setTyped] = useState(staffNote)
  // The note of another person appears unless this person is typing one.
  useEffect(() => setTyped(staffNote), [staffNote])
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await updateOrder(documentDetail.id, { staff_note: typed })) showToast({ text: tOrder('noteSaved') })
  }
  return (
    <form className="field" onSubmit={(event) => void save(event)}>
      <label htmlFor="staff-note">{tOrder('staffNote')}</label>
      <textarea
        id="staff-note"
        rows={2}
        readOnly={!documentDetail.may.write}
        aria-describedby="staff-note-help"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="help" id="staff-note-help">
        {tOrder('staffNoteHelp')}
      </p>
      {typed !== staffNote && (
        <div className="buttons">
          <button type="submit">{tOrder('saveNote')}</button>
        </div>
      )}
    </form>
  )
}

/** Tags and the note of the staff, changed in place. Customers see neither. */
function OrderNotesSection(props: OrderNotesProps): ReactNode {
  return (
    <section className="card" aria-labelledby="staff">
      <h2 id="staff">{tOrder('staff')}</h2>
      <StaffNote {...props} />
      <TagList {...props} />
    </section>
  )
}

adoptFormStyle()
adoptSalesStyle()

async function setStatus(orderId: number, step: StatusStep): Promise<void> {
  const { status, label } = step
  const question = createStepQuestion(step)
  if (question && !(await askConfirmation(question))) return
  try {
    await requestBody('POST', 'actions/set-order-status', { body: { order_id: orderId, status } })
    await refreshSales()
    showToast({ text: t('statusSet', { status: label }) })
  } catch (error) {
    showErrorToast(error)
  }
}

/** The step that cancels an order comes last. */
function StatusMenu({ documentDetail: { id, steps } }: { readonly documentDetail: DocumentDetail }): ReactNode {
  if (steps.length === 0) return null
  const choices = steps.map((step) => ({
    label: step.status === 'cancelled' ? tOrder('cancelOrder') : step.label,
    destructive: step.ends,
    run: () => void setStatus(id, step),
  }))
  const ordered = [...choices.filter(({ destructive }) => !destructive), ...choices.filter(({ destructive }) => destructive)]
  return <MenuButton className="status-menu" label={tOrder('changeStatus')} choices={ordered} />
}

/** When the order was placed, who placed it, and its status. */
function OrderSummary({ documentDetail: { document, statusLabel } }: { readonly documentDetail: DocumentDetail }): ReactNode {
  const { placed, created, billing, email } = document
  const name = billing ? billing.company || `${billing.first_name} ${billing.last_name}`.trim() : ''
  const time = placed === null ? tOrder('createdAt', { at: formatTime(created) }) : tOrder('placedAt', { at: formatTime(placed) })
  return <p className="quiet-text">{[time, name || email, statusLabel].filter((text) => text !== '').join(' · ')}</p>
}

interface OrderScreenProps extends ScreenProps {
  readonly id: number
}

export function OrderScreen({ id, session }: OrderScreenProps): ReactNode {
  const { data: documentDetail, error, refetch } = useQuery(documentQuery('sales-order', id))
  const { data: shape } = useQuery(entityShapeQuery('sales-order'))
  const [refunding, setRefunding] = useState(false)
  const title = `${formatHeading(shape?.label ?? '')} ${documentDetail?.document.number_text ?? ''}`.trim()
  useWindowTitle(title)
  if (!documentDetail || !shape) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  const { order } = documentDetail
  return (
    <div className="page">
      <header className="page-head order-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toRecordListPath('sales-order')}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} {order && <StateBadge state={order.payment} />} {order && <StateBadge state={order.fulfilment} />}
          </h1>
          <OrderSummary documentDetail={documentDetail} />
        </div>
        {documentDetail.may.write && (
          <div className="head-actions">
            {order?.may.refund && (
              <button type="button" onClick={() => setRefunding(true)}>
                {tOrder('refund')}
              </button>
            )}
            <StatusMenu documentDetail={documentDetail} />
          </div>
        )}
      </header>
      <div className="desk">
        <div className="desk-main">
          <DocumentLines documentDetail={documentDetail} />
          {order && <OrderShipments documentDetail={documentDetail} order={order} />}
          <OrderPayments documentDetail={documentDetail} />
          {order && order.creditNotes.length > 0 && <CreditNotes documentDetail={documentDetail} order={order} />}
        </div>
        <div className="desk-side">
          {order && <OrderNotesSection key={id} documentDetail={documentDetail} order={order} />}
          <DocumentParties documentDetail={documentDetail} />
          <Printouts documentDetail={documentDetail} />
          <Timeline documentDetail={documentDetail} />
          <AllFieldsLink entity="sales-order" id={id} session={session} />
        </div>
      </div>
      {refunding && order && <RefundDialog documentDetail={documentDetail} order={order} onClose={() => setRefunding(false)} />}
    </div>
  )
}

interface OrderPartScreenProps {
  readonly entity: 'shipment' | 'credit-note'
  readonly id: number
}

/** Opens the order of a shipment or a credit note: the order's screen shows its parts. */
export function OrderPartScreen({ entity, id }: OrderPartScreenProps): ReactNode {
  const { data, error, refetch } = useQuery(recordQuery(entity, id))
  const order = data?.record['sales_order_id']
  useEffect(() => {
    if (typeof order === 'number') void navigate(toRecordPath('sales-order', order), { replace: true })
  }, [order])
  return <ScreenPlaceholder error={error} retry={() => void refetch()} />
}
