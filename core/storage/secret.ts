// The secret that signs what must be signed, where the installation gives none: made once and shared through the database.
import { randomBytes } from 'node:crypto'
import type { Database } from './database/connection.js'
import { readSystemVariable } from './system-variables.js'

/** The system variable that holds it; whoever lists system variables leaves it out. */
export const secretVariable = 'secret'

/** Reads the secret, or makes it; of several processes that start at once the first one's counts. */
export async function storedSecret(database: Database): Promise<string> {
  const found = await readSystemVariable(database, secretVariable)
  if (found !== null) return found
  const made = randomBytes(32).toString('base64url')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [secretVariable, made])
  return (await readSystemVariable(database, secretVariable)) ?? made
}
