// Badges of the payment and fulfilment states of an order: label, colour, and a mark for people who see no colours.
import type { ReactNode } from 'react'
import type { LabelledState } from '../../api/screen-shape.js'

const tones: Readonly<Record<string, 'open' | 'partly' | 'done'>> = {
  unpaid: 'open',
  authorized: 'partly',
  partly_paid: 'partly',
  paid: 'done',
  partly_refunded: 'partly',
  unfulfilled: 'open',
  partly_shipped: 'partly',
  shipped: 'done',
  delivered: 'done',
}

export function StateBadge({ state: { value, label } }: { readonly state: LabelledState }): ReactNode {
  return <span className={`badge state ${tones[value] ?? 'closed'}`}>{label}</span>
}
