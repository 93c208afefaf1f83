// Bulk changes of records: dry run, refused records, execution and undo.
import type { ReactNode } from 'react'
import type { BulkRequest, BulkReply, DeleteBlocker, EntityShape } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { refreshRecords } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { showToast, createUndoAction } from '../base/toasts.js'
import { t } from '../wording/text.js'
import type { ListState } from './list-views.js'

/** The target records: the selected ones, or all matches of the list. */
export type BulkTarget = Pick<BulkRequest, 'filter' | 'ids' | 'search'>

export function toBulkTarget(
  chosen: ReadonlySet<number>,
  all: boolean,
  state: ListState,
  fixed: Readonly<Record<string, string>>,
): BulkTarget {
  if (!all) return { ids: [...chosen] }
  const filter = { ...Object.fromEntries(state.filters), ...fixed }
  return { filter, ...(state.search !== '' && { search: state.search }) }
}

export const sendBulkChange = (entity: string, body: BulkRequest): Promise<BulkReply> =>
  requestBody('POST', `records/${entity}/bulk`, { body })

/** Notifies about the result, with an undo button. */
export async function showBulkResult(shape: EntityShape, reply: BulkReply): Promise<void> {
  await refreshRecords(shape.name)
  const resultText = reply.deleted > 0 ? t('deletedMany', { count: reply.deleted }) : t('changedMany', { count: reply.changed })
  const refused = reply.refused.length > 0 ? ` ${t('refusedMany', { count: reply.refused.length })}` : ''
  showToast({
    text: resultText + refused,
    kind: reply.refused.length > 0 ? 'failed' : 'done',
    ...createUndoAction(shape.name, reply.undo),
  })
}

const maxListedRecords = 5
const maxBlockers = 10

/** The records that prevent a delete, with links. Only the first few. */
export function BlockerList({ blockers }: { readonly blockers: readonly DeleteBlocker[] }): ReactNode {
  return (
    <ul>
      {blockers.slice(0, maxBlockers).map(({ entity, id, title, label }) => (
        <li key={`${entity} ${id}`}>
          {title && !title.startsWith(label) && `${label}: `}
          <Link to={toRecordPath(entity, id)}>{title || label}</Link>
        </li>
      ))}
      {blockers.length > maxBlockers && <li>{t('andMore', { count: blockers.length - maxBlockers })}</li>}
    </ul>
  )
}

/** The records that a bulk change would refuse, each with the reason. Only the first few. */
export function RefusedRecords({ refused }: Pick<BulkReply, 'refused'>): ReactNode {
  if (refused.length === 0) return null
  return (
    <div className="refused">
      <p>{t('wouldRefuse', { count: refused.length })}</p>
      <ul>
        {refused.slice(0, maxListedRecords).map(({ id, title, detail, blockers }) =>
          blockers ? (
            <li key={id}>
              {t('deleteBlockedOf', { title })}
              <BlockerList blockers={blockers} />
            </li>
          ) : (
            <li key={id}>{title === '' ? detail : `${title}: ${detail}`}</li>
          ),
        )}
      </ul>
      {refused.length > maxListedRecords && (
        <p className="quiet-text">{t('andMore', { count: refused.length - maxListedRecords })}</p>
      )}
    </div>
  )
}
