// Who did it, behind the moment at which it was done.
import type { TimelineEntry } from '../../transport/screen-shape.js'
import { t } from '../wording/text.js'

/** Nothing where nobody noted it. */
export function doneBy(by: TimelineEntry['by']): string {
  if (by === undefined) return ''
  if (by.doer === 'person') return ` · ${t('byPerson', { who: by.who })}`
  return ` · ${by.doer === 'shopper' ? t('byShopper') : t('byService')}`
}
