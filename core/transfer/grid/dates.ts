// Detects date cells of a workbook: dates are stored as day numbers, and only the number format distinguishes them.
import { readXml } from '../../foundation/xml.js'

/** Built-in date and time formats by number, including the East Asian ones. */
const isBuiltInDateFormat = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** True for a format with years, months, days or hours. Quoted, escaped and bracketed parts are texts, colors or locales. */
function isDateFormat(code: string): boolean {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^[\]]*\]/gi, '').split(';')
  return /[ymdhs]/i.test(first) && !/general/i.test(first)
}

/** The indexes of cell styles that show dates, as cells reference them. */
export function readDateStyles(source: string): ReadonlySet<string> {
  const own = new Map<number, boolean>()
  const dates = new Set<string>()
  let [inCells, count] = [false, 0]
  readXml(source, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const format = Number(attributes.get('numFmtId') ?? 0)
      if (own.get(format) ?? isBuiltInDateFormat(format)) dates.add(String(count))
      count++
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return dates
}

const dayMilliseconds = 86_400_000
/** Day number of 9999-12-31. */
const lastDayNumber = 2_958_465

/** Formats the date cells of a workbook. */
export class DateFormatter {
  constructor(
    private readonly styles: ReadonlySet<string>,
    /** Days are counted from 1904, as on old Macs. */
    private readonly isFrom1904: boolean,
  ) {}

  /** `2026-03-01`, with the time of day if present; null for a cell without a date. */
  format(style: string, value: number): string | null {
    if (!this.styles.has(style)) return null
    const days = this.isFrom1904 ? value + 1_462 : value
    if (!(days >= 0) || days > lastDayNumber) return null
    const seconds = Math.round(days * 86_400)
    const [whole, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
    const time = new Date(rest * 1_000).toISOString().slice(11, 19)
    if (whole === 0) return time
    // Spreadsheets have a February 29, 1900. A time of day alone has day number 0.
    const date = new Date(Date.UTC(1899, 11, whole < 60 ? 31 : 30) + whole * dayMilliseconds).toISOString().slice(0, 10)
    return rest === 0 ? date : `${date} ${time}`
  }
}

export const noDateFormatter = new DateFormatter(new Set(), false)
