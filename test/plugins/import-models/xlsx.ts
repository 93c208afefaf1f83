// Creates XLSX workbooks for tests part by part, so each part can be invalid.
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A text, a number, nothing, or a raw cell. The attribute `r` is filled in. */
export type XlsxCell = string | number | null | { readonly attributes?: string; readonly inner: string }

export interface XlsxSheet {
  readonly name: string
  readonly rows: readonly (readonly XlsxCell[])[]
  readonly merges?: readonly string[]
  readonly isHidden?: boolean
  /** Row numbers, from 1. */
  readonly hiddenRows?: readonly number[]
  /** Column numbers, from 1. */
  readonly hiddenColumns?: readonly number[]
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function toSheetColumn(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : toSheetColumn(Math.floor(column / 26) - 1) + toSheetColumn(column % 26)
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relationshipNamespace = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** The parts of a workbook by name. Texts use the shared string table, as in spreadsheet programs. */
export function createXlsxParts(sheets: readonly XlsxSheet[]): Map<string, string> {
  const strings = new Map<string, number>()
  const cellOf = (cell: XlsxCell, place: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'object') return `<c r="${place}" ${cell.attributes ?? ''}>${cell.inner}</c>`
    const index = strings.get(cell) ?? strings.size
    strings.set(cell, index)
    return `<c r="${place}" t="s"><v>${index}</v></c>`
  }
  const parts = new Map<string, string>()
  for (const [index, { rows, merges = [], hiddenRows = [], hiddenColumns = [] }] of sheets.entries()) {
    const lines = rows.map(
      (row, at) =>
        `<row r="${at + 1}"${hiddenRows.includes(at + 1) ? ' hidden="1"' : ''}>${row.map((cell, column) => cellOf(cell, `${toSheetColumn(column)}${at + 1}`)).join('')}</row>`,
    )
    const merged =
      merges.length === 0 ? '' : `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    const hidden = hiddenColumns.map((column) => `<col min="${column}" max="${column}" hidden="1"/>`).join('')
    const columns = hidden === '' ? '' : `<cols>${hidden}</cols>`
    parts.set(
      `xl/worksheets/sheet${index + 1}.xml`,
      `${xmlDeclaration}<worksheet ${mainNamespace}>${columns}<sheetData>${lines.join('')}</sheetData>${merged}</worksheet>`,
    )
  }
  const listed = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  parts.set(
    'xl/workbook.xml',
    `${xmlDeclaration}<workbook ${mainNamespace} ${relationshipNamespace}><sheets>${listed.join('')}</sheets></workbook>`,
  )
  const related = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  parts.set('xl/_rels/workbook.xml.rels', `${xmlDeclaration}<Relationships>${related.join('')}</Relationships>`)
  const texts = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
  parts.set('xl/sharedStrings.xml', `${xmlDeclaration}<sst ${mainNamespace}>${texts.join('')}</sst>`)
  parts.set('[Content_Types].xml', `${xmlDeclaration}<Types/>`)
  return parts
}

export async function zipParts(parts: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of parts) zip.addBuffer(Buffer.from(content as string), name, { mtime: new Date(0) })
  zip.end()
  return buffer(zip.outputStream)
}

export async function createXlsx(...sheets: readonly XlsxSheet[]): Promise<Buffer> {
  return zipParts(createXlsxParts(sheets))
}
