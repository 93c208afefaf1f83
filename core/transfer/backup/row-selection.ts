// Decides which rows a backup contains: all except data of running processes and of the database's location.
import { restoreVariable } from '../../storage/migration/bookkeeping.js'
import { fileScopeVariable } from '../../storage/files/file-scope.js'
import type { RowSelection } from '../../storage/database/driver.js'
import type { Table } from '../../foundation/table.js'
import type { OmittedData } from './format.js'
import { transferPrefix } from '../transfer-note.js'
import { backupStateVariable } from './state.js'

/** System variables of the service, including the signing secret. */
export const systemVariableTable = 'svc_system_variables'
export const pointerPrefix = 'migration_pointer '

const omittedTables: Readonly<Record<string, string>> = {
  svc_grams: 'They follow from the texts, and are made again from them.',
  svc_gram_states: 'They say what svc_grams was made of.',
  svc_leases: 'They say which process works at what just now.',
  svc_versions: 'They are numbers by which the caches of running processes are compared; a restore raises them all.',
}

/** Variables that backups omit and restores preserve: location of this database's files, a restore in progress, state of backups. */
export const locationVariables: readonly string[] = [fileScopeVariable, restoreVariable, backupStateVariable]

export const isBackedUp = ({ name }: Pick<Table, 'name'>): boolean => !Object.hasOwn(omittedTables, name)

/** @param strangers owners of migrations that the configuration no longer names */
export function listOmittedData(strangers: readonly string[]): readonly OmittedData[] {
  const always = Object.entries(omittedTables).map(([content, why]) => ({ what: content, why }))
  const scope = {
    what: `the variable ${fileScopeVariable}`,
    why: 'It names the folder of the files, which each database has its own of.',
  }
  const strangerData = strangers.map((owner) => ({
    what: `what the customization '${owner}' keeps`,
    why: 'svc.config.ts does not name it any more, so nobody knows which tables and columns are its own.',
  }))
  return [...always, scope, ...strangerData]
}

/** The rows of a table that a backup contains, in key order, which is equal in both databases. */
export function selectBackupRows(table: Table, columns: readonly string[], strangers: readonly string[] = []): RowSelection {
  const selection = { table: table.name, columns, key: table.primaryKey }
  return table.name === systemVariableTable ? { ...selection, where: formatVariableFilter(strangers) } : selection
}

/** Names are inserted into the statement as texts: no name comes from outside. */
function formatVariableFilter(strangers: readonly string[]): string {
  const names = [
    ...locationVariables,
    ...strangers.filter((owner) => /^[a-z0-9-]+$/.test(owner)).map((owner) => pointerPrefix + owner),
  ]
  return `name NOT IN (${names.map((name) => `'${name}'`).join(', ')}) AND name NOT LIKE '${transferPrefix}%'`
}
