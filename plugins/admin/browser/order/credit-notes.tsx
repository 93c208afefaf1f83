// The credit notes of an order, each with its amount, its reason and its file.
import type { ReactNode } from 'react'
import type { DocumentDetail, OrderState } from '../../api/screen-shape.js'
import { getRootPath } from '../base/root-path.js'
import { formatTime } from '../wording/text.js'
import { createDocumentMoneyFormatter } from './money-formatter.js'
import { tOrder } from './wording/order-text.js'

interface CreditNotesProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
}

export function CreditNotes({ documentDetail, order }: CreditNotesProps): ReactNode {
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
