// Parses a spreadsheet's text as a variant table: question names in the first line, then one combination per line.
import type { Cell, CellPart } from '../../engine/variant/variant-table.js'
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { answer } from '../../model/entities/catalog/answer.js'
import { question } from '../../model/entities/catalog/question.js'
import { getTreeRecords, type ProductTree } from '../../product/product-tree.js'
import type { Csv, CsvRecord } from './csv.js'
import { decodeCellName, NumberColumn } from './number-column.js'
import { didYouMean } from '../../foundation/message-values.js'

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

  constructor(list: readonly RecordNames[]) {
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

  /** The id of the record with the name; else an error text to append to the place. */
  find(name: string): number | string {
    const normalized = normalizeName(name)
    for (const [at, idsByName] of this.byName.entries()) {
      const ids = idsByName.get(at < this.byName.length / 2 ? normalized : normalized.toLowerCase())
      if (ids?.length === 1) return ids[0]!
      if (ids) return `is the name of ${ids.length}, with the ids ${ids.join(', ')}; write the id instead.`
    }
    const id = Number(name)
    if (this.ids.has(id)) return id
    const few = this.titles.slice(0, 12).join(', ') + (this.titles.length > 12 ? ', …' : '')
    return `is unknown.${didYouMean(name, this.titles)} There are ${few}.`
  }
}

export interface ParsedVariantTable {
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

const createCsvIssue = (code: string, message: string): Issue => ({ field: 'csv', code, message })

class TableReader {
  readonly issues: Issue[] = []

  constructor(
    private readonly tree: ProductTree,
    private readonly canHaveAnswers: (type: string) => boolean,
    private readonly language: string,
  ) {}

  columns(head: CsvRecord, body: readonly CsvRecord[]): readonly (Column | null)[] {
    const questions = getTreeRecords(this.tree, question)
    const names = new NameIndex(questions.map(({ id, values }) => ({ id, names: [values.title, values.internal_name] })))
    return head.cells.map((name, at) => {
      const place = `Line ${head.line}, column ${at + 1}: `
      if (name === '') return this.tell(`${place}the question is not named; write its title, its internal name or its id.`)
      const id = names.find(decodeCellName(name))
      if (typeof id === 'string') return this.tell(`${place}the question '${name.slice(0, 100)}' ${id}`)
      const { values } = questions.find((candidate) => candidate.id === id)!
      const title = values.title || name
      if (this.canHaveAnswers(values.question_type)) return { id, title, answers: this.answersOf(id), numbers: null }
      return { id, title, answers: null, numbers: this.numbersOf(title, at, body) }
    })
  }

  private numbersOf(title: string, at: number, body: readonly CsvRecord[]): NumberColumn {
    const cells = body.map(({ line, cells: texts }) => ({ line, text: texts[at] ?? '' }))
    const column = new NumberColumn(cells, this.language)
    if (column.contradiction !== null) this.tell(`Column '${title}': ${column.contradiction}`)
    return column
  }

  private answersOf(questionId: number): NameIndex {
    const own = getTreeRecords(this.tree, answer).filter(({ values }) => values.question_id === questionId)
    return new NameIndex(own.map(({ id, values }) => ({ id, names: [values.title, values.internal_name, values.sku] })))
  }

  private tell(message: string): null {
    this.issues.push(createCsvIssue('INVALID_VALUE', message))
    return null
  }

  row(line: CsvRecord, columns: readonly (Column | null)[]): readonly Cell[] {
    if (line.cells.length !== columns.length) {
      this.tell(`Line ${line.line} has ${line.cells.length} cells, and the first line names ${columns.length} questions.`)
      return []
    }
    return line.cells.map((text, at) => {
      const column = columns[at]
      return column ? this.cell(text, column, `Line ${line.line}, column '${column.title}': `) : []
    })
  }

  private cell(text: string, column: Column, place: string): Cell {
    if (text === '*') return '*'
    if (text === '') {
      this.tell(`${place}the cell is empty. Write * if any selection is accepted.`)
      return []
    }
    // A title may contain the separator.
    const whole = column.answers?.find(decodeCellName(text))
    if (typeof whole === 'number') return whole
    const parts = column.answers
      ? text.split('|').flatMap((part) => this.answer(part.trim(), column.answers!, place) ?? [])
      : this.numbers(text, column.numbers!, place)
    return parts.length === 1 ? parts[0]! : parts
  }

  private answer(text: string, answers: NameIndex, place: string): CellPart | null {
    const match = answers.find(text)
    return typeof match === 'number' ? match : this.tell(`${place}the answer '${text.slice(0, 100)}' ${match}`)
  }

  private numbers(text: string, column: NumberColumn, place: string): readonly CellPart[] {
    if (column.contradiction !== null) return []
    return column.readCell(text).flatMap((part) => (typeof part === 'string' ? (this.tell(place + part) ?? []) : [part]))
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
  if (!head || body.length === 0) {
    const message =
      'The text takes a first line that names questions and a line for each combination, separated by commas, semicolons or tabs.'
    throw new ValidationError([createCsvIssue('INVALID_VALUE', message)])
  }
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
