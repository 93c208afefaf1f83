// All answers of a question as a grid: edit, order and paste them, then save everything at once with one undo.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FileList, LibraryEntry } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { AnswerSheet, AnswerSheetReply, AnswerSheetRequest } from '../../api/workshop/workshop-tree.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { entityShapeQuery, queryClient } from '../base/queries.js'
import { getRootPath } from '../base/screen-location.js'
import { setNavigationGuard } from '../base/routing.js'
import { useShortcuts } from '../base/shortcuts.js'
import { useStore } from '../base/store.js'
import { createUndoAction, showErrorToast, showToast } from '../base/toasts.js'
import { MediaDialog } from '../control/media-browser.js'
import {
  detectDecimalSeparator,
  parseCellNumber,
  type CellPosition,
  type CellSelection,
  selectCell,
  toCellBlock,
  type CellDisplay,
} from '../editor/matrix/cell-selection.js'
import { MatrixGrid } from '../editor/matrix/matrix-grid.js'
import { adoptMatrixStyle } from '../style/editor.js'
import { formatCopiedBlock, parsePastedBlock } from '../editor/matrix/table-paste.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { currentLanguage, t } from '../wording/text.js'
import {
  AnswerPasteDialog,
  formatAnswerCell,
  type AnswerColumn,
  type AnswerGridRow,
  isSameCell,
  type PastePlan,
} from './answer-paste.js'
import { refreshProduct } from './tree-changes.js'
import type { TreeItem } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'

const entity = 'answer'
const pictureField = 'picker_image'
const columnWidth = 132

const sheetQuery = (product: number, question: number) =>
  queryOptions({
    queryKey: ['answer-sheet', product, question],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => requestBody<AnswerSheet>('GET', `workshop/${product}/answer-sheet/${question}`, { signal }),
  })

let lastKey = 0
const createKey = (): string => `new-${(lastKey += 1)}`

const toGridRows = ({ rows }: AnswerSheet): readonly AnswerGridRow[] =>
  rows.map(({ id, revision, fields, picture }) => ({ key: String(id), id, revision, stored: fields, fields, picture }))

interface AnswerGridProps {
  readonly product: number
  readonly question: TreeItem
  readonly session: AdminSessionReply
  /** True to open the dialog that pastes a table. */
  readonly pastes: boolean
  readonly onPasteEnd: () => void
}

/** The columns with their labels in the language of the account, and the languages of the titles. */
function useSheetColumns(names: readonly string[] | undefined, { languages }: AdminSessionReply): readonly AnswerColumn[] | null {
  const { data: shape } = useQuery(entityShapeQuery(entity))
  return useMemo(() => {
    if (!names || !shape) return null
    return names.map((name): AnswerColumn => {
      const field = shape.form.fields.find(({ keys, name: own }) => own === name || keys.includes(name))
      const language = languages.find(({ tag }) => name === `title_${tag.replaceAll('-', '_')}`)
      const label = field?.label ?? name
      return {
        name,
        label: language && languages.length > 1 ? `${label} – ${language.label}` : label,
        kind: name === 'price' || name === 'weight' ? 'number' : name === 'published' ? 'boolean' : 'text',
      }
    })
  }, [names, shape, languages])
}

export function AnswerGrid({ session, ...props }: AnswerGridProps): ReactNode {
  adoptMatrixStyle()
  const { product, question } = props
  const { data, error, refetch, dataUpdatedAt } = useQuery(sheetQuery(product, question.node!.id))
  const columns = useSheetColumns(data?.columns, session)
  if (!data || !columns) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  return (
    <LoadedGrid
      key={dataUpdatedAt}
      first={toGridRows(data)}
      columns={columns}
      {...props}
      reload={async () => {
        await queryClient.invalidateQueries({ queryKey: ['answer-sheet', product, question.node!.id] })
        await refreshProduct(product, entity)
      }}
    />
  )
}

interface LoadedGridProps extends Omit<AnswerGridProps, 'session'> {
  readonly first: readonly AnswerGridRow[]
  readonly columns: readonly AnswerColumn[]
  readonly reload: () => Promise<void>
}

