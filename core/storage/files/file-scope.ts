// Names the part of the file store that is a database's own: two databases beside each other never sweep each other's files.
import { randomBytes } from 'node:crypto'
import type { Database } from '../database/connection.js'
import { readSystemVariable } from '../system-variables.js'

/** The system variable that holds it. */
export const fileScopeVariable = 'file_scope'

/** Reads the name, or makes it; of several processes that start at once the first one's counts. */
export async function storedFileScope(database: Database): Promise<string> {
  const found = await readSystemVariable(database, fileScopeVariable)
  if (found !== null) return found
  const made = randomBytes(9).toString('hex')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [
    fileScopeVariable,
    made,
  ])
  return (await readSystemVariable(database, fileScopeVariable)) ?? made
}
