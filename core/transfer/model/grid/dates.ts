// Which cells of a workbook are dates: they are numbers of days, and only how they are shown tells them from others.
import { readXml } from '../../../foundation/xml.js'

/** Formats that every spreadsheet program knows by number: dates and times, those of East Asia among them. */
const known = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** True for a format that shows years, months, days or hours; what is quoted, escaped or in brackets is text, colour or country. */
function showsDate(code: string): boolean {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^[\]]*\]/gi, '').split(';')
  return /[ymdhs]/i.test(first) && !/general/i.test(first)
}

/** The styles of cells that show dates, as cells name them. */
export function readDateStyles(source: string): ReadonlySet<string> {
  const own = new Map<number, boolean>()
  const dates = new Set<string>()
  let [inCells, count] = [false, 0]
  readXml(source, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.get('numFmtId')), showsDate(attributes.get('formatCode') ?? ''))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const format = Number(attributes.get('numFmtId') ?? 0)
      if (own.get(format) ?? known(format)) dates.add(String(count))
      count++
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return dates
}

const day = 86_400_000
/** What the last day of 9999 is. */
const last = 2_958_465

/** How the cells of a workbook show dates. */
export class Dates {
  constructor(
    private readonly styles: ReadonlySet<string>,
    /** Days are counted from 1904, as on old Macs. */
    private readonly isFrom1904: boolean,
  ) {}

  /** `2026-03-01`, with the time of day where there is one; null for what is no date. */
  textOf(style: string, value: number): string | null {
    if (!this.styles.has(style)) return null
    const days = this.isFrom1904 ? value + 1_462 : value
    if (!(days >= 0) || days > last) return null
    const seconds = Math.round(days * 86_400)
    const [whole, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
    const time = new Date(rest * 1_000).toISOString().slice(11, 19)
    if (whole === 0) return time
    // Spreadsheets have a 29th of February 1900, and times of day alone stand before the first day.
    const date = new Date(Date.UTC(1899, 11, whole < 60 ? 31 : 30) + whole * day).toISOString().slice(0, 10)
    return rest === 0 ? date : `${date} ${time}`
  }
}

export const noDates = new Dates(new Set(), false)
