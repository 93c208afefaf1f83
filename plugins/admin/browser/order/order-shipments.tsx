// The shipments of an order and the unshipped pieces, with tracking, delivery and cancellation.
import { type ReactNode, useState } from 'react'
import type { DocumentDetail, OrderState, ShipmentDetail } from '../../api/document-shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { refreshSales } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { formatTime } from '../wording/text.js'
import type { SelectableLine } from './line-quantities.js'
import { tOrder } from './order-text.js'
import { ShipmentDialog, TrackingDialog } from './shipment-dialogs.js'

interface OrderShipmentsProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
}

async function changeShipment(action: string, body: object, text: string): Promise<void> {
  try {
    await requestBody('POST', `actions/${action}`, { body })
    await refreshSales()
    showToast({ text })
  } catch (error) {
    showErrorToast(error)
  }
}

function ShipmentBadge({ shipment: { delivered, cancelled } }: { readonly shipment: ShipmentDetail }): ReactNode {
  if (cancelled !== null) return <span className="badge state closed">{tOrder('cancelled')}</span>
  if (delivered !== null) return <span className="badge state done">{tOrder('delivered')}</span>
  return <span className="badge state partly">{tOrder('onItsWay')}</span>
}

function Tracking({ shipment: { carrier, trackingCode, trackingUrl } }: { readonly shipment: ShipmentDetail }): ReactNode {
  const code = trackingCode || trackingUrl
  if (carrier === '' && code === '') return null
  return (
    <p>
      {carrier}
      {carrier !== '' && code !== '' && ': '}
      {trackingUrl === '' ? (
        code
      ) : (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
          {code}
        </a>
      )}
    </p>
  )
}

interface ShipmentItemProps extends OrderShipmentsProps {
  readonly shipment: ShipmentDetail
}

function ShipmentItem({ documentDetail, order, shipment }: ShipmentItemProps): ReactNode {
  const [editing, setEditing] = useState(false)
  const { id, number, shipped, delivered, cancelled, lines } = shipment
  const titles = new Map(documentDetail.document.lines.map((line) => [line.id, line.title]))
  const times = [
    shipped === null ? '' : tOrder('shipmentOn', { at: formatTime(shipped) }),
    delivered === null ? '' : tOrder('shipmentDelivered', { at: formatTime(delivered) }),
    cancelled === null ? '' : tOrder('shipmentCancelled', { at: formatTime(cancelled) }),
  ].filter((text) => text !== '')
  const cancel = async (): Promise<void> => {
    const confirmed = await askConfirmation({
      title: tOrder('cancelShipmentTitle', { number }),
      text: tOrder('cancelShipmentText'),
      yes: tOrder('cancelShipment'),
      no: tOrder('keepShipment'),
      destructive: true,
    })
    if (confirmed) await changeShipment('cancel-shipment', { shipment_id: id }, tOrder('shipmentGone', { number }))
  }
  const buttons = [
    { label: tOrder('editTracking'), run: () => setEditing(true), isOffered: true },
    {
      label: tOrder('markDelivered'),
      run: () => {
        const body = { shipment_id: id, delivered: new Date().toISOString() }
        void changeShipment('update-shipment', body, tOrder('deliveredSaved', { number }))
      },
      isOffered: delivered === null,
    },
    { label: tOrder('cancelShipment'), run: () => void cancel(), isOffered: delivered === null, isDestructive: true },
  ]
  return (
    <li className={cancelled === null ? 'sold' : 'sold cancelled'}>
      <header>
        <h3>
          {number} <ShipmentBadge shipment={shipment} />
        </h3>
      </header>
      <p className="quiet-text">{times.join(' · ')}</p>
      <Tracking shipment={shipment} />
      <ul className="plain quantities">
        {lines.map(({ order_line_id: line, quantity }) => (
          <li key={line}>
            <span className="number">{quantity} ×</span> {titles.get(line)}
          </li>
        ))}
      </ul>
      {documentDetail.may.write && cancelled === null && (
        <div className="buttons">
          {buttons
            .filter(({ isOffered }) => isOffered)
            .map(({ label, run, isDestructive }) => (
              <button
                key={label}
                type="button"
                className={isDestructive ? 'danger' : undefined}
                aria-label={`${label}: ${number}`}
                onClick={run}
              >
                {label}
              </button>
            ))}
        </div>
      )}
      {editing && <TrackingDialog shipment={shipment} mailsCustomer={order.mailsShipments} onClose={() => setEditing(false)} />}
    </li>
  )
}

/** The lines that are not completely shipped. */
const listUnshippedLines = ({ document }: DocumentDetail, order: OrderState): readonly SelectableLine[] =>
  document.lines
    .map((line) => ({ line, available: order.lines.find(({ id }) => id === line.id)?.unshipped ?? 0 }))
    .filter(({ available }) => available > 0)

export function OrderShipments({ documentDetail, order }: OrderShipmentsProps): ReactNode {
  const [creating, setCreating] = useState(false)
  const unshipped = listUnshippedLines(documentDetail, order)
  const { shipments, may } = order
  return (
    <section className="card" aria-labelledby="shipments">
      <header className="card-head">
        <h2 id="shipments">{tOrder('shipments')}</h2>
        {may.ship && documentDetail.may.write && (
          <button type="button" className="primary" onClick={() => setCreating(true)}>
            {tOrder('createShipment')}
          </button>
        )}
      </header>
      {shipments.length === 0 && <p className="quiet-text">{tOrder(may.ship ? 'noShipments' : 'nothingToShip')}</p>}
      <ul className="plain">
        {shipments.map((shipment) => (
          <ShipmentItem key={shipment.id} documentDetail={documentDetail} order={order} shipment={shipment} />
        ))}
      </ul>
      {may.ship && (
        <div className="unshipped">
          <h3>{tOrder('notShipped')}</h3>
          <ul className="plain quantities">
            {unshipped.map(({ line, available }) => (
              <li key={line.id}>
                <span className="number">{available} ×</span> {line.title}
              </li>
            ))}
          </ul>
        </div>
      )}
      {creating && (
        <ShipmentDialog
          documentDetail={documentDetail}
          lines={unshipped}
          mailsCustomer={order.mailsShipments}
          onClose={() => setCreating(false)}
        />
      )}
    </section>
  )
}
