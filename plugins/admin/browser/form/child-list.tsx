// The child records of a record, as a list in its form: with search, sorting and editing as in every list.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EntityShape } from '../../transport/shape.js'
import { Icon } from '../ground/icon.js'
import { shapeQuery } from '../ground/queries.js'
import { go } from '../ground/routing.js'
import { recordPath } from '../ground/address.js'
import { ListPanel } from '../list/list-panel.js'
import { readListState } from '../list/list-query.js'
import { heading, t } from '../wording/text.js'

interface ChildListProps {
  readonly child: EntityShape['children'][number]
  readonly id: number
}

export function ChildList({ child, id }: ChildListProps): ReactNode {
  const { data: shape } = useQuery(shapeQuery(child.entity))
  const [state, setState] = useState(() => readListState(new URLSearchParams('limit=25')))
  if (!shape) return null
  const newPath = `${recordPath(child.entity, 'new')}?${child.field}=${id}`
  const headingId = `children-${child.entity}-${child.field}`
  return (
    <section className="card children" aria-labelledby={headingId}>
      <header className="card-head">
        <h2 id={headingId}>{heading(child.label)}</h2>
        {shape.may.create && !child.only && (
          <button type="button" onClick={() => void go(newPath)}>
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
