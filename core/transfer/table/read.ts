// Parses a spreadsheet's text as a variant table: question names in the first line, then one combination per line.
import type { Cell, CellPart } from '../../engine/variant/variant-table.js'
import { createIssue, type Issue, ValidationError } from '../../foundation/errors.js'
import { createMessage, type Message, suggestName } from '../../foundation/message.js'
import { isMessage } from '../../foundation/message-format.js'
import { answer } from '../../model/entities/catalog/answer.js'
import { question } from '../../model/entities/catalog/question.js'
import { getTreeRecords, type ProductTree } from '../../product/published-tree.js'
import type { Csv, CsvRecord } from './csv.js'
import { decodeCellName, NumberColumn } from './number-column.js'

interface RecordNames {
  readonly id: number
  /** In order of priority: a title precedes an internal name. */
  readonly names: readonly string[]
}

/** Programs store letters and accents together or apart, and may add blanks at the ends. */
const normalizeName = (name: string): string => name.normalize('NFC').trim()

class NameIndex {
  private readonly byName: readonly ReadonlyMap<string, readonly number[]>[]
  private readonly titles: readonly string[]
  private readonly ids: ReadonlySet<number>

  constructor(
    private readonly entity: 'question' | 'answer',
    list: readonly RecordNames[],
  ) {
    const depth = Math.max(0, ...list.map(({ names }) => names.length))
    // Exact names first, then case-insensitive ones; within each, by priority of the names.
    const ways = [normalizeName, (name: string) => normalizeName(name).toLowerCase()]
    this.byName = ways.flatMap((way) =>
      Array.from({ length: depth }, (_, at) => {
        const idsByName = new Map<string, number[]>()
        for (const { id, names } of list) {
          const name = way(names[at] ?? '')
          if (name !== '') idsByName.set(name, [...(idsByName.get(name) ?? []), id])
        }
        return idsByName
      }),
    )
    this.titles = list.map(({ names }) => names[0] ?? '').filter((name) => name !== '')
    this.ids = new Set(list.map(({ id }) => id))
  }

  /** The id of the record with the name; otherwise an error message. */
  find(name: string): number | Message {
    const normalized = normalizeName(name)
    for (const [at, idsByName] of this.byName.entries()) {
      const ids = idsByName.get(at < this.byName.length / 2 ? normalized : normalized.toLowerCase())
      if (ids?.length === 1) return ids[0]!
      if (ids) return createMessage('files.nameAmbiguous', { name: name.slice(0, 100), count: ids.length, ids: ids.map(String) })
    }
    const id = Number(name)
    if (this.ids.has(id)) return id
    const names = [...this.titles.slice(0, 12), ...(this.titles.length > 12 ? ['…'] : [])]
    const values = { name: name.slice(0, 100), hint: suggestName(name, this.titles), names }
    return this.entity === 'question'
      ? createMessage('files.questionUnknown', values)
      : createMessage('files.answerUnknown', values)
  }
}

interface ParsedVariantTable {
  readonly question_ids: readonly number[]
  readonly rows: readonly (readonly Cell[])[]
  /** Titles of the questions, in column order. */
  readonly columns: readonly string[]
  /** Numbers of lines that repeat an earlier line. */
  readonly repeated: readonly number[]
}

/** Maximum number of issues reported at once. */
const maxIssues = 50

interface Column {
  readonly id: number
  readonly title: string
  /** null if numbers are entered. */
  readonly answers: NameIndex | null
  /** null if answers are named. */
  readonly numbers: NumberColumn | null
}

class TableReader {
  readonly issues: Issue[] = []

  constructor(
    private readonly tree: ProductTree,
    private readonly canHaveAnswers: (type: string) => boolean,
    private readonly language: string,
  ) {}

