// Converts a worksheet to CSV text for a variant table, one line per row, so messages name the row numbers.
import { createMessage, decodeText, FileFault, FileFindings, formatValue } from 'product-configurator-service'
import { encodeWorkbookNumber } from '#core/surface.js'
import type { Grid, GridCell } from './grid.js'
import { readXlsxGrids } from './xlsx.js'

const quoteCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"` : text

const formatGridCell = (cell: GridCell | undefined): string =>
  cell?.isNumber ? encodeWorkbookNumber(cell.text) : (cell?.text ?? '')

/** Adds empty lines for rows that the grid omits, so line numbers equal row numbers. */
function formatGrid({ rows, hidden }: Grid, findings: FileFindings): string {
  const width = rows.reduce((maximum, { cells }) => Math.max(maximum, cells.length), 0)
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => !hidden.columns.includes(column))
  const lines: string[] = []
  for (const { number, cells } of rows) {
    while (lines.length < number - 1) lines.push('')
    for (const { fault } of cells) if (fault !== null) findings.blocker('unreadable-cell', fault, number)
    lines.push(columns.map((column) => quoteCsv(formatGridCell(cells[column]))).join(','))
  }
  return `${lines.join('\n')}\n`
}

const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** The CSV text of a file: the worksheet of a workbook, else the decoded text. VALIDATION_FAILED on `file` if it cannot be read. */
export async function readTableFile(bytes: Uint8Array, worksheet: string | undefined, findings: FileFindings): Promise<string> {
  if (isWorkbook(bytes)) return convertWorkbook(bytes, worksheet, findings)
  try {
    return decodeText(bytes, findings)
  } catch (error) {
    throw error instanceof FileFault ? error.toRefusal('file') : error
  }
}

/** VALIDATION_FAILED on `file` for an unreadable workbook, and if several worksheets have cells and none is named. */
export async function convertWorkbook(
  bytes: Uint8Array,
  worksheet: string | undefined,
  findings = new FileFindings(),
): Promise<string> {
  try {
    const [first, ...otherGrids] = await readXlsxGrids(bytes, findings, worksheet)
    if (!first) throw new FileFault('empty', createMessage('files.workbookEmpty'))
    if (otherGrids.length > 0) {
      const names = [first, ...otherGrids].map(({ name }) => formatValue(name)).slice(0, 12)
      throw new FileFault('worksheet', createMessage('files.severalWorksheets', { names }))
    }
    const text = formatGrid(first, findings)
    findings.refuse()
    return text
  } catch (error) {
    throw error instanceof FileFault ? error.toRefusal('file') : error
  }
}
