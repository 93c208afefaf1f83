// The editor of a variant table: one column per question, one row per combination, and answers by name.
import { type KeyboardEvent, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type ControlProps, FormContext, type FormAccess } from '../../control/control-props.js'
import { JsonControl } from '../../control/text-controls.js'
import { currentLanguage } from '../../wording/text.js'
import { type EditorProduct, WithProduct } from '../editor-product.js'
import { tEditor } from '../editor-text.js'
import {
  detectDecimalSeparator,
  type CellPosition,
  type CellSelection,
  selectCell,
  toCellBlock,
  type CellDisplay,
  type DecimalSeparator,
  formatCellNumber,
  parseCellNumber,
} from './cell-selection.js'
import { MatrixGrid, MatrixToolbar, type ToolbarButton } from './matrix-grid.js'
import { adoptMatrixStyle } from '../../style/editor.js'
import { formatCopiedBlock, parsePastedBlock } from './table-paste.js'

/** Reads and formats the cells of a variant table: answers by name, numbers, ranges, lists of these, and any value. */
const anyCell = '*'

interface NumberRange {
  readonly from: number
  readonly to: number
}

type VariantPart = number | NumberRange

/** A text other than `*` is input that is neither an answer nor a number. The server refuses it. */
export type VariantCell = string | VariantPart | readonly VariantPart[]

interface VariantColumn {
  readonly title: string
  /** The texts that a cell can contain, for completion. */
  readonly suggestions: readonly string[]
  read(text: string, decimal: DecimalSeparator): VariantCell
  format(cell: VariantCell): string
  isWrong(cell: VariantCell): boolean
  /** The numbers of a text, to recognise the decimal separator. */
  listNumbers(text: string): readonly string[]
}

const listSeparator = '|'
const rangePattern = /\.\.|–/

const splitRange = (text: string): readonly string[] => text.split(rangePattern).map((limit) => limit.trim())

const splitParts = (text: string): readonly string[] => text.split(listSeparator).map((part) => part.trim())

function createVariantColumn(product: EditorProduct, question: number): VariantColumn {
  const record = product.questions.get(question)
  const answers = record?.answers ?? []
  const titles = new Map(answers.map(({ id, title }) => [id, title]))
  const byText = new Map(
    answers.toReversed().flatMap(({ id, key, title }) => [key, title].map((spelling) => [fold(spelling), id] as const)),
  )
  const isAny = (text: string): boolean => text === '' || text === anyCell || fold(text) === fold(tEditor('anyValue'))
  const readNumber = (text: string, decimal: DecimalSeparator): number | null => {
    const plain = parseCellNumber(text, decimal)
    return plain === null ? null : Number(plain)
  }
  const readPart = (text: string, decimal: DecimalSeparator): VariantPart | null => {
    if (answers.length > 0) return byText.get(fold(text)) ?? null
    const [from, to, more] = splitRange(text).map((limit) => readNumber(limit, decimal))
    if (from === undefined || from === null || more !== undefined) return null
    if (to === undefined) return from
    return to === null || to < from ? null : { from, to }
  }
  const formatPart = (part: VariantPart): string =>
    typeof part !== 'number'
      ? [part.from, part.to].map((limit) => formatCellNumber(String(limit))).join('–')
      : answers.length === 0
        ? formatCellNumber(String(part))
        : (titles.get(part) ?? tEditor('deletedAnswer'))
  const toParts = (cell: VariantCell): readonly VariantPart[] =>
    typeof cell === 'string' ? [] : Array.isArray(cell) ? (cell as readonly VariantPart[]) : [cell as VariantPart]
  return {
    title: record?.title ?? tEditor('deletedQuestion'),
    suggestions: [tEditor('anyValue'), ...answers.map(({ title }) => title)],
    read(text, decimal) {
      if (isAny(text.trim())) return anyCell
      const parts = splitParts(text).map((part) => readPart(part, decimal))
      const readable = parts.filter((part) => part !== null)
      if (readable.length < parts.length) return text.trim()
      return readable.length === 1 ? readable[0]! : readable
    },
    format: (cell) =>
      cell === anyCell
        ? tEditor('anyValue')
        : typeof cell === 'string'
          ? cell
          : toParts(cell).map(formatPart).join(` ${listSeparator} `),
    isWrong: (cell) =>
      (typeof cell === 'string' && cell !== anyCell) ||
      (answers.length > 0 && toParts(cell).some((part) => typeof part !== 'number' || !titles.has(part))),
    listNumbers: (text) =>
      answers.length > 0 || isAny(text.trim())
        ? []
        : splitParts(text)
            .flatMap((part) => splitRange(part))
            .filter((part) => /\d/.test(part)),
  }
}

