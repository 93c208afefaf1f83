// The table of a list: sortable headers, rows that open, cells by type, checkboxes. The caller provides dragging.
import { type ComponentType, type KeyboardEvent, memo, type MouseEvent, type ReactNode, useRef } from 'react'
import type { ListColumn, EntityShape, RecordList, WireRow } from '../../api/shape.js'
import { toRecordPath, toWorkshopPath } from '../base/screen-location.js'
import { MissingLanguages } from '../form/text-languages.js'
import { Icon } from '../base/icon.js'
import { Link } from '../base/routing.js'
import { formatHeading, t, formatNumber, formatTime, createMoneyFormatter } from '../wording/text.js'
import { getNextSort, parseSort, getHintEntity, type CellDrawer, getHintChoices } from './list-views.js'
import { findBaseCurrency, namesQuery } from '../base/queries.js'
import { useQueries } from '@tanstack/react-query'

interface ListCellProps {
  readonly column: ListColumn
  readonly value: unknown
  /** Names of referenced records, by entity and id. */
  readonly names: ReadonlyMap<string, ReadonlyMap<number, string>>
  /** The name of the row, for the switch's label. */
  readonly title: string
  readonly onChange?: (value: unknown) => void
}

/** True for columns of numbers. */
export const isNumericColumn = (column: ListColumn): boolean =>
  column.control === 'number' || column.control === 'ordering' || column.control === 'hidden'

const toPlainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

function SwitchCell({ column, value, title, onChange }: ListCellProps): ReactNode {
  const on = value === true
  if (!onChange) return on ? <Icon name="check" size={16} /> : <span className="quiet-text">–</span>
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={t('columnOf', { column: column.label, title })}
      className="switch"
      onClick={() => onChange(!on)}
    />
  )
}

/** False if the cell shows only a dash. An empty customer is a guest. */
export const hasCellText = (column: ListColumn, value: unknown): boolean =>
  (value !== '' && value !== null && value !== undefined) || getHintEntity(column.hints) === 'customer'

/** An amount in the shop's base currency. Prices can have more decimal places than the currency. */
function formatBasePrice(amount: number): string {
  const base = findBaseCurrency()
  if (!base) return formatNumber(amount)
  const digits = Math.max(base.decimals, String(amount).split('.')[1]?.length ?? 0)
  return createMoneyFormatter(base.code, digits)(amount)
}

/** One value of a list, formatted by its control. Values that can be switched in place are shown as a switch. */
export function ListCell(props: ListCellProps): ReactNode {
  const { column, value, names } = props
  if (typeof value === 'boolean') return <SwitchCell {...props} />
  const entity = getHintEntity(column.hints)
  if (value === null || value === undefined || value === '')
    return entity === 'customer' ? t('guest') : <span className="quiet-text">–</span>
  if (entity !== null && typeof value === 'number') return <bdi>{names.get(entity)?.get(value) ?? '…'}</bdi>
  const toLabel = (item: unknown): string =>
    getHintChoices(column.hints).find((option) => option.value === item)?.label ??
    (entity !== null && typeof item === 'number' ? (names.get(entity)?.get(item) ?? '…') : String(item))
  if (getHintChoices(column.hints).some((option) => option.value === value)) return toLabel(value)
  if (typeof value === 'number') {
    if (column.hints['inBaseCurrency'] === true) return formatBasePrice(value)
    return column.field === 'id' ? String(value) : formatNumber(value)
  }
  if (column.control === 'datetime') return <time dateTime={String(value)}>{formatTime(String(value))}</time>
  // Structured values, such as rules, are shown in the record only.
  if (typeof value === 'object')
    return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.map(toLabel).join(', ') : '…'
  // A phone number or a code is not part of the sentence around it.
  return <bdi>{column.hints['html'] === true ? toPlainText(String(value)) : String(value)}</bdi>
}

export interface RowFrameProps {
  readonly id: number
  readonly title: string
  readonly chosen: boolean
  readonly children: ReactNode
}

