// The rows of a backup: selects them, formats them as lines, one part at a time, and parses such lines.
import { createMessage, type Message, type MessageText, messageText, type Table } from '#core/contract.js'
import { installationTables, storedFiles, serviceState, zipFiles, fileTransfers } from '#core/surface.js'
import { createHash } from 'node:crypto'

/** Bytes of rows after which a table continues in another file; a single row may be longer. */
const partBytes = 1_048_576

/** Data in the database that the backup omits, with the reason. */
export interface OmittedData {
  readonly what: string
  readonly why: string
}

interface TablePart {
  readonly bytes: Buffer
  readonly rows: number
}

/** Parts of at least one row; none for an empty table. */
export async function* formatTableParts(
  batches: AsyncIterable<readonly installationTables.Row[]>,
  columns: readonly string[],
): AsyncGenerator<TablePart> {
  let lines: Buffer[] = []
  let size = 0
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const text = Buffer.from(batch.map((row) => formatRow(row, columns)).join(''))
    lines.push(text)
    size += text.length
    rows += batch.length
    if (size < partBytes) continue
    yield { bytes: Buffer.concat(lines, size), rows }
    lines = []
    size = rows = 0
  }
  if (rows > 0) yield { bytes: Buffer.concat(lines, size), rows }
}

const formatRow = (row: installationTables.Row, columns: readonly string[]): string =>
  `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`

export interface TableDigest {
  readonly rows: number
  readonly size: number
  readonly sha256: string
}

/** Computes a table's manifest entry while its parts are written. */
export function createTableDigest(): { take(part: TablePart): void; end(): TableDigest } {
  const hash = createHash('sha256')
  let [rows, size] = [0, 0]
  return {
    take(part) {
      hash.update(part.bytes)
      rows += part.rows
      size += part.bytes.length
    },
    end: () => ({ rows, size, sha256: hash.digest('hex') }),
  }
}

const isValue = (value: unknown): value is installationTables.SqlValue =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))

/** PackageFault for a line that is not a list of that many values. */
export function parseTableRows(
  name: string,
  bytes: Uint8Array,
  columns: number,
): readonly (readonly installationTables.SqlValue[])[] {
  const lines = decodeUtf8(name, bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    let row: unknown
    try {
      row = JSON.parse(line)
    } catch {
      row = null
    }
    if (Array.isArray(row) && row.length === columns && row.every(isValue)) return row
    throw new zipFiles.PackageFault(
      'malformed-record',
      createMessage('operations.rowMalformed', { line: index + 1, name, columns }),
    )
  })
}

function decodeUtf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new zipFiles.PackageFault('malformed-record', createMessage('transfer.notUtf8', { name }))
  }
}

/** System variables of the service, including the signing secret. */
export const systemVariableTable = 'svc_system_variables'
const pointerPrefix = 'migration_pointer '

const omittedTables: Readonly<Record<string, Message>> = {
  svc_grams: createMessage('operations.notBackedUpGrams'),
  svc_gram_states: createMessage('operations.notBackedUpGramStates'),
  svc_leases: createMessage('operations.notBackedUpLeases'),
  svc_versions: createMessage('operations.notBackedUpVersions'),
}

/** Variables that backups omit and restores preserve: location of this database's files, a restore in progress, state of backups. */
export const locationVariables: readonly string[] = [
  storedFiles.fileScopeVariable,
  installationTables.restoreVariable,
  serviceState.backupStateVariable,
]

export const isBackedUp = ({ name }: Pick<Table, 'name'>): boolean => !Object.hasOwn(omittedTables, name)

/**
 * Notes for the manifest, in English.
 * @param strangers owners of migrations that are no longer in the configuration
 */
export function listOmittedData(strangers: readonly string[]): readonly OmittedData[] {
  const note = (what: MessageText, why: Message): OmittedData => ({ what: messageText(what), why: messageText(why) })
  return [
    ...Object.entries(omittedTables).map(([table, why]) => note(table, why)),
    note(
      createMessage('operations.variableNamed', { name: storedFiles.fileScopeVariable }),
      createMessage('operations.notBackedUpFileScope'),
    ),
    ...strangers.map((owner) =>
      note(createMessage('operations.customizationData', { owner }), createMessage('operations.notBackedUpCustomization')),
    ),
  ]
}

/** The rows of a table that a backup contains, in key order, which is equal in both databases. */
export function selectBackupRows(
  table: Table,
  columns: readonly string[],
  strangers: readonly string[] = [],
): installationTables.RowSelection {
  const selection = { table: table.name, columns, key: table.primaryKey }
  return table.name === systemVariableTable ? { ...selection, where: formatVariableFilter(strangers) } : selection
}

/** Names are inserted into the statement as texts: no name comes from outside. */
function formatVariableFilter(strangers: readonly string[]): string {
  const names = [
    ...locationVariables,
    ...strangers.filter((owner) => /^[a-z0-9-]+$/.test(owner)).map((owner) => pointerPrefix + owner),
  ]
  return `name NOT IN (${names.map((name) => `'${name}'`).join(', ')}) AND name NOT LIKE '${fileTransfers.transferPrefix}%'`
}
