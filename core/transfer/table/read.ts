// Makes a variant table of a spreadsheet's text: the first line names questions, each other one a combination; every mistake is told.
import type { Cell, CellPart } from '../../engine/variant/define.js'
import { type Issue, ValidationError } from '../../ground/errors.js'
import { answer } from '../../model/entities/catalog/answer.js'
import { question } from '../../model/entities/catalog/question.js'
import { recordsIn, type ProductTree } from '../../product/tree.js'
import { readCsv, type CsvLine } from './csv.js'
import { Names } from './names.js'

export interface ReadTable {
  readonly question_ids: readonly number[]
  readonly rows: readonly (readonly Cell[])[]
  /** Titles of the questions, in the order of the columns. */
  readonly columns: readonly string[]
  /** Lines that say what an earlier one said. */
  readonly repeated: readonly number[]
}

/** So many mistakes are told at once. */
const mostTold = 50

interface Column {
  readonly id: number
  readonly title: string
  /** null where numbers are entered. */
  readonly answers: Names | null
}

const issue = (code: string, message: string): Issue => ({ field: 'csv', code, message })

/** `12`, `12.5`, or `12,5` where a comma separates no cells; null for anything else. */
function numberIn(text: string, delimiter: string): number | null {
  const plain = delimiter === ',' ? text : text.replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : null
}

/** `40..60` or `40 - 60`. */
function rangeIn(text: string, delimiter: string): CellPart | null {
  const ends = text.includes('..') ? text.split('..') : text.split(/(?<=[\d ])[-–]/)
  if (ends.length !== 2) return null
  const [from, to] = ends.map((end) => numberIn(end.trim(), delimiter)) as [number | null, number | null]
  return from === null || to === null || from > to ? null : { from, to }
}

class Reading {
  readonly issues: Issue[] = []

  constructor(
    private readonly tree: ProductTree,
    private readonly takesAnswers: (type: string) => boolean,
    private readonly delimiter: string,
  ) {}

  columns(head: CsvLine): readonly (Column | null)[] {
    const questions = recordsIn(this.tree, question)
    const names = new Names(questions.map(({ id, values }) => ({ id, names: [values.title, values.internal_name] })))
    return head.cells.map((name, at) => {
      const place = `Line ${head.number}, column ${at + 1}: `
      if (name === '') return this.tell(`${place}the question is not named; write its title, its internal name or its id.`)
      const id = names.find(name)
      if (typeof id === 'string') return this.tell(`${place}the question '${name.slice(0, 100)}' ${id}`)
      const { values } = questions.find((one) => one.id === id)!
      return { id, title: values.title || name, answers: this.takesAnswers(values.question_type) ? this.answersOf(id) : null }
    })
  }

  private answersOf(questionId: number): Names {
    const own = recordsIn(this.tree, answer).filter(({ values }) => values.question_id === questionId)
    return new Names(own.map(({ id, values }) => ({ id, names: [values.title, values.internal_name, values.sku] })))
  }

  private tell(message: string): null {
    this.issues.push(issue('INVALID_VALUE', message))
    return null
  }

  row(line: CsvLine, columns: readonly (Column | null)[]): readonly Cell[] {
    if (line.cells.length !== columns.length) {
      this.tell(`Line ${line.number} has ${line.cells.length} cells, and the first line names ${columns.length} questions.`)
      return []
    }
    return line.cells.map((text, at) => {
      const column = columns[at]
      return column ? this.cell(text, column, `Line ${line.number}, column '${column.title}': `) : []
    })
  }

  private cell(text: string, column: Column, place: string): Cell {
    if (text === '*') return '*'
    if (text === '') {
      this.tell(`${place}nothing stands there; write * where any selection will do.`)
      return []
    }
    // A title may hold what separates parts.
    const whole = column.answers?.find(text)
    if (typeof whole === 'number') return whole
    const parts = text.split('|').flatMap((part) => this.part(part.trim(), column, place) ?? [])
    return parts.length === 1 ? parts[0]! : parts
  }

  private part(text: string, { answers }: Column, place: string): CellPart | null {
    if (answers) {
      const found = answers.find(text)
      return typeof found === 'number' ? found : this.tell(`${place}the answer '${text.slice(0, 100)}' ${found}`)
    }
    const found = numberIn(text, this.delimiter) ?? rangeIn(text, this.delimiter)
    if (found !== null) return found
    return this.tell(`${place}'${text.slice(0, 100)}' is no number such as 40 and no range such as 40..60.`)
  }
}

/** VALIDATION_FAILED on `csv` with the line and the column of each mistake. Whether the questions can have columns is the record's to say. */
export function readTable(tree: ProductTree, csv: string, takesAnswers: (type: string) => boolean): ReadTable {
  const { lines, delimiter, unclosed } = readCsv(csv)
  if (unclosed !== null) throw new ValidationError([issue('INVALID_VALUE', `Line ${unclosed}: a quotation mark is not closed.`)])
  const [head, ...body] = lines
  if (!head || body.length === 0) {
    const message =
      'The text takes a first line that names questions and a line for each combination, separated by commas, semicolons or tabs.'
    throw new ValidationError([issue('INVALID_VALUE', message)])
  }
  const reading = new Reading(tree, takesAnswers, delimiter)
  const columns = reading.columns(head)
  const rows: (readonly Cell[])[] = []
  const repeated: number[] = []
  const seen = new Set<string>()
  for (const line of body) {
    const row = reading.row(line, columns)
    const key = JSON.stringify(row)
    if (seen.has(key)) repeated.push(line.number)
    else rows.push(row)
    seen.add(key)
    if (reading.issues.length >= mostTold) break
  }
  if (reading.issues.length > 0) throw new ValidationError(reading.issues.slice(0, mostTold))
  const named = columns.filter((column) => column !== null)
  return { question_ids: named.map(({ id }) => id), columns: named.map(({ title }) => title), rows, repeated }
}
