// Actions for selected orders: set the status, add a tag, and print their documents into one file.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { OrderBulkReply } from '../../api/document-shape.js'
import { getErrorMessage, requestBody, requestFile } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { MenuButton } from '../base/menu-button.js'
import { entityShapeQuery, refreshSales } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { getHintChoices } from '../list/list-views.js'
import { type BulkActionsProps } from '../list/list-toolbar.js'
import { t } from '../wording/text.js'
import { type OrderTextKey, tOrder } from './order-text.js'

/** Statuses that staff set by hand. The others follow from payments and refunds. */
const settableStatuses: ReadonlySet<string> = new Set(['confirmed', 'paid', 'shipped', 'cancelled'])

const sendBulkChange = (body: object): Promise<OrderBulkReply> => requestBody('POST', 'orders/bulk', { body })

/** Notifies about the result of a change. */
async function finishChange({ changed, refused }: OrderBulkReply): Promise<void> {
  await refreshSales()
  const refusedText = refused.length > 0 ? ` ${tOrder('ordersRefused', { count: refused.length })}` : ''
  showToast({ text: tOrder('ordersChanged', { count: changed }) + refusedText, kind: refused.length > 0 ? 'failed' : 'done' })
}

const maxListedOrders = 8

function RefusedOrders({ refused }: Pick<OrderBulkReply, 'refused'>): ReactNode {
  if (refused.length === 0) return null
  return (
    <div className="refused">
      <p>{tOrder('wouldRefuse', { count: refused.length })}</p>
      <ul>
        {refused.slice(0, maxListedOrders).map(({ id, number, reason }) => (
          <li key={id}>{number === '' ? reason : `${number}: ${reason}`}</li>
        ))}
      </ul>
      {refused.length > maxListedOrders && (
        <p className="quiet-text">{t('andMore', { count: refused.length - maxListedOrders })}</p>
      )}
    </div>
  )
}

interface StatusDialogProps extends BulkActionsProps {
  readonly onClose: () => void
}

function StatusDialog({ target, count, onDone: onComplete, onClose }: StatusDialogProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery('sales-order'))
  const hints = shape?.columns.find(({ field }) => field === 'status')?.hints ?? {}
  const choices = getHintChoices(hints).filter(({ value }) => settableStatuses.has(value))
  const [status, setStatus] = useState('confirmed')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['order-bulk', target, status],
    gcTime: 0,
    queryFn: () => sendBulkChange({ ...target, status, dry_run: true }),
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !would || would.changed === 0) return
    setBusy(true)
    try {
      await finishChange(await sendBulkChange({ ...target, status }))
      onComplete()
    } catch (refusal) {
      setFailure(getErrorMessage(refusal))
      setBusy(false)
    }
  }
  return (
    <Dialog title={tOrder('statusOfMany', { count })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="bulk-status">{tOrder('newStatus')}</label>
          <select id="bulk-status" value={status} onChange={({ target: { value } }) => setStatus(value)}>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div role="status">
          {would ? <p>{tOrder('wouldChange', { count: would.changed })}</p> : error ? null : <p>{t('trying')}</p>}
          {would && <RefusedOrders refused={would.refused} />}
          {(failure !== null || error) && <p className="form-failure">{failure ?? getErrorMessage(error)}</p>}
        </div>
        <p className="help">{tOrder('statusEffects')}</p>
        <DialogFooter
          onCancel={onClose}
          action={tOrder('setStatusNow', { count: would?.changed ?? 0 })}
          disabled={!would || would.changed === 0}
          busy={busy}
        />
      </form>
    </Dialog>
  )
}

function TagDialog({ target, count, onDone: onComplete, onClose }: StatusDialogProps): ReactNode {
  const [tag, setTag] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || tag.trim() === '') return
    setBusy(true)
    try {
      await finishChange(await sendBulkChange({ ...target, tag: tag.trim() }))
      onComplete()
    } catch (refusal) {
      setFailure(getErrorMessage(refusal))
      setBusy(false)
    }
  }
  return (
    <Dialog title={tOrder('tagMany', { count })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="bulk-tag">{tOrder('tag')}</label>
          <input id="bulk-tag" type="text" maxLength={60} value={tag} onChange={({ target: { value } }) => setTag(value)} />
        </div>
        <p className="form-failure" role="alert">
          {failure}
        </p>
        <DialogFooter onCancel={onClose} action={tOrder('addTag')} busy={busy || tag.trim() === ''} />
      </form>
    </Dialog>
  )
}

const printedDocuments = [
  ['invoice', 'printInvoices'],
  ['delivery-note', 'printDeliveryNotes'],
  ['confirmation', 'printConfirmations'],
] as const satisfies readonly (readonly [string, OrderTextKey])[]

/** Saves one file with the documents of all target orders. */
async function printDocuments(printed: string, target: BulkActionsProps['target']): Promise<void> {
  try {
    const file = await requestFile(`orders/print/${printed}`, target)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${printed}.pdf`
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    showErrorToast(error)
  }
}

export function OrderBulkActions(props: BulkActionsProps): ReactNode {
  const [open, setOpen] = useState<'status' | 'tag' | null>(null)
  const dialog = {
    ...props,
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      props.onDone()
    },
  }
  return (
    <>
      <button type="button" onClick={() => setOpen('status')}>
        {tOrder('setStatus')}
      </button>
      <button type="button" onClick={() => setOpen('tag')}>
        {tOrder('addTag')}
      </button>
      <MenuButton
        className="bulk-print"
        label={tOrder('print')}
        choices={printedDocuments.map(([printed, label]) => ({
          label: tOrder(label),
          run: () => void printDocuments(printed, props.target),
        }))}
      />
      {open === 'status' && <StatusDialog {...dialog} />}
      {open === 'tag' && <TagDialog {...dialog} />}
    </>
  )
}
