// Parses the grids of an XLSX workbook with stored formula results, and converts one to CSV; ignores macros, links and drawings.
import { createMessage, decodeText, FileFault, FileFindings, formatValue, readXmlEvents } from 'product-configurator-service'
import { decodeCellText, type Grid, gridLimits, toColumnName, type GridCell } from './grid.js'
import { DateFormatter, readDateStyles, readWorksheet } from './worksheet.js'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { encodeWorkbookNumber } from '../../packages/surface.js'

const limits = {
  entries: 2_000,
  /** Maximum bytes of all unpacked parts, according to the list. */
  total: 256 * 1_048_576,
  /** Maximum ratio of unpacked to packed size; parts of up to `small` bytes are exempt. */
  ratio: 200,
  small: 262_144,
} as const

const formatPartName = (name: string): string => JSON.stringify(name.slice(0, 100))

/**
 * Reads parts of a zip file in memory, such as a workbook: validates its list of parts first, and counts the unpacked bytes.
 */
interface ZipParts {
  has(name: string): boolean
  /** The unpacked bytes; FileFault beyond `limit` bytes. */
  read(name: string, limit: number): Promise<Uint8Array>
  close(): void
}

/** FileFault for a damaged zip file. */
async function openZipBytes(bytes: Uint8Array): Promise<ZipParts> {
  const zip = await openZipBuffer(bytes)
  const entries = new Map<string, Entry>()
  let [unpacked, packed] = [0, 0]
  if (zip.entryCount > limits.entries)
    throw new FileFault(
      'too-many-entries',
      createMessage('transfer.tooManyParts', { count: zip.entryCount, most: limits.entries }),
    )
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry
      if (entry.isEncrypted())
        throw new FileFault('encrypted', createMessage('transfer.encrypted', { name: formatPartName(name) }))
      if (entries.has(name))
        throw new FileFault('duplicate-entry', createMessage('transfer.partTwice', { name: formatPartName(name) }))
      if (uncompressedSize > limits.small && uncompressedSize > compressedSize * limits.ratio)
        throw new FileFault('bomb', createMessage('transfer.zipBomb', { name: formatPartName(name), ratio: limits.ratio }))
      unpacked += uncompressedSize
      packed += compressedSize
      if (unpacked > limits.total)
        throw new FileFault('too-large', createMessage('transfer.partsTooLarge', { size: limits.total / 1_048_576 }))
      if (packed > bytes.length) throw new FileFault('bomb', createMessage('transfer.partsOverlapping'))
      entries.set(name, entry)
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('truncated', createMessage('transfer.partsUnreadable'))
  }
  return {
    has: (name) => entries.has(name),
    read: (name, limit) => unpackPart(zip, entries.get(name), name, limit),
    close: () => zip.close(),
  }
}

async function openZipBuffer(bytes: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
    })
  } catch {
    throw new FileFault('not-a-package', createMessage('transfer.damagedFile'))
  }
}

async function unpackPart(zip: ZipFile, entry: Entry | undefined, name: string, limit: number): Promise<Uint8Array> {
  if (!entry)
    throw new FileFault('missing-file', createMessage('transfer.entryMissing', { noun: 'part', name: formatPartName(name) }))
  if (entry.uncompressedSize > limit) {
    const size = `${Math.round(limit / 1_048_576)} MiB`
    throw new FileFault('too-large', createMessage('transfer.fileTooLarge', { name: formatPartName(name), size }))
  }
  // Copying all chunks at the end would block the event loop.
  const whole = Buffer.alloc(entry.uncompressedSize)
  let size = 0
  try {
    // The reader counts the bytes and fails if the part is longer or shorter than listed.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      whole.set(chunk as Uint8Array, size)
      size += (chunk as Uint8Array).length
    }
  } catch {
    throw new FileFault('truncated', createMessage('transfer.cannotUnpack', { name: formatPartName(name) }))
  }
  return whole
}

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

/** Writes one line per row, so messages name the row numbers. VALIDATION_FAILED on `file` for an unreadable workbook, and if several worksheets have cells and none is named. */
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
