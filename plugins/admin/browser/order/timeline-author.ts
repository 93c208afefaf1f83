// Formats the author of a timeline entry.
import type { TimelineEntry } from '../../api/screen-shape.js'
import { t } from '../wording/text.js'

/** Empty if the author is unknown. */
export function formatAuthor(by: TimelineEntry['by']): string {
  if (by === undefined) return ''
  if (by.role === 'person') return ` · ${t('byPerson', { who: by.who })}`
  return ` · ${by.role === 'shopper' ? t('byShopper') : t('byService')}`
}
