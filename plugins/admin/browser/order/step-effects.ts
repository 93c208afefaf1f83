// Describes the effects of a status change, for the confirmation before it.
import type { StatusStep, StepEffect } from '../../api/screen-shape.js'
import type { ConfirmationQuestion } from '../base/dialog.js'
import { t, type TextKey } from '../wording/text.js'
import { tOrder } from './wording/order-text.js'

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