export interface RecordGridProps {
  readonly shape: EntityShape
  readonly columns: readonly ListColumn[]
  readonly rows: readonly WireRow[]
  readonly names: ReadonlyMap<string, ReadonlyMap<number, string>>
  /** The languages in which texts of a row are missing, by id. */
  readonly missing?: RecordList['missing']
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: ReadonlySet<number>) => void
  readonly onCell: (id: number, field: string, value: unknown) => void
  readonly busy: boolean
  /** Whether rows can be selected. */
  readonly choosable: boolean
  readonly drawCell?: CellDrawer
  /** The component of a row: a plain `tr` by default. For draggable rows it starts with a handle cell. */
  readonly RowFrame?: ComponentType<RowFrameProps>
}

/** The name of a row: its title, otherwise the record that its first reference names, otherwise its kind and id. */
export function getRowTitle(
  { titleField, columns, label }: Pick<EntityShape, 'titleField' | 'columns' | 'label'>,
  row: WireRow,
  names: RecordGridProps['names'] = new Map(),
): string {
  const title = titleField === null ? undefined : row[titleField]
  if (typeof title === 'number' || (typeof title === 'string' && title !== '')) return String(title)
  const reference = columns.find(({ hints }) => getHintEntity(hints) !== null)
  const name = reference && names.get(getHintEntity(reference.hints)!)?.get(Number(row[reference.field]))
  return name ?? `${formatHeading(label)} ${String(row['id'])}`
}

function PlainRow({ chosen, children }: RowFrameProps): ReactNode {
  return <tr className={chosen ? 'chosen' : undefined}>{children}</tr>
}

interface RowProps extends Pick<RecordGridProps, 'columns' | 'names' | 'onCell' | 'shape' | 'drawCell'> {
  readonly row: WireRow
  readonly missing: readonly string[] | undefined
  readonly chosen: boolean
  readonly choosable: boolean
  readonly onTick: (id: number, on: boolean, range: boolean) => void
  readonly RowFrame: ComponentType<RowFrameProps>
}

