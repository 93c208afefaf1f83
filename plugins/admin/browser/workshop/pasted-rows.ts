// Parses pasted spreadsheet rows: tab-separated cells, numbers in several notations, and a guess of each column's meaning.
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { parseNumberColumn, stripCurrency } from '#core/surface.js'

export const columnRoles = ['title', 'sku', 'price', 'nothing'] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface PastedSheet {
  readonly rows: readonly (readonly string[])[]
  /** The guessed meaning of each column. */
  readonly guess: readonly ColumnRole[]
}

/** True for a formatted price such as `1.234,50 €`, even if it is ambiguous. */
function looksLikePrice(text: string, language: string): boolean {
  const price = parseNumber(stripCurrency(text), language)
  return 'number' in price || price.problem === 'ambiguous'
}

/** Parses a formatted price such as `1.234,50 €`. null for other texts and for ambiguous prices. */
export function parsePastedPrice(text: string, language: string): number | null {
  const price = parseNumber(stripCurrency(text), language)
  return 'number' in price ? Number(price.number) : null
}

/** The first line is a header if it has no number in a column that otherwise contains numbers. */
function removeHeading(rows: readonly (readonly string[])[], language: string): readonly (readonly string[])[] {
  const [first = [], ...rest] = rows
  const isNumber = (text: string | undefined): boolean => text !== undefined && looksLikePrice(text, language)
  const heads = first.some((text, at) => !isNumber(text) && rest.length > 0 && rest.every((row) => isNumber(row[at])))
  return heads ? rest : rows
}

export function parsePastedSheet(text: string, language: string): PastedSheet {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const split = lines.some((line) => line.includes('\t')) ? '\t' : lines.every((line) => line.includes(';')) ? ';' : null
  const all = lines.map((line) => (split === null ? [line] : line.split(split)).map((cell) => cell.trim()))
  const rows = removeHeading(all, language)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const guess: ColumnRole[] = []
  for (let at = 0; at < width; at++) {
    const filled = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const priced = filled.length > 0 && filled.every((cell) => looksLikePrice(cell, language))
    if (!guess.includes('title') && !priced) guess.push('title')
    else if (priced && !guess.includes('price') && at > 0) guess.push('price')
    else if (!priced && !guess.includes('sku')) guess.push('sku')
    else guess.push('nothing')
  }
  if (width > 0 && !guess.includes('title')) guess[0] = 'title'
  return { rows, guess }
}

export interface PastedAnswer {
  readonly title: string
  readonly sku?: string
  readonly price?: number
}

/** The reason why the price column cannot be read. */
export type PriceProblem =
  | { readonly kind: 'ambiguousPrice'; readonly text: string; readonly first: string; readonly second: string }
  | { readonly kind: 'mixedPrices'; readonly comma: string; readonly point: string }

interface PastedAnswers {
  readonly answers: readonly PastedAnswer[]
  /** Rows whose price is not a number. */
  readonly unread: readonly number[]
  readonly problem: PriceProblem | null
}

/** The rows as answers. All prices of a column are read in one notation. */
export function toPastedAnswers(rows: PastedSheet['rows'], columns: readonly ColumnRole[], language: string): PastedAnswers {
  const cell = (row: readonly string[], role: ColumnRole): string => row[columns.indexOf(role)] ?? ''
  const priced = rows.flatMap((row, at) => (cell(row, 'price') === '' ? [] : [at]))
  const texts = priced.map((at) => cell(rows[at]!, 'price'))
  const column = parseNumberColumn(texts.map(stripCurrency), language)
  const prices = new Map<number, number>()
  const unread: number[] = []
  let problem: PriceProblem | null = null
  if ('cells' in column) problem = { kind: 'mixedPrices', comma: texts[column.cells[0]]!, point: texts[column.cells[1]]! }
  else {
    for (const [index, price] of column.numbers.entries()) {
      if ('number' in price) prices.set(priced[index]!, Number(price.number))
      else if (!('readings' in price)) unread.push(priced[index]!)
      else {
        const [first, second] = price.readings.map((reading) => formatTypedNumber(reading, language)) as [string, string]
        problem ??= { kind: 'ambiguousPrice', text: texts[index]!, first, second }
      }
    }
  }
  const answers = rows.map((row, at) => {
    const [sku, price] = [cell(row, 'sku'), prices.get(at)]
    return { title: cell(row, 'title'), ...(sku !== '' && { sku }), ...(price !== undefined && { price }) }
  })
  return { answers, unread, problem }
}
