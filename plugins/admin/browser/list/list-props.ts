// What a list is given, and hands on to what stands around its table.
import type { EntityShape, View } from '../../transport/shape.js'
import type { ListState } from './list-query.js'

export interface ListPanelProps {
  readonly shape: EntityShape
  readonly state: ListState
  /** `replace`: leaves no step to come back to. */
  readonly onState: (state: ListState, replace?: boolean) => void
  readonly views: readonly View[]
  readonly keepsViews?: boolean
  /** Filters that belong to the place: the children of one record. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Where a new one is made; the list's own place if left out. */
  readonly newPath?: string
}
