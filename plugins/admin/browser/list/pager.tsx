// The pager of a list: range of rows, previous and next page, and rows per page.
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.js'
import { t } from '../wording/text.js'
import { type ListState, pageSizes } from './list-state.js'

interface PagerProps {
  readonly total: number
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

export function Pager({ total, state, onState }: PagerProps): ReactNode {
  const { offset, limit } = state
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const to = (next: number): void => onState({ ...state, offset: Math.max(0, Math.min(next, last)) })
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span>{t('rowsOf', { from: Math.min(offset + 1, total), to: Math.min(offset + limit, total), total })}</span>
      <label>
        <span className="hidden">{t('perPage')}</span>
        <select value={limit} onChange={(event) => onState({ ...state, limit: Number(event.target.value), offset: 0 })}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('perPageOf', { size })}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="icon-button back"
        aria-label={t('pageBack')}
        disabled={offset === 0}
        onClick={() => to(offset - limit)}
      >
        <Icon name="next" />
      </button>
      <button
        type="button"
        className="icon-button on"
        aria-label={t('pageOn')}
        disabled={offset >= last}
        onClick={() => to(offset + limit)}
      >
        <Icon name="next" />
      </button>
    </nav>
  )
}
