// The records that a bulk change would refuse, each with the reason. Only the first few.
import type { ReactNode } from 'react'
import type { BulkReply } from '../../api/shape.js'
import { t } from '../wording/text.js'

const maxListedRecords = 5

export function RefusedRecords({ refused }: Pick<BulkReply, 'refused'>): ReactNode {
  if (refused.length === 0) return null
  return (
    <div className="refused">
      <p>{t('wouldRefuse', { count: refused.length })}</p>
      <ul>
        {refused.slice(0, maxListedRecords).map(({ id, detail }) => (
          <li key={id}>
            #{id}: {detail}
          </li>
        ))}
      </ul>
      {refused.length > maxListedRecords && (
        <p className="quiet-text">{t('andMore', { count: refused.length - maxListedRecords })}</p>
      )}
    </div>
  )
}
