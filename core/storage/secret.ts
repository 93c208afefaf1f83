// The secret that signs what must be signed, where the installation gives none: made once and shared through the database.
import { randomBytes } from 'node:crypto'
import type { Database } from './database/connection.js'

/** The system variable that holds it; whoever lists system variables leaves it out. */
export const secretVariable = 'secret'

/** Reads the secret, or makes it; of several processes that start at once the first one's counts. */
export async function storedSecret(database: Database): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const rows = await database.query<{ value: string }>('SELECT value FROM svc_system_variables WHERE name = ?', [secretVariable])
    return rows[0]?.value
  }
  const found = await read()
  if (found !== undefined) return found
  const made = randomBytes(32).toString('base64url')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [secretVariable, made])
  return (await read()) ?? made
}
