// One value of a list, formatted by its control. Values that can be switched in place are shown as a switch.
import type { ReactNode } from 'react'
import type { ListColumn } from '../../api/shape.js'
import { Icon } from '../base/icon.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { createMoneyFormatter } from '../order/money-formatter.js'
import { formatTime, formatNumber, t } from '../wording/text.js'

interface ListCellProps {
  readonly column: ListColumn
  readonly value: unknown
  /** Names of referenced records, by entity and id. */
  readonly names: ReadonlyMap<string, ReadonlyMap<number, string>>
  /** The name of the row, for the switch's label. */
  readonly title: string
  readonly onChange?: (value: unknown) => void
}

interface CellChoice {
  readonly value: string
  readonly label: string
}

export function getHintEntity(hints: Readonly<Record<string, unknown>>): string | null {
  return typeof hints['entity'] === 'string' ? hints['entity'] : null
}

export function getHintChoices(hints: Readonly<Record<string, unknown>>): readonly CellChoice[] {
  return Array.isArray(hints['choices']) ? (hints['choices'] as readonly CellChoice[]) : []
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
  const base = queryClient.getQueryData(sessionQuery.queryKey)?.currencies.find((currency) => currency.base)
  if (!base) return formatNumber(amount)
  const digits = Math.max(base.decimals, String(amount).split('.')[1]?.length ?? 0)
  return createMoneyFormatter(base.code, digits)(amount)
}

export function ListCell(props: ListCellProps): ReactNode {
  const { column, value, names } = props
  if (typeof value === 'boolean') return <SwitchCell {...props} />
  const entity = getHintEntity(column.hints)
  if (value === null || value === undefined || value === '')
    return entity === 'customer' ? t('guest') : <span className="quiet-text">–</span>
  if (entity !== null && typeof value === 'number') return names.get(entity)?.get(value) ?? '…'
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
  return column.hints['html'] === true ? toPlainText(String(value)) : String(value)
}
