// Gives each database its own part of the file store, so two databases never delete each other's files.
import { randomBytes } from 'node:crypto'
import type { Database } from '../database/connection.js'
import { readSystemVariable } from '../system-variables.js'

/** The system variable with the name of that part. */
export const fileScopeVariable = 'file_scope'

/** Reads the name, or creates it. If several processes start at once, all use the name that was stored first. */
export async function loadFileScope(database: Database): Promise<string> {
  const storedScope = await readSystemVariable(database, fileScopeVariable)
  if (storedScope !== null) return storedScope
  const newScope = randomBytes(9).toString('hex')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [
    fileScopeVariable,
    newScope,
  ])
  return (await readSystemVariable(database, fileScopeVariable)) ?? newScope
}
