// Properties of a list, shared with the parts around its table.
import type { EntityShape, ListView } from '../../api/shape.js'
import type { ListState } from './list-state.js'

export interface ListPanelProps {
  readonly shape: EntityShape
  readonly state: ListState
  /** `replace`: adds no history entry. */
  readonly onState: (state: ListState, replace?: boolean) => void
  readonly views: readonly ListView[]
  readonly keepsViews?: boolean
  /** Filters that the context sets: the children of one record. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The address for a new record. Default: the list's own. */
  readonly newPath?: string
}
