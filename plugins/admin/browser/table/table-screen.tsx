// Generic parts for tabular data: a screen with one table and rows with actions, and a definition list.
import { useQuery } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { useWindowTitle } from '../base/routing.js'
import { showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../base/screen-location.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { t } from '../wording/text.js'

adoptFormStyle()
adoptListStyle()

export interface DataTableColumn<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** True for numbers and amounts: right-aligned. */
  readonly isNumeric?: boolean
}

/** A table of rows of one query. */
interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => Key
  /** The first cell, which names the row. */
  readonly head: DataTableColumn<Row>
  readonly columns: readonly DataTableColumn<Row>[]
  /** The actions of a row, in its last cell. */
  readonly actions?: (row: Row) => ReactNode
  /** The message without rows. */
  readonly empty?: string
}

export function DataTable<Row>({ label, rows, keyOf, head, columns, actions, empty }: DataTableProps<Row>): ReactNode {
  if (rows?.length === 0 && empty !== undefined) return <p className="quiet-text">{empty}</p>
  return (
    <div className="grid-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">{head.label}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.isNumeric ? 'number' : undefined}>
                {column.label}
              </th>
            ))}
            {actions && <td />}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{head.cell(row)}</th>
              {columns.map((column) => (
                <td key={column.label} className={column.isNumeric ? 'number' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
              {actions && <td className="number">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableScreenProps<Row> extends Omit<DataTableProps<Row>, 'label' | 'rows' | 'actions'> {
  readonly title: string
  readonly lead?: string
  readonly queryKey: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<readonly Row[]>
  /** Buttons next to the title. */
  readonly begin?: (again: () => void) => ReactNode
  readonly actions?: (row: Row, run: (work: Promise<unknown>) => void) => ReactNode
  /** The screen's dialogs. */
  readonly children?: (again: () => void) => ReactNode
}

export function TableScreen<Row>({
  title,
  lead,
  queryKey,
  load,
  begin,
  actions,
  children,
  ...table
}: TableScreenProps<Row>): ReactNode {
  useWindowTitle(title)
  const { data: rows, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) })
  const again = (): void => void refetch()
  const run = (work: Promise<unknown>): void => void work.then(again, showErrorToast)
  if (error && !rows) return <FailureMessage error={error} retry={again} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{title}</h1>
        {begin?.(again)}
      </header>
      {lead !== undefined && <p className="lead">{lead}</p>}
      {rows === undefined && <p className="loading">{t('loading')}</p>}
      {rows && <DataTable label={title} rows={rows} {...table} {...(actions && { actions: (row: Row) => actions(row, run) })} />}
      {children?.(again)}
    </div>
  )
}

/** Whether the account may change the data of a screen. */
export const canWriteScreen = ({ menu }: ScreenProps, screen: string): boolean =>
  menu.some(({ entries }) => entries.some(({ kind, name, may }) => kind === 'screen' && name === screen && may.write))

/** Labels are unique. */
export type FactEntries = readonly (readonly [label: string, value: ReactNode])[]

/** A definition list of labels and values. */
export function FactList({ facts }: { readonly facts: FactEntries }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
