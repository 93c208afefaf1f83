// Parses the grids of an XLSX workbook with stored formula results; ignores macros, links and drawings.
import { createMessage, decodeText, FileFault, FileFindings, formatValue, readXmlEvents } from 'product-configurator-service'
import { decodeCellText, type Grid, gridLimits, toColumnName } from './grid.js'
import { DateFormatter, readDateStyles, readWorksheet } from './worksheet.js'
import { openZipBytes, type ZipParts } from './zip-bytes.js'

const maxStrings = 200_000

/** Skips the phonetic readings above Japanese texts. */
async function readSharedStrings(source: string): Promise<readonly string[]> {
  const strings: string[] = []
  let [text, inText, phonetic] = ['', false, 0]
  await readXmlEvents(source, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      inText = name === 't' && phonetic === 0
    },
    close(name, line) {
      if (name === 'rPh') phonetic--
      if (name === 't') inText = false
      if (name !== 'si') return
      if (strings.length >= maxStrings)
        throw new FileFault('too-large', createMessage('files.tooManyTexts', { most: maxStrings }), line)
      strings.push(decodeCellText(text))
    },
    text(chunk, line) {
      if (!inText) return
      text += chunk
      if (text.length > gridLimits.text)
        throw new FileFault('too-large', createMessage('files.cellTooLong', { most: gridLimits.text }), line)
    },
  })
  return strings
}

/** Maximum unpacked size of one part of the workbook, in bytes. */
const maxPartBytes = 48 * 1_048_576

interface SheetEntry {
  readonly name: string
  readonly relation: string
  readonly isHidden: boolean
}

async function readPart(zip: ZipParts, name: string): Promise<string> {
  // Parts are XML, so no encoding is guessed and the findings stay empty.
  return decodeText(await zip.read(name, maxPartBytes), new FileFindings())
}

/** Formats ranges: `3, 5–7`. */
function formatRuns(numbers: readonly number[], spellNumber: (number: number) => string): string {
  const runs: [number, number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  const spelled = runs.map(([from, to]) => (from === to ? spellNumber(from) : `${spellNumber(from)}–${spellNumber(to)}`))
  return spelled.length > 20 ? `${spelled.slice(0, 20).join(', ')} …` : spelled.join(', ')
}

function reportHidden({ name, hidden: { rows, filledColumns } }: Grid, findings: FileFindings): void {
  const worksheet = formatValue(name)
  if (rows.length > 0)
    findings.warning('hidden-rows', createMessage('files.hiddenRows', { worksheet, rows: formatRuns(rows, String) }))
  if (filledColumns.length > 0)
    findings.warning(
      'hidden-columns',
      createMessage('files.hiddenColumns', { worksheet, columns: formatRuns(filledColumns, toColumnName) }),
    )
}

interface WorkbookIndex {
  readonly entries: readonly SheetEntry[]
  /** Days are counted from 1904. */
  readonly isFrom1904: boolean
}

async function readWorkbookIndex(zip: ZipParts): Promise<WorkbookIndex> {
  const entries: SheetEntry[] = []
  let isFrom1904 = false
  await readXmlEvents(await readPart(zip, 'xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '')
      if (name !== 'sheet') return
      const relation = [...attributes].find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? ''
      const state = attributes.get('state') ?? 'visible'
      entries.push({ name: attributes.get('name') ?? '', relation, isHidden: state !== 'visible' })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return { entries, isFrom1904 }
}

async function readRelations(zip: ZipParts): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  await readXmlEvents(await readPart(zip, 'xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      const target = attributes.get('Target') ?? ''
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      targets.set(attributes.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
    close: () => undefined,
    text: () => undefined,
  })
  return targets
}

/** The visible worksheets, or the named one. FileFault for an unreadable workbook. */
export async function readXlsxGrids(bytes: Uint8Array, findings: FileFindings, worksheet?: string): Promise<readonly Grid[]> {
  const zip = await openZipBytes(bytes)
  try {
    if (!zip.has('xl/workbook.xml')) throw new FileFault('format', createMessage('files.notWorkbook'))
    const { entries, isFrom1904 } = await readWorkbookIndex(zip)
    const targets = await readRelations(zip)
    if (entries.length > gridLimits.sheets)
      throw new FileFault(
        'too-large',
        createMessage('files.tooManyWorksheets', { count: entries.length, most: gridLimits.sheets }),
      )
    if (worksheet !== undefined && !entries.some(({ name }) => name === worksheet))
      throw new FileFault(
        'worksheet',
        createMessage('files.worksheetUnknown', {
          name: formatValue(worksheet),
          names: entries.slice(0, 12).map(({ name }) => formatValue(name)),
        }),
      )
    const strings = zip.has('xl/sharedStrings.xml') ? await readSharedStrings(await readPart(zip, 'xl/sharedStrings.xml')) : []
    const styles = zip.has('xl/styles.xml') ? await readDateStyles(await readPart(zip, 'xl/styles.xml')) : new Set<string>()
    const dates = new DateFormatter(styles, isFrom1904)
    const grids: Grid[] = []
    for (const { name, relation, isHidden } of entries) {
      if (worksheet !== undefined && name !== worksheet) continue
      if (isHidden && worksheet === undefined) {
        findings.notice('hidden-worksheet', createMessage('files.hiddenWorksheet', { worksheet: formatValue(name) }))
        continue
      }
      const target = targets.get(relation)
      // Charts and dialogs are also sheets, but have no cells.
      if (target === undefined || !target.startsWith('xl/worksheets/')) continue
      const grid = await readWorksheet(name, await readPart(zip, target), strings, dates)
      reportHidden(grid, findings)
      if (grid.rows.length > 0) grids.push(grid)
    }
    return grids
  } finally {
    zip.close()
  }
}
