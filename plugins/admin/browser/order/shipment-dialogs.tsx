// The dialogs of a shipment: ship pieces, and change the tracking.
import { type ReactNode, useState, type FormEvent, useId } from 'react'
import type { DocumentDetail, ShipmentDetail } from '../../api/document-shape.js'
import { requestBody, ApiError, getErrorMessage } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { refreshSales } from '../base/queries.js'
import { showToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import {
  type SelectableLine,
  areQuantitiesValid,
  type LineQuantities,
  LineQuantityInputs,
  toLineQuantities,
} from './line-quantities.js'
import { tOrder, type OrderTextKey } from './order-text.js'

interface TrackingFields {
  readonly carrier: string
  readonly tracking_code: string
  readonly tracking_url: string
}

/** Offered while typing. Any other name is allowed. */
const carrierNames = ['bpost', 'DHL', 'DPD', 'Deutsche Post', 'FedEx', 'GLS', 'Hermes', 'PostNL', 'UPS']

const trackingInputs = [
  { name: 'carrier', label: 'carrier', type: 'text' },
  { name: 'tracking_code', label: 'trackingCode', type: 'text' },
  { name: 'tracking_url', label: 'trackingUrl', type: 'url' },
] as const satisfies readonly { readonly name: keyof TrackingFields; readonly label: OrderTextKey; readonly type: string }[]

interface TrackingInputsProps {
  readonly fields: TrackingFields
  readonly failure: unknown
  readonly onChange: (fields: TrackingFields) => void
}

function TrackingInputs({ fields, failure, onChange }: TrackingInputsProps): ReactNode {
  const prefix = useId()
  const findIssue = (name: string): string | undefined =>
    failure instanceof ApiError ? failure.issues.find(({ field }) => field === name)?.message : undefined
  return (
    <>
      {trackingInputs.map(({ name, label, type }) => {
        const issue = findIssue(name)
        const described = [name === 'tracking_url' && `${prefix}-help`, issue && `${prefix}-${name}-wrong`].filter(Boolean)
        return (
          <div key={name} className="field">
            <label htmlFor={`${prefix}-${name}`}>{tOrder(label)}</label>
            <input
              id={`${prefix}-${name}`}
              type={type}
              autoComplete="off"
              list={name === 'carrier' ? `${prefix}-carriers` : undefined}
              value={fields[name]}
              aria-invalid={issue !== undefined || undefined}
              aria-describedby={described.join(' ') || undefined}
              onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
            />
            {issue !== undefined && (
              <p className="wrong" id={`${prefix}-${name}-wrong`}>
                {issue}
              </p>
            )}
          </div>
        )
      })}
      <datalist id={`${prefix}-carriers`}>
        {carrierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p className="help" id={`${prefix}-help`}>
        {tOrder('trackingUrlHelp')}
      </p>
    </>
  )
}

interface MailChoiceProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function MailChoice({ label, checked, onChange }: MailChoiceProps): ReactNode {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {label}
    </label>
  )
}

interface SubmitFormProps {
  readonly button: string
  readonly failure: unknown
  readonly disabled?: boolean
  readonly children: ReactNode
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
}

/** A form whose failure is announced above its buttons. Failures of single fields are also shown there, because the dialog may scroll. */
function SubmitForm({ button, failure, disabled = false, children, onSubmit, onClose }: SubmitFormProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || disabled) return
    setBusy(true)
    await onSubmit()
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <p className="form-failure" role="alert">
        {failure === null ? null : getErrorMessage(failure)}
      </p>
      <DialogFooter onCancel={onClose} action={button} busy={busy || disabled} />
    </form>
  )
}

interface ShipmentDialogProps {
  readonly documentDetail: DocumentDetail
  readonly lines: readonly SelectableLine[]
  readonly mailsCustomer: boolean
  readonly onClose: () => void
}

/** Dialogs that create a shipment and change its tracking. */
export function ShipmentDialog({ documentDetail, lines, mailsCustomer, onClose }: ShipmentDialogProps): ReactNode {
  const [quantities, setQuantities] = useState<LineQuantities>(() =>
    Object.fromEntries(lines.map(({ line, available }) => [line.id, String(available)])),
  )
  const [tracking, setTracking] = useState<TrackingFields>({ carrier: '', tracking_code: '', tracking_url: '' })
  const [notify, setNotify] = useState(mailsCustomer)
  const [failure, setFailure] = useState<unknown>(null)
  const create = async (): Promise<void> => {
    const shipped = toLineQuantities(lines, quantities)
    if (shipped.length === 0) return setFailure(new Error(tOrder('nothingChosen')))
    setFailure(null)
    try {
      const body = { order_id: documentDetail.id, lines: shipped, notify, ...tracking }
      const { number } = await requestBody<{ readonly number: string }>('POST', 'actions/create-shipment', { body })
      await refreshSales()
      showToast({ text: tOrder('shipmentCreated', { number }) })
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog title={tOrder('createShipment')} onClose={onClose}>
      <SubmitForm
        button={tOrder('createShipment')}
        failure={failure}
        disabled={!areQuantitiesValid(lines, quantities)}
        onSubmit={create}
        onClose={onClose}
      >
        <LineQuantityInputs
          documentDetail={documentDetail}
          label={tOrder('refundItems')}
          lines={lines}
          quantities={quantities}
          onChange={setQuantities}
        />
        <TrackingInputs fields={tracking} failure={failure} onChange={setTracking} />
        {mailsCustomer ? (
          <MailChoice label={tOrder('mailShipment')} checked={notify} onChange={setNotify} />
        ) : (
          <p className="help">{tOrder('noShipmentMail')}</p>
        )}
      </SubmitForm>
    </Dialog>
  )
}

interface TrackingDialogProps {
  readonly shipment: ShipmentDetail
  readonly mailsCustomer: boolean
  readonly onClose: () => void
}

export function TrackingDialog({ shipment, mailsCustomer, onClose }: TrackingDialogProps): ReactNode {
  const { id, carrier, trackingCode, trackingUrl } = shipment
  const [tracking, setTracking] = useState<TrackingFields>({
    carrier,
    tracking_code: trackingCode,
    tracking_url: trackingUrl,
  })
  const [notify, setNotify] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (): Promise<void> => {
    setFailure(null)
    try {
      await requestBody('POST', 'actions/update-shipment', { body: { shipment_id: id, notify, ...tracking } })
      await refreshSales()
      showToast({ text: tOrder('trackingSaved') })
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog title={`${tOrder('editTracking')}: ${shipment.number}`} onClose={onClose}>
      <SubmitForm button={t('save')} failure={failure} onSubmit={save} onClose={onClose}>
        <TrackingInputs fields={tracking} failure={failure} onChange={setTracking} />
        {mailsCustomer && <MailChoice label={tOrder('mailAgain')} checked={notify} onChange={setNotify} />}
      </SubmitForm>
    </Dialog>
  )
}
