// The records that a bulk change would refuse, each with the reason. Only the first few.
import type { ReactNode } from 'react'
import type { BulkReply } from '../../transport/shape.js'
import { counted, t } from '../wording/text.js'

const shownAtMost = 5

export function Refused({ refused }: Pick<BulkReply, 'refused'>): ReactNode {
  if (refused.length === 0) return null
  return (
    <div className="refused">
      <p>{counted('wouldRefuse', refused.length)}</p>
      <ul>
        {refused.slice(0, shownAtMost).map(({ id, detail }) => (
          <li key={id}>
            #{id}: {detail}
          </li>
        ))}
      </ul>
      {refused.length > shownAtMost && <p className="quiet-text">{t('andMore', { count: refused.length - shownAtMost })}</p>}
    </div>
  )
}