const RecordRow = memo(function Row(props: RowProps) {
  const { row, columns, names, missing, onCell, shape, chosen, choosable, onTick, RowFrame, drawCell } = props
  const id = Number(row['id'])
  const title = getRowTitle(shape, row, names)
  const opener = columns.find(({ field }) => field === shape.titleField) ?? columns[0]
  return (
    <RowFrame id={id} title={title} chosen={chosen}>
      {choosable && (
        <td className="tick">
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t('choose', { title })}
            onChange={() => undefined}
            onClick={(event: MouseEvent<HTMLInputElement>) => onTick(id, event.currentTarget.checked, event.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => {
        const editable = column.inline && shape.may.change ? (value: unknown) => onCell(id, column.field, value) : undefined
        const cell = drawCell?.(column, row) ?? (
          <ListCell column={column} value={row[column.field]} names={names} title={title} onChange={editable} />
        )
        const className = isNumericColumn(column) ? 'number' : undefined
        if (column !== opener)
          return (
            <td key={column.field} data-field={column.field} className={className}>
              {cell}
            </td>
          )
        return (
          <th key={column.field} data-field={column.field} scope="row" className={className}>
            <Link to={toRecordPath(shape.name, id)} className="opens">
              {hasCellText(column, row[column.field]) ? cell : title}
            </Link>
            {missing && <MissingLanguages tags={missing} />}
            {shape.name === 'product' && (
              <Link to={toWorkshopPath(id)} className="row-link" label={t('workshopOf', { title })}>
                <Icon name="tree" size={16} />
              </Link>
            )}
          </th>
        )
      })}
    </RowFrame>
  )
})

function ColumnHead({
  column,
  sort,
  onSort,
}: { readonly column: ListColumn } & Pick<RecordGridProps, 'sort' | 'onSort'>): ReactNode {
  const present = parseSort(sort)
  const mine = present?.field === column.field ? (present.down ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" data-field={column.field} aria-sort={mine} className={isNumericColumn(column) ? 'number' : undefined}>
      {column.sortable ? (
        <button type="button" className="sorts" onClick={() => onSort(getNextSort(sort, column.field))}>
          {column.label}
          <span aria-hidden="true" className="sort-mark">
            {mine === 'ascending' ? '↑' : mine === 'descending' ? '↓' : ''}
          </span>
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

export function RecordGrid(props: RecordGridProps): ReactNode {
  const { shape, columns, rows, chosen, onChoose, busy, choosable, RowFrame = PlainRow } = props
  const last = useRef<number | null>(null)
  const ids = rows.map((row) => Number(row['id']))
  const all = ids.length > 0 && ids.every((id) => chosen.has(id))
  const tick = useRef((_id: number, _on: boolean, _range: boolean): void => undefined)
  tick.current = (id, on, range) => {
    const next = new Set(chosen)
    const from = range && last.current !== null ? ids.indexOf(last.current) : -1
    const at = ids.indexOf(id)
    const touched = from < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
    for (const rowId of touched) {
      if (on) next.add(rowId)
      else next.delete(rowId)
    }
    last.current = id
    onChoose(next)
  }
  const steadyTick = useRef((id: number, on: boolean, range: boolean) => tick.current(id, on, range)).current
  const cellChanged = useRef(props.onCell)
  cellChanged.current = props.onCell
  const steadyCell = useRef((id: number, field: string, value: unknown) => cellChanged.current(id, field, value)).current
  /** Arrow keys up and down move between rows within the focused column. */
  const walk = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.altKey || !(event.target instanceof HTMLElement)) return
    if (event.target.closest('.handle')) return
    const cell = event.target.closest<HTMLTableCellElement>('td,th')
    const lines = [...event.currentTarget.rows]
    const line = cell && lines[lines.indexOf(cell.parentElement as HTMLTableRowElement) + step]
    if (!cell || !line) return
    event.preventDefault()
    line.cells[cell.cellIndex]?.querySelector<HTMLElement>('a,button,input')?.focus()
  }
  return (
    <div
      className="grid-scroll"
      tabIndex={0}
      role="region"
      aria-label={t('tableOf', { list: formatHeading(shape.pluralLabel) })}
      aria-busy={busy}
    >
      <table className="grid">
        <caption className="hidden">{formatHeading(shape.pluralLabel)}</caption>
        <thead>
          <tr>
            {RowFrame !== PlainRow && (
              <td className="handle-cell">
                <span className="hidden">{t('order')}</span>
              </td>
            )}
            {choosable && (
              <td className="tick">
                <input
                  type="checkbox"
                  aria-label={t('chooseAll')}
                  checked={all}
                  onChange={() => onChoose(new Set(all ? [...chosen].filter((id) => !ids.includes(id)) : [...chosen, ...ids]))}
                />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.field} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {rows.map((row) => (
            <RecordRow
              key={String(row['id'])}
              row={row}
              missing={props.missing?.[Number(row['id'])]}
              columns={columns}
              names={props.names}
              shape={shape}
              choosable={choosable}
              chosen={chosen.has(Number(row['id']))}
              onCell={steadyCell}
              onTick={steadyTick}
              RowFrame={RowFrame}
              drawCell={props.drawCell}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Names of the records that the rows reference, one call per entity. */
export function useNames(shape: EntityShape, rows: readonly WireRow[]): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const idsByEntity = new Map<string, number[]>()
  for (const { field, hints } of shape.columns) {
    const entity = getHintEntity(hints)
    if (entity === null) continue
    const ids = rows.map((row) => row[field]).filter((id) => typeof id === 'number')
    idsByEntity.set(entity, [...(idsByEntity.get(entity) ?? []), ...ids])
  }
  const entities = [...idsByEntity.keys()]
  const answers = useQueries({ queries: entities.map((entity) => namesQuery(entity, idsByEntity.get(entity)!)) })
  return new Map(entities.map((entity, at) => [entity, answers[at]?.data ?? new Map()]))
}
