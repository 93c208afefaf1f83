// The signing secret for installations that configure none: generated once and shared through the database.
import { randomBytes } from 'node:crypto'
import type { Database } from './database/connection.js'
import { readSystemVariable } from './system-variables.js'

/** The system variable with the secret. Lists of system variables must omit it. */
export const signingSecretVariable = 'secret'

/** Reads the secret, or creates it. If several processes start at once, all use the secret that was stored first. */
export async function loadSigningSecret(database: Database): Promise<string> {
  const storedSecret = await readSystemVariable(database, signingSecretVariable)
  if (storedSecret !== null) return storedSecret
  const newSecret = randomBytes(32).toString('base64url')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [
    signingSecretVariable,
    newSecret,
  ])
  return (await readSystemVariable(database, signingSecretVariable)) ?? newSecret
}
