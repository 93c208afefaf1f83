// The toolbar above a list: search, filters with their panel, columns, views, and export.
import { type ReactNode, useState, useEffect, useId, type ComponentType } from 'react'
import type { ListFilter } from '../../api/shape.js'
import { Icon } from '../base/icon.js'
import { getRootPath } from '../base/screen-location.js'
import { formatHeading, t, currentLanguage } from '../wording/text.js'
import { getHintEntity, getHintChoices, ColumnMenu, ViewMenu, type CellDrawer, type ListMenuProps } from './list-views.js'
import { useQuery } from '@tanstack/react-query'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { namesQuery } from '../base/queries.js'
import { RecordPicker } from '../control/record-picker.js'
import type { BulkTarget } from './bulk-change.js'

export interface BulkActionsProps {
  readonly target: BulkTarget
  readonly count: number
  readonly onDone: () => void
}

/** Properties of a list, shared with the parts around its table. */
export interface ListPanelProps extends ListMenuProps {
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

export interface ListToolbarProps extends ListPanelProps {
  /** The query of the API call. */
  readonly query: string
  readonly filtering: boolean
  readonly onFiltering: (on: boolean) => void
  readonly onSearch: (search: string) => void
}

interface FilterProps {
  readonly filter: ListFilter
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Milliseconds after the last key until a filter applies. */
const filterDelay = 300

/** A text state that reports changes after a pause in typing. */
function useDebouncedText(value: string, onChange: (value: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), filterDelay)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}

function TextFilter({ filter, value, onChange, id }: FilterProps & { readonly id: string }): ReactNode {
  const [typed, setTyped] = useDebouncedText(value, onChange)
  const type = filter.control === 'datetime' ? 'date' : 'text'
  return <input id={id} type={type} value={typed} onChange={(event) => setTyped(event.target.value)} />
}

/** A number in the language of the account. An ambiguous number filters nothing. */
function NumberFilter({ value, onChange, id }: FilterProps & { readonly id: string }): ReactNode {
  const language = currentLanguage.get()
  const [text, setText] = useState<string | null>(null)
  const parsed = parseNumber(text ?? '', language)
  const number = 'number' in parsed ? parsed.number : null
  const readings = 'readings' in parsed ? parsed.readings.map((reading) => formatTypedNumber(reading, language)) : null
  const filtered = number ?? (readings ? '' : (text ?? value).trim())
  const [, setFiltered] = useDebouncedText(value, onChange)
  useEffect(() => {
    if (text !== null) setFiltered(filtered)
  }, [text])
  useEffect(() => {
    if (text !== null && value !== filtered) setText(null)
  }, [value])
  const plain = /^-?\d+(?:\.\d+)?$/.test(value) ? formatTypedNumber(value, language) : value
  return (
    <>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        aria-invalid={readings !== null || undefined}
        aria-describedby={readings ? `${id}-wrong` : undefined}
        value={text ?? plain}
        onChange={(event) => setText(event.target.value)}
      />
      {readings && (
        <p className="wrong" id={`${id}-wrong`} role="status">
          {t('ambiguousNumber', { text: text ?? '', first: readings[0]!, second: readings[1]! })}
        </p>
      )}
    </>
  )
}

function ListFilterInput({ filter, value, onChange }: FilterProps): ReactNode {
  const id = useId()
  const entity = getHintEntity(filter.hints)
  const offered = getHintChoices(filter.hints)
  const isSwitch = filter.control === 'switch'
  const label = <label htmlFor={id}>{filter.label}</label>
  if (entity !== null) {
    const recordId = /^\d+$/.test(value) ? Number(value) : null
    return (
      <div className="field">
        {label}
        <RecordPicker id={id} entity={entity} value={recordId} onChange={(next) => onChange(next === null ? '' : String(next))} />
      </div>
    )
  }
  if (isSwitch || offered.length > 0) {
    const choices = isSwitch
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : offered
    return (
      <div className="field">
        {label}
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('any')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
    )
  }
  const Typed = filter.control === 'number' || filter.control === 'ordering' ? NumberFilter : TextFilter
  return (
    <div className="field">
      {label}
      <Typed filter={filter} value={value} onChange={onChange} id={id} />
    </div>
  )
}

interface FilterPanelProps {
  readonly filters: readonly ListFilter[]
  readonly values: ReadonlyMap<string, string>
  readonly onChange: (values: ReadonlyMap<string, string>) => void
}

function setFilterValue(values: ReadonlyMap<string, string>, name: string, value: string): ReadonlyMap<string, string> {
  const next = new Map(values)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** The filters of a list: one input per filter, and removable chips for active filters. */
export function FilterPanel({ filters, values, onChange }: FilterPanelProps): ReactNode {
  return (
    <div className="filters" role="group" aria-label={t('filters')}>
      {filters.map((filter) => (
        <ListFilterInput
          key={filter.name}
          filter={filter}
          value={values.get(filter.name) ?? ''}
          onChange={(value) => onChange(setFilterValue(values, filter.name, value))}
        />
      ))}
    </div>
  )
}

function FilterChip({
  filter,
  value,
  onRemove,
}: {
  readonly filter: ListFilter
  readonly value: string
  readonly onRemove: () => void
}) {
  const entity = getHintEntity(filter.hints)
  const { data: names } = useQuery(namesQuery(entity ?? '', entity !== null && /^\d+$/.test(value) ? [Number(value)] : []))
  const choice = getHintChoices(filter.hints).find((option) => option.value === value)?.label
  const yesOrNo = filter.control === 'switch' ? (value === 'true' ? t('yes') : t('no')) : undefined
  const valueLabel = names?.get(Number(value)) ?? choice ?? yesOrNo ?? value
  return (
    <li>
      <button type="button" className="chip" onClick={onRemove} aria-label={t('removeFilter', { filter: filter.label })}>
        <span>
          {filter.label}: <b>{valueLabel}</b>
        </span>
        <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

export function FilterChips({ filters, values, onChange }: FilterPanelProps): ReactNode {
  const activeFilters = filters.filter(({ name }) => values.has(name))
  if (activeFilters.length === 0) return null
  return (
    <ul className="chips" aria-label={t('filtersInForce')}>
      {activeFilters.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={values.get(filter.name)!}
          onRemove={() => onChange(setFilterValue(values, filter.name, ''))}
        />
      ))}
      {activeFilters.length > 1 && (
        <li>
          <button type="button" className="quiet" onClick={() => onChange(new Map())}>
            {t('clearFilters')}
          </button>
        </li>
      )}
    </ul>
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
