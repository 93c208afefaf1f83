// Detects whether the database to restore into is empty, freshly installed, half restored, or contains a shop.
import { ValidationError } from '../../foundation/errors.js'
import type { Database } from '../../storage/database/connection.js'
import { readBookkeeping } from '../../storage/migration/bookkeeping.js'
import { installationTables } from '../../storage/migration/tables.js'
import { type Installation, installedInMemory } from './fit.js'
import { isKept, keptRows, variables } from './kept.js'
import { createDigest, type Digest, partsOf } from './rows.js'

export type Standing = 'empty' | 'installed' | 'half-restored' | 'shop'

/** Tables that change by themselves on an unused installation. */
const restless: readonly string[] = [variables, 'svc_idempotency', 'svc_used_assertions']

async function digests(database: Database, installation: Installation): Promise<ReadonlyMap<string, Digest>> {
  const tables = await installationTables(installation.registry, installation.tracks, database.dialect)
  const real = await database.dialect.readTables(database)
  const view = await database.view()
  try {
    const found = new Map<string, Digest>()
    for (const table of tables.values()) {
      const present = real.get(table.name)
      if (!present || !isKept(table) || restless.includes(table.name)) continue
      const columns = Object.keys(table.columns).filter((name) => present.columns.has(name))
      const digest = createDigest()
      for await (const part of partsOf(view.rows(keptRows(table, columns)), columns)) digest.take(part)
      found.set(table.name, digest.end())
    }
    return found
  } finally {
    await view.end()
  }
}

/** Reads only. */
export async function standingOf(database: Database, installation: Installation): Promise<Standing> {
  const bookkeeping = await readBookkeeping(database)
  if (bookkeeping === null || (bookkeeping.pointers.size === 0 && bookkeeping.restore === null)) return 'empty'
  if (bookkeeping.restore !== null) return 'half-restored'
  const fresh = await installedInMemory(installation, installation.tracks)
  try {
    const [here, there] = [await digests(database, installation), await digests(fresh, installation)]
    const isSame = [...here].every(([table, { sha256 }]) => there.get(table)?.sha256 === sha256)
    return isSame ? 'installed' : 'shop'
  } finally {
    await fresh.close()
  }
}

/** The name that a person types to confirm the loss of a database: its name, or the name of its file. */
export function databaseName(shownUrl: string): string {
  return decodeURIComponent(/([^/\\:]*)$/.exec(shownUrl.replace(/\?.*$/, ''))![1]!)
}

/** VALIDATION_FAILED on `replace` if a shop would be deleted without confirmation. */
export function requireReplaceable(standing: Standing, shownUrl: string, replace: string | undefined): void {
  if (standing !== 'shop') return
  const name = databaseName(shownUrl)
  if (replace === name) return
  const message = `The database '${shownUrl}' holds a shop, and a restore would delete all of it.`
  throw ValidationError.of(
    'replace',
    `${message} Back it up, then type --replace ${name}, or name an empty database with --into.`,
  )
}
