// Named internal values that the service or a plugin must remember, separate from the shop settings.
import { SystemError } from '../foundation/errors.js'
import type { Queryable } from './database/dialect.js'
import { randomBytes } from 'node:crypto'
import type { Database } from './database/connection.js'

const table = 'svc_system_variables'

interface Variable {
  readonly name: string
  readonly value: string
}

/** Some databases ignore blanks around a name, so they would confuse it with the trimmed one. */
function requireTrimmedName(name: string): void {
  if (name !== name.trim()) throw new SystemError(`The name of a system variable must not start or end with a space: '${name}'.`)
}

/** The variable with exactly that name. The database may compare names less strictly. */
async function findVariable(on: Queryable, name: string, lock = ''): Promise<Variable | undefined> {
  const rows = await on.query<Variable>(`SELECT name, value FROM ${table} WHERE name = ? ${lock}`, [name])
  return rows.find((row) => row.name === name)
}

/** The value, or null. */
export async function readSystemVariable(on: Queryable, name: string): Promise<string | null> {
  return (await findVariable(on, name))?.value ?? null
}

/** All variables except the named ones, in name order. */
export async function listSystemVariables(on: Queryable, except: ReadonlySet<string>): Promise<readonly Variable[]> {
  const rows = await on.query<Variable>(`SELECT name, value FROM ${table} ORDER BY name`)
  return rows.filter(({ name }) => !except.has(name.trim()))
}

/** Sets a variable. Its name has at most 100 characters and is compared byte by byte. */
export async function setSystemVariable(on: Queryable, name: string, value: string): Promise<void> {
  requireTrimmedName(name)
  const assignment = `value = ${on.dialect.incoming('value')}`
  await on.run(on.dialect.upsert(table, ['name', 'value'], ['name'], assignment), [name, value])
}

/** Reads a variable and locks it until the unit ends. Stores `initial` if the variable is missing. */
export async function lockSystemVariable(u: Queryable, name: string, initial: string): Promise<string> {
  requireTrimmedName(name)
  await u.run(u.dialect.insertMissing(table, ['name', 'value'], ['name']), [name, initial])
  const variable = await findVariable(u, name, u.dialect.forUpdate)
  // The database matched a different name. Do not read or change that variable.
  if (!variable)
    throw new SystemError(
      `The system variable '${name}' cannot be distinguished from another one. Convert the charset of the tables.`,
    )
  return variable.value
}

/** Locked while default notifications are added. */
export const defaultNotificationsVariable = 'default_notifications'
/** Its value from the installation until the first start has added them. */
export const notificationsDue = 'due'

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
