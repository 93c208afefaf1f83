// Rows as a spreadsheet gives them: lines and tabs, numbers as several countries write them, and which column is what.

export const roles = ['title', 'sku', 'price', 'nothing'] as const
export type Role = (typeof roles)[number]

export interface Sheet {
  readonly rows: readonly (readonly string[])[]
  /** What each column seems to be. */
  readonly guess: readonly Role[]
}

/** Without white space, which groups digits in some countries. */
const number = /^(?:\p{Sc}|[A-Z]{3})?([+-]?\d[\d.,'’]*)[-–]?(?:\p{Sc}|[A-Z]{3})?$/u

/**
 * A price as people write it, `1.234,50 €`; null where it is none, or could be two. With one separator alone three digits
 * behind it are a group where the language writes groups so.
 */
export function priceIn(text: string, language: string): number | null {
  const digits = number.exec(text.replace(/\s/gu, ''))?.[1]?.replace(/['’]/gu, '').replace(/[.,]$/u, '')
  if (digits === undefined) return null
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  const groups = language.startsWith('de') ? '.' : ','
  let decimal: string | null = comma > point ? ',' : point > comma ? '.' : null
  if (decimal !== null && (comma < 0 || point < 0)) {
    const pieces = digits.split(decimal)
    const grouped = pieces.slice(1).every((piece) => piece.length === 3)
    if (pieces.length > 2 || (grouped && decimal === groups)) decimal = grouped ? null : decimal
    if (decimal !== null && pieces.length > 2) return null
  }
  const plain =
    decimal === null ? digits.replace(/[.,]/gu, '') : digits.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.')
  const value = Number(plain)
  return plain !== '' && Number.isFinite(value) ? value : null
}

/** The first line is a heading where it has no number in a column that has some. */
function withoutHeading(rows: readonly (readonly string[])[], language: string): readonly (readonly string[])[] {
  const [first = [], ...rest] = rows
  const isNumber = (text: string | undefined): boolean => text !== undefined && priceIn(text, language) !== null
  const heads = first.some((text, at) => !isNumber(text) && rest.length > 0 && rest.every((row) => isNumber(row[at])))
  return heads ? rest : rows
}

export function sheetIn(text: string, language: string): Sheet {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const split = lines.some((line) => line.includes('\t')) ? '\t' : lines.every((line) => line.includes(';')) ? ';' : null
  const all = lines.map((line) => (split === null ? [line] : line.split(split)).map((cell) => cell.trim()))
  const rows = withoutHeading(all, language)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const guess: Role[] = []
  for (let at = 0; at < width; at++) {
    const filled = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const priced = filled.length > 0 && filled.every((cell) => priceIn(cell, language) !== null)
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

/** The rows as answers, and the places of those whose price is no number. */
export function answersIn(
  rows: Sheet['rows'],
  columns: readonly Role[],
  language: string,
): { readonly answers: readonly PastedAnswer[]; readonly unread: readonly number[] } {
  const unread: number[] = []
  const cell = (row: readonly string[], role: Role): string => row[columns.indexOf(role)] ?? ''
  const answers = rows.map((row, at) => {
    const [sku, written] = [cell(row, 'sku'), cell(row, 'price')]
    const price = written === '' ? null : priceIn(written, language)
    if (written !== '' && price === null) unread.push(at)
    return { title: cell(row, 'title'), ...(sku !== '' && { sku }), ...(price !== null && { price }) }
  })
  return { answers, unread }
}