function LoadedGrid({ first, columns, product, question, pastes, onPasteEnd, reload }: LoadedGridProps): ReactNode {
  const language = useStore(currentLanguage)
  const { id, title } = question.node!
  const may = question.children[0]?.kind.may.change ?? true
  const [history, setHistory] = useState({
    past: [] as (readonly AnswerGridRow[])[],
    rows: first,
    future: [] as (readonly AnswerGridRow[])[],
  })
  const [selection, setSelection] = useState<CellSelection>(() => selectCell({ row: 0, column: 1 }))
  const [pasting, setPasting] = useState<string | null>(null)
  useEffect(() => {
    if (pastes) setPasting('')
  }, [pastes])
  const endPaste = (): void => {
    setPasting(null)
    onPasteEnd()
  }
  const [news, setNews] = useState('')
  const [failures, setFailures] = useState<AnswerSheetReply['refused']>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [pictureRow, setPictureRow] = useState<AnswerGridRow | null>(null)
  const { rows } = history
  const block = toCellBlock(selection)
  const { row: activeRow } = selection.active

  const isEdited = (row: AnswerGridRow, { name, kind }: AnswerColumn): boolean =>
    row.id === null || !isSameCell(row.stored[name], row.fields[name], kind)
  const isWrong = (row: AnswerGridRow, { name, kind }: AnswerColumn): boolean =>
    kind === 'number' && typeof row.fields[name] === 'string' && row.fields[name] !== ''
  const changedRows = rows.filter((row) => columns.some((column) => isEdited(row, column)))
  const isReordered = rows.filter((row) => row.id !== null).some((row, at) => row.key !== first[at]?.key)
  const wrong = rows.reduce((sum, row) => sum + columns.filter((column) => isWrong(row, column)).length, 0)
  const hasChanges = changedRows.length > 0 || isReordered

  useEffect(() => {
    if (!hasChanges) return setNavigationGuard(null)
    setNavigationGuard(() =>
      askConfirmation({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), no: t('stay'), destructive: true }),
    )
    return () => setNavigationGuard(null)
  }, [hasChanges])

  function change(next: readonly AnswerGridRow[]): void {
    setHistory(({ past, rows: before }) => ({ past: [...past.slice(-99), before], rows: next, future: [] }))
    setNews('')
    setFailures([])
  }
  const undo = (): void =>
    setHistory((before) => {
      const last = before.past.at(-1)
      return last ? { past: before.past.slice(0, -1), rows: last, future: [before.rows, ...before.future] } : before
    })
  const redo = (): void =>
    setHistory((before) => {
      const [next, ...future] = before.future
      return next ? { past: [...before.past, before.rows], rows: next, future } : before
    })
  const blankFields = (): AnswerGridRow['fields'] =>
    Object.fromEntries(columns.map(({ name, kind }) => [name, kind === 'number' ? 0 : kind === 'boolean' ? true : '']))
  const createRow = (): AnswerGridRow => ({ key: createKey(), id: null, stored: {}, fields: blankFields(), picture: null })
  function addRow(): void {
    const at = rows.length === 0 ? 0 : Math.min(rows.length, block.bottom + 1)
    change(rows.toSpliced(at, 0, createRow()))
    setSelection(selectCell({ row: at, column: 1 }))
  }
  function move(step: -1 | 1): void {
    const [top, bottom] = [block.top, Math.max(block.top, selection.active.row, selection.end.row)]
    if (activeRow < 0 || top + step < 0 || bottom + step >= rows.length) return
    const moved = rows.slice(top, bottom + 1)
    change(rows.toSpliced(top, moved.length).toSpliced(top + step, 0, ...moved))
    const shift = ({ row, column }: CellPosition): CellPosition => ({ row: row + step, column })
    setSelection({ active: shift(selection.active), end: shift(selection.end) })
  }
  /** The values of texts in some columns. A text that is no number stays, so that it can be corrected. null if ambiguous. */
  function readTexts(texts: readonly (readonly string[])[], left: number): readonly (readonly unknown[])[] | null {
    const columnAt = (at: number): AnswerColumn | undefined => columns[left + at - 1]
    const numbers = texts.flatMap((line) => line.filter((text, at) => columnAt(at)?.kind === 'number' && text.trim() !== ''))
    const read = detectDecimalSeparator(numbers, language)
    if ('refusal' in read) {
      setNews(read.refusal)
      return null
    }
    const trueTexts = tWorkshop('trueWords').split('|')
    return texts.map((line) =>
      line.map((text, at) => {
        const kind = columnAt(at)?.kind
        if (kind === 'boolean') return trueTexts.includes(text.trim().toLowerCase())
        if (kind !== 'number') return text.trim()
        if (text.trim() === '') return 0
        const number = parseCellNumber(text, read.decimal)
        return number === null ? text.trim() : Number(number)
      }),
    )
  }
  function writeBlock(top: number, left: number, texts: readonly (readonly string[])[]): void {
    const values = readTexts(texts, left)
    if (!values) return
    const next = [...rows]
    for (const [r, line] of values.entries()) {
      const row = next[top + r] ?? createRow()
      const fields = { ...row.fields }
      for (const [c, value] of line.entries()) {
        const column = columns[left + c - 1]
        if (column) fields[column.name] = value
      }
      next[top + r] = { ...row, fields }
    }
    change(next)
  }
  const write = ({ row, column }: CellPosition, text: string): void => {
    if (row >= 0 && column > 0) writeBlock(row, column, [[text]])
  }
  function paste(text: string): void {
    const copied = parsePastedBlock(text)
    const width = copied.reduce((widest, line) => Math.max(widest, line.length), 0)
    // One column goes into the cells like everywhere. A table is matched with the answers first.
    if (width > 1 || activeRow < 0 || selection.active.column < 1) return setPasting(text)
    const [only] = copied
    const target =
      copied.length === 1 && block.bottom > block.top ? Array.from({ length: block.bottom - block.top + 1 }, () => only!) : copied
    writeBlock(block.top, Math.max(1, block.left), target)
  }
  function applyPlan({ rows: planned }: PastePlan): void {
    const changes = new Map(
      planned.flatMap(({ row, changes: list }) =>
        row ? [[row.key, Object.fromEntries(list.map(({ column, after }) => [column.name, after]))] as const] : [],
      ),
    )
    const added = planned.flatMap(({ kind, name, changes: list }): readonly AnswerGridRow[] => {
      if (kind !== 'added') return []
      const entered = Object.fromEntries(list.map(({ column, after }) => [column.name, after]))
      const row = createRow()
      // A text that is missing in another language starts as a copy of the entered one.
      const titles = columns.filter((column) => column.name.startsWith('title')).map((column) => [column.name, name])
      return [{ ...row, fields: { ...row.fields, ...Object.fromEntries(titles), ...entered } }]
    })
    change([
      ...rows.map((row) => (changes.has(row.key) ? { ...row, fields: { ...row.fields, ...changes.get(row.key) } } : row)),
      ...added,
    ])
    endPaste()
    setNews(tWorkshop('pasteApplied'))
  }
  async function save(): Promise<void> {
    if (busy || !hasChanges || wrong > 0) return
    setBusy(true)
    setFailure(null)
    const body: AnswerSheetRequest = {
      rows: rows.map((row) => ({
        ...(row.id !== null && { id: row.id, revision: row.revision! }),
        fields: Object.fromEntries(columns.filter((column) => isEdited(row, column)).map(({ name }) => [name, row.fields[name]])),
      })),
    }
    try {
      const reply = await requestBody<AnswerSheetReply>('POST', `workshop/${product}/answer-sheet/${id}`, { body })
      setFailures(reply.refused)
      if (reply.refused.length > 0) return
      setNavigationGuard(null)
      showToast({
        text: tWorkshop('sheetSaved', { changed: reply.changed, created: reply.created }),
        ...createUndoAction(entity, reply.undo, reload),
      })
      await reload()
    } catch (problem) {
      setFailure(problem)
    } finally {
      setBusy(false)
    }
  }
  useShortcuts([{ keys: 'mod+s', label: t('save'), run: () => void save(), always: true }])

  async function storePicture({ stored }: LibraryEntry): Promise<void> {
    const row = pictureRow
    setPictureRow(null)
    if (!row?.id) return
    try {
      const path = `records/${entity}/${row.id}/files`
      const { files } = await requestBody<FileList>('POST', `${path}/${pictureField}/picture`, { body: { picture: stored } })
      const { name } = files.find(({ field }) => field === pictureField)!
      const { revision } = await requestBody<{ revision: number }>('GET', `records/${entity}/${row.id}`)
      const put = (list: readonly AnswerGridRow[]): readonly AnswerGridRow[] =>
        list.map((other) => (other.key === row.key ? { ...other, revision, picture: name } : other))
      setHistory((before) => ({ past: before.past.map(put), rows: put(before.rows), future: before.future.map(put) }))
      showToast({ text: t('mediaPicked') })
    } catch (problem) {
      showErrorToast(problem)
    }
  }
  /** Enter on a picture chooses or uploads one, on a switch turns it. */
  function open({ row, column }: CellPosition): boolean {
    const target = rows[row]
    const kind = columns[column - 1]?.kind
    if (!target || (column !== 0 && kind !== 'boolean')) return false
    if (kind === 'boolean') {
      const { name } = columns[column - 1]!
      change(rows.with(row, { ...target, fields: { ...target.fields, [name]: target.fields[name] !== true } }))
    } else if (target.id === null) setNews(tWorkshop('pictureAfterSave'))
    else setPictureRow(target)
    return true
  }
  const format = (row: AnswerGridRow, column: AnswerColumn): string =>
    formatAnswerCell(row.fields[column.name], column.kind, language)
  const getDisplay = ({ row, column }: CellPosition): CellDisplay => {
    if (row < 0)
      return { text: column === 0 ? tWorkshop('sheetPicture') : (columns[column - 1]?.label ?? ''), marks: '', heat: null }
    if (column < 0)
      return { text: String(row + 1), marks: failures.some((refusal) => refusal.row === row) ? 'wrong' : '', heat: null }
    const target = rows[row]
    if (!target) return { text: '', marks: '', heat: null }
    if (column === 0) {
      const picture =
        target.id !== null && target.picture !== null
          ? `${getRootPath()}api/records/${entity}/${target.id}/files/${pictureField}#${encodeURIComponent(target.picture)}`
          : null
      return { text: target.picture ?? '', marks: 'name', heat: null, ...(picture && { picture }) }
    }
    const cell = columns[column - 1]!
    const marks = [cell.kind === 'number' ? '' : 'name', isWrong(target, cell) ? 'wrong' : isEdited(target, cell) ? 'edited' : '']
    return { text: format(target, cell), marks: marks.join(' '), heat: null }
  }
  function takeKey(event: KeyboardEvent): boolean {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      move(event.key === 'ArrowUp' ? -1 : 1)
      return true
    }
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return false
    const key = event.key.toLowerCase()
    if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
    else if (key === 'z') undo()
    else return false
    return true
  }
  const clear = (): void => {
    if (block.left < 1) return
    const lines = rows
      .slice(block.top, block.bottom + 1)
      .map(() => Array.from({ length: block.right - block.left + 1 }, () => ''))
    writeBlock(block.top, block.left, lines)
  }
  const copy = (): string =>
    formatCopiedBlock(
      rows
        .slice(block.top, block.bottom + 1)
        .map((row) => columns.slice(Math.max(0, block.left - 1), block.right).map((column) => format(row, column))),
    )
  const isNewRow = rows[activeRow]?.id === null
  return (
    <section className="page form answer-grid" aria-label={tWorkshop('answersOf', { title })}>
      <header className="page-head sticky">
        <div className="head-words">
          <p className="crumbs">{tWorkshop('answers')}</p>
          <h2>{title}</h2>
        </div>
        <div className="head-actions">
          {hasChanges && <span className="unsaved">{t('unsaved')}</span>}
          <button type="button" className="primary" aria-disabled={busy || !hasChanges || wrong > 0} onClick={() => void save()}>
            {busy ? t('saving') : t('save')}
          </button>
        </div>
      </header>
      <div className="matrix-tools" role="group" aria-label={tWorkshop('sheetTools')}>
        <button type="button" disabled={!may} onClick={addRow}>
          {tWorkshop('addAnswer')}
        </button>
        <button type="button" disabled={!may} onClick={() => setPasting('')}>
          {tWorkshop('pasteTable')}
        </button>
        <button type="button" disabled={!may || block.top < 1} title="Alt+↑" onClick={() => move(-1)}>
          {tWorkshop('moveUp')}
        </button>
        <button type="button" disabled={!may || block.bottom >= rows.length - 1} title="Alt+↓" onClick={() => move(1)}>
          {tWorkshop('moveDown')}
        </button>
        <button type="button" disabled={!isNewRow} onClick={() => change(rows.toSpliced(activeRow, 1))}>
          {tWorkshop('dropRow')}
        </button>
        <button type="button" disabled={history.past.length === 0} title="Control+Z" onClick={undo}>
          {t('undo')}
        </button>
        <button type="button" disabled={history.future.length === 0} title="Control+Y" onClick={redo}>
          {tWorkshop('redo')}
        </button>
      </div>
      <MatrixGrid
        label={tWorkshop('answersOf', { title })}
        describedBy="answer-grid-help"
        table={{ rows: rows.map((_row, at) => at), columns: [0, ...columns.map((_column, at) => at + 1)], values: [] }}
        columnWidth={columnWidth}
        edgeWidth={52}
        selection={selection}
        onSelect={setSelection}
        shown={getDisplay}
        corner="#"
        onWrite={write}
        onOpen={open}
        onClear={clear}
        onCopy={copy}
        onPaste={paste}
        onKey={takeKey}
        disabled={!may}
      />
      <p className="help" id="answer-grid-help">
        {tWorkshop('sheetHelp')}
      </p>
      <div role="status">
        {news !== '' && <p>{news}</p>}
        {wrong > 0 && <p className="form-failure">{tWorkshop('sheetWrong', { count: wrong })}</p>}
        {failures.length > 0 && (
          <ul className="form-failure">
            {failures.map(({ row, message }) => (
              <li key={row}>
                {row + 1}: {message}
              </li>
            ))}
          </ul>
        )}
        {failure !== null && <p className="form-failure">{getErrorMessage(failure)}</p>}
      </div>
      {pictureRow !== null && (
        <MediaDialog onClose={() => setPictureRow(null)} onPick={(picture) => void storePicture(picture)} />
      )}
      {pasting !== null && (
        <AnswerPasteDialog question={title} text={pasting} rows={rows} columns={columns} onClose={endPaste} onApply={applyPlan} />
      )}
    </section>
  )
}