  columns(head: CsvRecord, body: readonly CsvRecord[]): readonly (Column | null)[] {
    const questions = getTreeRecords(this.tree, question)
    const names = new NameIndex(
      'question',
      questions.map(({ id, values }) => ({ id, names: [values.title, values.internal_name] })),
    )
    return head.cells.map((name, at) => {
      const report = (message: Message): null =>
        this.report(createMessage('files.atCell', { line: head.line, column: at + 1, message }))
      if (name === '') return report(createMessage('files.headingEmpty'))
      const id = names.find(decodeCellName(name))
      if (typeof id !== 'number') return report(id)
      const { values } = questions.find((candidate) => candidate.id === id)!
      const title = values.title || name
      if (this.canHaveAnswers(values.question_type)) return { id, title, answers: this.answersOf(id), numbers: null }
      return { id, title, answers: null, numbers: this.numbersOf(title, at, body) }
    })
  }

  private numbersOf(title: string, at: number, body: readonly CsvRecord[]): NumberColumn {
    const cells = body.map(({ line, cells: texts }) => ({ line, text: texts[at] ?? '' }))
    const column = new NumberColumn(cells, this.language)
    if (column.contradiction !== null)
      this.report(createMessage('files.inColumn', { column: title, message: column.contradiction }))
    return column
  }

  private answersOf(questionId: number): NameIndex {
    const own = getTreeRecords(this.tree, answer).filter(({ values }) => values.question_id === questionId)
    return new NameIndex(
      'answer',
      own.map(({ id, values }) => ({ id, names: [values.title, values.internal_name, values.sku] })),
    )
  }

  private report(message: Message): null {
    this.issues.push(createIssue('csv', message))
    return null
  }

  row(line: CsvRecord, columns: readonly (Column | null)[]): readonly Cell[] {
    if (line.cells.length !== columns.length) {
      this.report(createMessage('files.rowLength', { line: line.line, count: line.cells.length, columns: columns.length }))
      return []
    }
    return line.cells.map((text, at) => {
      const column = columns[at]
      return column ? this.cell(text, column, line.line) : []
    })
  }

  private cell(text: string, column: Column, line: number): Cell {
    const report = (message: Message): null =>
      this.report(createMessage('files.atColumn', { line, column: column.title, message }))
    if (text === '*') return '*'
    if (text === '') {
      report(createMessage('files.cellEmpty'))
      return []
    }
    // A title may contain the separator.
    const whole = column.answers?.find(decodeCellName(text))
    if (typeof whole === 'number') return whole
    const parts = column.answers
      ? text.split('|').map((part) => column.answers!.find(part.trim()))
      : this.readNumbers(text, column.numbers!)
    const readable = parts.flatMap((part): readonly CellPart[] => (isMessage(part) ? (report(part) ?? []) : [part]))
    return readable.length === 1 ? readable[0]! : readable
  }

  private readNumbers(text: string, column: NumberColumn): readonly (CellPart | Message)[] {
    // The contradiction is reported once per column.
    return column.contradiction === null ? column.readCell(text) : []
  }
}

/**
 * Numbers are parsed in the notation of the language (an IETF tag); each column has one notation. VALIDATION_FAILED on `csv` with line and
 * column of each issue. The record's own validation decides whether the questions can be columns.
 */
export function parseVariantTable(
  tree: ProductTree,
  { records }: Csv,
  canHaveAnswers: (type: string) => boolean,
  language: string,
): ParsedVariantTable {
  const [head, ...body] = records
  if (!head || body.length === 0) throw ValidationError.of('csv', createMessage('files.tableEmpty'))
  const reading = new TableReader(tree, canHaveAnswers, language)
  const columns = reading.columns(head, body)
  const rows: (readonly Cell[])[] = []
  const repeated: number[] = []
  const rowKeys = new Set<string>()
  for (const line of body) {
    const row = reading.row(line, columns)
    const key = JSON.stringify(row)
    if (rowKeys.has(key)) repeated.push(line.line)
    else rows.push(row)
    rowKeys.add(key)
    if (reading.issues.length >= maxIssues) break
  }
  if (reading.issues.length > 0) throw new ValidationError(reading.issues.slice(0, maxIssues))
  const questionColumns = columns.filter((column) => column !== null)
  return { question_ids: questionColumns.map(({ id }) => id), columns: questionColumns.map(({ title }) => title), rows, repeated }
}
