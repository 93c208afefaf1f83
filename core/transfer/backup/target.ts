// Detects whether the database to restore into is empty, freshly installed, half restored, or contains a shop.
import { ValidationError } from '../../foundation/errors.js'
import type { Database } from '../../storage/database/connection.js'
import { readBookkeeping } from '../../storage/migration/bookkeeping.js'
import { collectInstallationTables } from '../../storage/migration/installation-tables.js'
import { type Installation, createMigratedDatabase } from './compatibility.js'
import { isBackedUp, selectBackupRows, systemVariableTable } from './row-selection.js'
import { createTableDigest, type TableDigest, formatTableParts } from './rows.js'

export type RestoreTargetState = 'empty' | 'installed' | 'half-restored' | 'shop'

/** Tables that change by themselves on an unused installation. */
const volatileTables: readonly string[] = [systemVariableTable, 'svc_idempotency', 'svc_used_assertions']

async function computeDigests(database: Database, installation: Installation): Promise<ReadonlyMap<string, TableDigest>> {
  const tables = await collectInstallationTables(installation.registry, installation.tracks, database.dialect)
  const real = await database.dialect.readTables(database)
  const view = await database.view()
  try {
    const digests = new Map<string, TableDigest>()
    for (const table of tables.values()) {
      const present = real.get(table.name)
      if (!present || !isBackedUp(table) || volatileTables.includes(table.name)) continue
      const columns = Object.keys(table.columns).filter((name) => present.columns.has(name))
      const digest = createTableDigest()
      for await (const part of formatTableParts(view.rows(selectBackupRows(table, columns)), columns)) digest.take(part)
      digests.set(table.name, digest.end())
    }
    return digests
  } finally {
    await view.end()
  }
}

/** Reads only. */
export async function detectTargetState(database: Database, installation: Installation): Promise<RestoreTargetState> {
  const bookkeeping = await readBookkeeping(database)
  if (bookkeeping === null || (bookkeeping.pointers.size === 0 && bookkeeping.restore === null)) return 'empty'
  if (bookkeeping.restore !== null) return 'half-restored'
  const fresh = await createMigratedDatabase(installation, installation.tracks)
  try {
    const [here, there] = [await computeDigests(database, installation), await computeDigests(fresh, installation)]
    const isSame = [...here].every(([table, { sha256 }]) => there.get(table)?.sha256 === sha256)
    return isSame ? 'installed' : 'shop'
  } finally {
    await fresh.close()
  }
}

/** The name that a person types to confirm the loss of a database: its name, or the name of its file. */
export function toDatabaseName(maskedUrl: string): string {
  return decodeURIComponent(/([^/\\:]*)$/.exec(maskedUrl.replace(/\?.*$/, ''))![1]!)
}

/** VALIDATION_FAILED on `replace` if a shop would be deleted without confirmation. */
export function requireReplaceable(targetState: RestoreTargetState, maskedUrl: string, replace: string | undefined): void {
  if (targetState !== 'shop') return
  const name = toDatabaseName(maskedUrl)
  if (replace === name) return
  const message = `The database '${maskedUrl}' holds a shop, and a restore would delete all of it.`
  throw ValidationError.of(
    'replace',
    `${message} Back it up, then type --replace ${name}, or name an empty database with --into.`,
  )
}
