// The text of a worksheet, as a variant table is read from: a line for each row, so that sentences name the rows as they are numbered.
import { ValidationError } from '../../ground/errors.js'
import { spell } from '../../ground/spell.js'
import { ModelFault, ModelFindings } from '../model/findings.js'
import type { Grid, GridCell } from '../model/grid/define.js'
import { xlsxGrids } from '../model/grid/xlsx.js'
import { writeWorkbookNumber } from './number-column.js'

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"` : text

const textOfCell = (cell: GridCell | undefined): string => (cell?.isNumber ? writeWorkbookNumber(cell.text) : (cell?.text ?? ''))

/** Rows without anything are left out, wherever they stand, and would shift the numbers. */
function textOf({ rows }: Grid, findings: ModelFindings): string {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const lines: string[] = []
  for (const { number, cells } of rows) {
    while (lines.length < number - 1) lines.push('')
    for (const { fault } of cells) if (fault !== null) findings.blocker('unreadable-cell', fault, number)
    lines.push(Array.from({ length: width }, (_, column) => quoted(textOfCell(cells[column]))).join(','))
  }
  return `${lines.join('\n')}\n`
}

export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** VALIDATION_FAILED on `file` for what cannot be read, and where several worksheets have cells and none is named. */
export async function csvOfWorkbook(bytes: Uint8Array, worksheet: string | undefined): Promise<string> {
  const findings = new ModelFindings()
  try {
    const [first, ...others] = await xlsxGrids(bytes, findings, worksheet)
    if (!first) throw new ModelFault('empty', 'No worksheet has a cell with something in it.')
    if (others.length > 0) {
      const names = [first, ...others].map(({ name }) => spell(name)).slice(0, 12)
      throw new ModelFault('worksheet', `The workbook has several worksheets: ${names.join(', ')}. Name one with 'worksheet'.`)
    }
    const text = textOf(first, findings)
    findings.refuse()
    return text
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    throw ValidationError.of('file', error.message, error.kind)
  }
}
