// The toolbar above a list: search, filters, columns, views, and export.
import { type ComponentType, type ReactNode, useState } from 'react'
import type { EntityShape, ListColumn, ListView, WireRow } from '../../api/shape.js'
import { Icon } from '../base/icon.js'
import { MenuButton } from '../base/menu-button.js'
import { getRootPath } from '../base/root-path.js'
import { formatHeading, t } from '../wording/text.js'
import type { BulkTarget } from './bulk-change.js'
import { useDebouncedText } from './filter-panel.js'
import { parseListState, toListParameters, type ListState } from './list-state.js'
import { deleteView, saveView, getVisibleColumns, defaultViewName, findDefaultView, ViewDialog } from './list-views.js'

export type CellDrawer = (column: ListColumn, row: WireRow) => ReactNode | undefined

export interface BulkActionsProps {
  readonly target: BulkTarget
  readonly count: number
  readonly onDone: () => void
}

/** Properties of a list, shared with the parts around its table. */
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
  /** Draws the cells of columns that need more than their value. undefined: drawn as in every list. Must be a constant. */
  readonly drawCell?: CellDrawer
  /** Further actions for selected rows. With them, rows can be selected even if their form is read-only. */
  readonly BulkActions?: ComponentType<BulkActionsProps>
}

interface ListToolbarProps extends ListPanelProps {
  /** The query of the API call. */
  readonly query: string
  readonly filtering: boolean
  readonly onFiltering: (on: boolean) => void
  readonly onSearch: (search: string) => void
}

function ColumnMenu({ shape, views }: ListToolbarProps): ReactNode {
  const usual = findDefaultView(views)
  const visibleNames = getVisibleColumns(shape.columns, usual?.columns).map(({ field }) => field)
  const toggle = (field: string): void => {
    const next = shape.columns
      .map((column) => column.field)
      .filter((columnField) => (columnField === field) !== visibleNames.includes(columnField))
    void saveView(shape.name, views, { ...usual, name: usual?.name ?? defaultViewName, default: true, columns: next })
  }
  return (
    <MenuButton
      name={t('columns')}
      label={<Icon name="columns" />}
      choices={shape.columns.map(({ field, label }) => ({
        label,
        checked: visibleNames.includes(field),
        run: () => toggle(field),
      }))}
    />
  )
}

function ViewMenu({ shape, views, state, onState }: ListToolbarProps): ReactNode {
  const [naming, setNaming] = useState(false)
  const savedViews = views.filter(({ name }) => name !== defaultViewName)
  const present = toListParameters(state).toString()
  const isActive = (query: Readonly<Record<string, string>> = {}): boolean => new URLSearchParams(query).toString() === present
  const activeView = savedViews.find(({ query }) => isActive(query))
  return (
    <>
      <MenuButton
        name={t('views')}
        label={
          <>
            <Icon name="bookmark" />
            {activeView && <span>{activeView.name}</span>}
          </>
        }
        choices={[
          ...savedViews.map((view) => ({
            label: view.name,
            checked: view === activeView,
            run: () => onState(parseListState(new URLSearchParams(view.query))),
          })),
          { label: t('keepView'), run: () => setNaming(true) },
          activeView
            ? {
                label: t('dropView', { name: activeView.name }),
                destructive: true,
                run: () => void deleteView(shape.name, views, activeView.name),
              }
            : null,
        ]}
      />
      {naming && (
        <ViewDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false)
            const columns = findDefaultView(views)?.columns
            const query = Object.fromEntries(toListParameters({ ...state, offset: 0 }))
            void saveView(shape.name, views, { name, query, ...(columns && { columns }) })
          }}
        />
      )}
    </>
  )
}

export function ListToolbar(props: ListToolbarProps): ReactNode {
  const { shape, state, keepsViews: canSaveViews, filtering, onFiltering, onSearch, query } = props
  const [typed, setTyped] = useDebouncedText(state.search, onSearch)
  return (
    <div className="toolbar">
      {shape.searchable && (
        <div className="search-field">
          <Icon name="search" size={16} />
          <input
            type="search"
            aria-label={t('searchIn', { list: formatHeading(shape.pluralLabel) })}
            placeholder={t('search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {shape.filters.length > 0 && (
        <button type="button" aria-expanded={filtering} className="filter-button" onClick={() => onFiltering(!filtering)}>
          <Icon name="filter" size={16} /> {t('filter')}
          {state.filters.size > 0 && <span className="badge">{state.filters.size}</span>}
        </button>
      )}
      <span className="space" />
      {canSaveViews && <ColumnMenu {...props} />}
      {canSaveViews && <ViewMenu {...props} />}
      <a
        className="button icon-only"
        href={`${getRootPath()}api/records/${shape.name}.csv?${query}`}
        download
        aria-label={t('asCsv')}
        title={t('asCsv')}
      >
        <Icon name="download" />
      </a>
    </div>
  )
}
