// All tables of an installation as rows, as backups read and restore them, and the bookkeeping of migrations.
export { type Database, openDatabase } from '../storage/database/connection.js'
export {
  type Dialect,
  type ExistingTable,
  quoteName,
  type ReadView,
  type SqlValue,
  type RowSelection,
  type Row,
} from '../storage/database/dialect.js'
export {
  readBookkeeping,
  beginRestore,
  endRestore,
  prepareBookkeeping,
  restoreVariable,
} from '../storage/migration/bookkeeping.js'
export { collectInstallationTables } from '../storage/migration/installation-tables.js'
export { migrate } from '../storage/migration/runner.js'
export type { MigrationTrack } from '../storage/migration/migration.js'
export { deleteAllRows, insertRawRows } from '../storage/database/table-rows.js'
