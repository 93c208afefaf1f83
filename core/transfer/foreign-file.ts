// Reads files of other programs for importers. Each function loads its library on the first call.
import { createMessage, getMessage } from '../foundation/message.js'
import type { XmlElement } from '../foundation/xml.js'
import { FileFault, type FileFindings } from './file-findings.js'
import { type Grid, GridCount, gridLimits, noHiddenCells, toTextCell } from './grid/define.js'

/** Maximum size of a file in bytes. */
export const maxFileBytes = 20 * 1_048_576

/** FileFault for broken quotes and for exceeded limits. */
export async function readCsvGrid(text: string): Promise<Grid> {
  const { parseCsv } = await import('./table/csv.js')
  const count = new GridCount()
  const { records } = parseCsv(text, ({ line, cells }) => {
    count.row(line)
    for (const [column, cell] of cells.entries()) {
      count.cell(line, column)
      if (cell.length > gridLimits.text)
        throw new FileFault('too-large', createMessage('files.cellTooLong', { most: gridLimits.text }), line)
    }
  })
  return {
    name: '',
    rows: records.map(({ line, cells }) => ({ number: line, cells: cells.map(toTextCell) })),
    merges: [],
    hidden: noHiddenCells,
  }
}

/** The visible worksheets of a workbook, or the named one. FileFault for an unreadable workbook. */
export async function readWorkbookGrids(bytes: Uint8Array, findings: FileFindings, worksheet?: string): Promise<readonly Grid[]> {
  const { readXlsxGrids } = await import('./grid/xlsx.js')
  return readXlsxGrids(bytes, findings, worksheet)
}

/** The document as a tree. FileFault with the line if the text is not XML, has a document type or has more elements. */
export async function readXmlTree(text: string, maxElements: number): Promise<XmlElement> {
  const { parseXmlTree, XmlError } = await import('../foundation/xml.js')
  try {
    return parseXmlTree(text, maxElements)
  } catch (error) {
    throw error instanceof XmlError ? new FileFault(error.kind, getMessage(error), error.line) : error
  }
}
