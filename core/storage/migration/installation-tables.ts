// Lists every table of an installation: the internal tables, the entity tables and the tables that customization scripts create.
import { toEntityTable } from '../../model/schema/columns.js'
import type { Registry } from '../../model/registry.js'
import type { Table } from '../../foundation/table.js'
import type { Dialect } from '../database/dialect.js'
import { internalTables as ownTables } from '../database/internal-tables.js'
import type { MigrationSteps, MigrationTrack } from './migration.js'

/** Tables that the scripts create and do not drop, without entity tables. Found by running the scripts without a database. */
async function collectScriptTables(tracks: readonly MigrationTrack[], dialect: Dialect): Promise<ReadonlyMap<string, Table>> {
  const tablesByName = new Map<string, Table>()
  const nothing = async (): Promise<void> => undefined
  const steps: MigrationSteps = {
    dialect,
    languages: [],
    createTable: async (table) => void tablesByName.set(table.name, table),
    createEntityTable: nothing,
    addColumn: nothing,
    foldTexts: nothing,
    addIndex: nothing,
    async dropColumn(name, column) {
      const table = tablesByName.get(name)
      if (!table) return
      const columns = Object.entries(table.columns).filter(([columnName]) => columnName !== column)
      tablesByName.set(name, { ...table, columns: Object.fromEntries(columns) })
    },
    dropTable: async (name) => void tablesByName.delete(name),
    data: nothing,
    dataInBatches: nothing,
  }
  for (const { migrations } of tracks) for (const script of migrations) await script.up(steps)
  return tablesByName
}

/** All tables, sorted by name, with their columns after all scripts. */
export async function collectInstallationTables(
  registry: Registry,
  tracks: readonly MigrationTrack[],
  dialect: Dialect,
): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map(await collectScriptTables(tracks, dialect))
  for (const table of ownTables) tables.set(table.name, table)
  for (const entity of registry.entities.values()) tables.set(entity.table, toEntityTable(entity))
  return new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1)))
}
