// The child records of a record, as a list in its form: with search, sorting and editing as in every list.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EntityShape } from '../../api/shape.js'
import { Icon } from '../base/icon.js'
import { entityShapeQuery } from '../base/queries.js'
import { navigate } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { ListPanel } from '../list/list-panel.js'
import { parseListState } from '../list/list-state.js'
import { formatHeading, t } from '../wording/text.js'

interface ChildListProps {
  readonly child: EntityShape['children'][number]
  readonly id: number
}

export function ChildList({ child, id }: ChildListProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery(child.entity))
  const [state, setState] = useState(() => parseListState(new URLSearchParams('limit=25')))
  if (!shape) return null
  const newPath = `${toRecordPath(child.entity, 'new')}?${child.field}=${id}`
  const headingId = `children-${child.entity}-${child.field}`
  return (
    <section className="card children" aria-labelledby={headingId}>
      <header className="card-head">
        <h2 id={headingId}>{formatHeading(child.label)}</h2>
        {shape.may.create && !child.only && (
          <button type="button" onClick={() => void navigate(newPath)}>
            <Icon name="plus" size={16} /> {t('newRecord')}
          </button>
        )}
      </header>
      <ListPanel
        shape={shape}
        state={state}
        onState={setState}
        views={[]}
        newPath={newPath}
        fixed={{ [child.field]: String(id) }}
      />
    </section>
  )
}
