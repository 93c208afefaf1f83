// Texts, amounts and badges of the order screens, and the effects of a status change.
import en from '../../../../messages/admin-orders.en.json' with { type: 'json' }
import { createMoneyFormatter, createTextReader, currentLanguage, type MoneyFormatter, t, type TextKey } from '../wording/text.js'
import type { DocumentDetail, LabelledState, StatusStep, StepEffect, TimelineEntry } from '../../api/document-shape.js'
import type { ReactNode } from 'react'
import type { ConfirmationQuestion } from '../base/dialog.js'

export type OrderTextKey = keyof typeof en
export const tOrder = await createTextReader<OrderTextKey>(en, {
  de: () => import('../../../../messages/admin-orders.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-orders.he.json', { with: { type: 'json' } }),
})

/** Formats the amounts of a document in its own currency. */
export const createDocumentMoneyFormatter = ({ document: { currency } }: DocumentDetail): MoneyFormatter =>
  createMoneyFormatter(currency.code, currency.decimals)

export const formatPercent = (rate: number): string =>
  (rate / 100).toLocaleString(currentLanguage.get(), { style: 'percent', maximumFractionDigits: 4 })

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

/** Badges of the payment and fulfilment states of an order: label, colour, and a mark for people who see no colours. */
export function StateBadge({ state: { value, label } }: { readonly state: LabelledState }): ReactNode {
  return <span className={`badge state ${tones[value] ?? 'closed'}`}>{label}</span>
}

const effectTextKeys: Readonly<
  Record<Exclude<StepEffect['what'], 'other' | 'shipment' | 'credit' | 'capture' | 'release'>, TextKey>
> = {
  mail: 'stepMail',
  invoice: 'stepInvoice',
  paid: 'stepPaid',
  ended: 'stepEnded',
  'no-money': 'stepNoMoney',
}

function describeStepEffect({ what: effectKind, name = '', to = '' }: StepEffect): string {
  if (effectKind === 'other') return name
  if (effectKind === 'shipment') return tOrder('stepShipment')
  if (effectKind === 'credit') return tOrder('stepCredit')
  if (effectKind === 'capture') return tOrder('stepCapture', { name })
  if (effectKind === 'release') return tOrder('stepRelease', { name })
  return t(effectTextKeys[effectKind], { name, to })
}

/** Describes the effects of a status change, for the confirmation before it. */
export const describeStepEffects = ({ effects }: Pick<StatusStep, 'effects'>): readonly string[] =>
  effects.map(describeStepEffect)

/** The confirmation of a step. null for reversible steps without effects. */
export function createStepQuestion(step: StatusStep): ConfirmationQuestion | null {
  const { label, ends, returns } = step
  const points = describeStepEffects(step)
  if (points.length === 0 && returns) return null
  return {
    title: t('setStatusTitle', { status: label }),
    yes: label,
    destructive: ends,
    points: returns ? points : [...points, t(ends ? 'setStatusText' : 'stepNoReturn')],
  }
}

/** Empty if the author is unknown. */
export function formatAuthor(by: TimelineEntry['by']): string {
  if (by === undefined) return ''
  if (by.role === 'person') return ` · ${t('byPerson', { who: by.who })}`
  return ` · ${by.role === 'shopper' ? t('byShopper') : t('byService')}`
}
