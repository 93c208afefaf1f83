// Describes the effects of a status change, for the confirmation before it.
import type { DeskStep, StepEffect } from '../../transport/screen-shape.js'
import type { Question } from '../ground/dialog.js'
import { t, type TextKey } from '../wording/text.js'

const sentences: Readonly<Record<Exclude<StepEffect['what'], 'other'>, TextKey>> = {
  mail: 'stepMail',
  invoice: 'stepInvoice',
  paid: 'stepPaid',
  ended: 'stepEnded',
  'no-money': 'stepNoMoney',
}

export const effectWords = ({ effects }: Pick<DeskStep, 'effects'>): readonly string[] =>
  effects.map(({ what, name = '', to = '' }) => (what === 'other' ? name : t(sentences[what], { name, to })))

/** The confirmation of a step. null for reversible steps without effects. */
export function questionOf(step: DeskStep): Question | null {
  const { label, ends, returns } = step
  const points = effectWords(step)
  if (points.length === 0 && returns) return null
  return {
    ...{ title: t('setStatusTitle', { status: label }), yes: label, destructive: ends },
    points: returns ? points : [...points, t(ends ? 'setStatusText' : 'stepNoReturn')],
  }
}