/** The limits of a stored table. */
const [maxQuestions, maxRows] = [20, 20_000]
const maxUndoSteps = 100
const columnWidth = 150

interface VariantTable {
  readonly questions: readonly number[]
  readonly rows: readonly (readonly VariantCell[])[]
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()

const toVariantTable = (questions: unknown, rows: unknown): VariantTable => ({
  questions: Array.isArray(questions) ? (questions as readonly number[]) : [],
  rows: Array.isArray(rows) ? (rows as VariantTable['rows']) : [],
})

/** Changes some cells. Rows that do not exist are added, with any value in the other columns. */
function setCells(table: VariantTable, top: number, left: number, cells: readonly (readonly VariantCell[])[]): VariantTable {
  const rows = [...table.rows]
  for (const [r, line] of cells.entries()) {
    const row = [...(rows[top + r] ?? table.questions.map(() => anyCell))]
    for (const [c, cell] of line.entries()) if (left + c < table.questions.length) row[left + c] = cell
    rows[top + r] = row
  }
  return { ...table, rows }
}

function VariantField({ product, fields, ...props }: ControlProps & { product: EditorProduct; fields: FormAccess }): ReactNode {
  const { value, disabled = false } = props
  const note = useId()
  const questionIds: unknown = useWatch({ control: fields.control, name: 'question_ids' })
  const table = toVariantTable(questionIds, value)
  const [history, setHistory] = useState<{ past: readonly VariantTable[]; future: readonly VariantTable[] }>({
    past: [],
    future: [],
  })
  const [selection, setSelection] = useState<CellSelection>(() => selectCell({ row: -1, column: -1 }))
  const [news, setNews] = useState('')
  const language = currentLanguage.get()
  const columns = useMemo(
    () => table.questions.map((id) => createVariantColumn(product, id)),
    [product, JSON.stringify(table.questions)],
  )
  const fitting = useMemo(
    () =>
      product.vocabulary.questions.filter(
        ({ answers, fields: list }) =>
          answers.length > 0 || product.vocabulary.fields[list]?.some(({ key, kind }) => key === 'selected' && kind === 'number'),
      ),
    [product],
  )
  const block = toCellBlock(selection)
  const { row: activeRow, column: activeColumn } = selection.active
  const hasCells = block.bottom >= block.top && block.right >= block.left && table.rows.length > 0

  function show({ questions, rows }: VariantTable): void {
    fields.setValue('question_ids', questions, { shouldDirty: true })
    props.onChange(rows)
  }
  function change(next: VariantTable): void {
    setHistory(({ past }) => ({ past: [...past.slice(-maxUndoSteps), table], future: [] }))
    setNews('')
    show(next)
  }
  function undo(): void {
    const before = history.past.at(-1)
    if (!before) return
    setHistory({ past: history.past.slice(0, -1), future: [table, ...history.future] })
    show(before)
  }
  function redo(): void {
    const [after, ...future] = history.future
    if (!after) return
    setHistory({ past: [...history.past, table], future })
    show(after)
  }
  const findQuestion = (text: string): number | undefined =>
    fitting.find(({ title, key }) => [title, key].some((name) => fold(name) === fold(text)))?.id
  const addQuestions = ({ questions, rows }: VariantTable, ids: readonly number[]): VariantTable => ({
    questions: [...questions, ...ids],
    rows: rows.map((row) => [...row, ...ids.map(() => anyCell)]),
  })
  const readBlock = (
    texts: readonly (readonly string[])[],
    readers: readonly (VariantColumn | undefined)[],
  ): readonly (readonly VariantCell[])[] | null => {
    const numbers = texts.flatMap((line) => line.flatMap((text, at) => readers[at]?.listNumbers(text) ?? []))
    const read = detectDecimalSeparator(numbers, language)
    if ('refusal' in read) {
      setNews(read.refusal)
      return null
    }
    return texts.map((line) => line.map((text, at) => readers[at]?.read(text, read.decimal) ?? anyCell))
  }
  function write({ row, column }: CellPosition, text: string): void {
    if (column < 0) return
    if (row < 0) {
      const id = findQuestion(text)
      if (id === undefined) return setNews(tEditor('questionUnknown', { text }))
      if (!table.questions.includes(id)) change({ ...table, questions: table.questions.with(column, id) })
      return
    }
    const cells = readBlock([[text]], [columns[column]])
    if (cells) change(setCells(table, row, column, cells))
  }
  function paste(text: string): void {
    const copied = parsePastedBlock(text)
    const head = (copied[0] ?? []).map(findQuestion)
    const withHead = copied.length > 1 && head.every((id) => id !== undefined) && new Set(head).size === head.length
    if (!withHead && table.questions.length === 0) return setNews(tEditor('variantsNoHead'))
    const lines = withHead ? copied.slice(1) : copied
    const added = withHead ? head.filter((id) => !table.questions.includes(id)) : []
    const start = addQuestions(table, added)
    // With a head, the rows go below the existing ones. Each cell goes into the column of its question.
    const [top, left] = withHead ? [table.rows.length, 0] : [Math.max(0, activeRow), Math.max(0, activeColumn)]
    if (start.questions.length > maxQuestions || top + lines.length > maxRows) return setNews(tEditor('variantsTooLarge'))
    const all = start.questions.map((id) => createVariantColumn(product, id))
    const ordered = withHead ? lines.map((line) => start.questions.map((id) => line[head.indexOf(id)] ?? '')) : lines
    const cells = readBlock(ordered, all.slice(left))
    if (!cells) return
    change(setCells(start, top, left, cells))
    setNews(tEditor('variantsPasted', { rows: lines.length }))
  }
  const copy = (): string =>
    formatCopiedBlock(
      table.rows
        .slice(block.top, block.bottom + 1)
        .map((row) => row.slice(block.left, block.right + 1).map((cell, at) => columns[block.left + at]?.format(cell) ?? '')),
    )
  const fillDown = (): void => {
    const first = table.rows[block.top]?.slice(block.left, block.right + 1)
    if (hasCells && first)
      change(
        setCells(
          table,
          block.top,
          block.left,
          table.rows.slice(block.top, block.bottom + 1).map(() => first),
        ),
      )
  }
  const moveHome = (): void => setSelection(selectCell({ row: -1, column: -1 }))
  const tools: readonly ToolbarButton[] = [
    { name: 'undo', run: undo, disabled: history.past.length === 0, keys: 'Control+Z' },
    { name: 'redo', run: redo, disabled: history.future.length === 0, keys: 'Control+Y' },
    {
      name: 'addRow',
      run: () => {
        const at = Math.max(0, block.bottom + 1)
        change({
          ...table,
          rows: table.rows.toSpliced(
            at,
            0,
            table.questions.map(() => anyCell),
          ),
        })
        setSelection(selectCell({ row: at, column: 0 }))
      },
      disabled: table.questions.length === 0 || table.rows.length >= maxRows,
    },
    {
      name: 'deleteRows',
      run: () => {
        change({ ...table, rows: table.rows.toSpliced(block.top, block.bottom - block.top + 1) })
        moveHome()
      },
      disabled: activeRow < 0 || table.rows.length === 0,
    },
    {
      name: 'removeQuestion',
      run: () => {
        change({
          questions: table.questions.toSpliced(activeColumn, 1),
          rows: table.questions.length === 1 ? [] : table.rows.map((row) => row.toSpliced(activeColumn, 1)),
        })
        moveHome()
      },
      disabled: activeColumn < 0,
    },
    { name: 'fillDown', run: fillDown, disabled: !hasCells, keys: 'Control+D' },
  ]
  function takeKey(event: KeyboardEvent): boolean {
    if (disabled || event.altKey || !(event.ctrlKey || event.metaKey)) return false
    const key = event.key.toLowerCase()
    if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
    else if (key === 'z') undo()
    else if (key === 'd') fillDown()
    else return false
    return true
  }
  const seen = new Map<string, number>()
  for (const row of table.rows) seen.set(JSON.stringify(row), (seen.get(JSON.stringify(row)) ?? 0) + 1)
  const duplicates = [...seen.values()].reduce((sum, count) => sum + count - 1, 0)
  const wrong = table.rows.reduce((sum, row) => sum + row.filter((cell, at) => columns[at]?.isWrong(cell)).length, 0)
  const getDisplay = ({ row, column }: CellPosition): CellDisplay => {
    if (row < 0) return { text: columns[column]?.title ?? '', marks: '', heat: null }
    if (column < 0) return { text: String(row + 1), marks: '', heat: null }
    const cell = table.rows[row]?.[column] ?? anyCell
    const marks = columns[column]?.isWrong(cell) ? 'name wrong' : cell === anyCell ? 'name unmet' : 'name'
    return { text: columns[column]?.format(cell) ?? '', marks, heat: null }
  }
  const open = fitting.filter(({ id }) => !table.questions.includes(id))
  return (
    <div className="body-editor matrix-editor" onBlur={props.onBlur}>
      {!disabled && (
        <label className="variant-question">
          <span>{tEditor('addQuestion')}</span>
          <select
            value=""
            disabled={open.length === 0 || table.questions.length >= maxQuestions}
            onChange={(event) => change(addQuestions(table, [Number(event.target.value)]))}
          >
            <option value="">{tEditor('chooseQuestion')}</option>
            {open.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {!disabled && <MatrixToolbar tools={tools} controls={props.id} />}
      <div className="matrix-remarks">
        <span className="quiet-text">{tEditor('combinations', { count: table.rows.length })}</span>
        {wrong > 0 && <span className="wrong">{tEditor('unreadCells', { count: wrong })}</span>}
        {duplicates > 0 && <span className="quiet-text">{tEditor('standTwice', { count: duplicates })}</span>}
      </div>
      <MatrixGrid
        id={props.id}
        label={props.label}
        describedBy={[props.describedBy, note].filter(Boolean).join(' ')}
        table={{ rows: table.rows.map((_row, at) => at), columns: table.questions, values: [] }}
        columnWidth={columnWidth}
        selection={selection}
        onSelect={setSelection}
        shown={getDisplay}
        suggestions={({ row, column }) => (row < 0 ? open.map(({ title }) => title) : (columns[column]?.suggestions ?? []))}
        corner={tEditor('combination')}
        onWrite={write}
        onClear={() =>
          hasCells &&
          change(
            setCells(
              table,
              block.top,
              block.left,
              table.rows
                .slice(block.top, block.bottom + 1)
                .map(() => Array.from({ length: block.right - block.left + 1 }, () => anyCell)),
            ),
          )
        }
        onCopy={copy}
        onPaste={paste}
        onKey={takeKey}
        disabled={disabled}
      />
      <p className="help" id={note}>
        {tEditor(table.rows.length === 0 ? 'emptyVariants' : 'variantsHelp')}
      </p>
      <p className="quiet-text" role="status">
        {news}
      </p>
    </div>
  )
}

/** The control for the rows of a variant table. JSON text if the record has no product. */
export function VariantEditor(props: ControlProps): ReactNode {
  adoptMatrixStyle()
  const { fields } = useContext(FormContext)
  const otherwise = <JsonControl {...props} />
  if (!fields) return otherwise
  return (
    <WithProduct otherwise={otherwise}>{(product) => <VariantField {...props} fields={fields} product={product} />}</WithProduct>
  )
}
