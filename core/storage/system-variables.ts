// Internal bookkeeping by name: what the service or a plugin must remember, beside the settings of the shop.
import { SystemError } from '../foundation/errors.js'
import type { Queryable } from './database/queryable.js'

const table = 'svc_system_variables'

interface Variable {
  readonly name: string
  readonly value: string
}

/** A name with blanks around it would be another one to people, and the same to a database that ignores them. */
function requirePlain(name: string): void {
  if (name !== name.trim()) throw new SystemError(`The name of a system variable has no blanks around it, and '${name}' has.`)
}

/** The variable of exactly that name, whatever the database takes for equal. */
async function variable(on: Queryable, name: string, lock = ''): Promise<Variable | undefined> {
  const rows = await on.query<Variable>(`SELECT name, value FROM ${table} WHERE name = ? ${lock}`, [name])
  return rows.find((row) => row.name === name)
}

/** The variable's text, or null. */
export async function readSystemVariable(on: Queryable, name: string): Promise<string | null> {
  return (await variable(on, name))?.value ?? null
}

/** Every variable but the named ones, in name order. */
export async function listSystemVariables(on: Queryable, except: ReadonlySet<string>): Promise<readonly Variable[]> {
  const rows = await on.query<Variable>(`SELECT name, value FROM ${table} ORDER BY name`)
  return rows.filter(({ name }) => !except.has(name.trim()))
}

/** Sets a variable of at most 100 characters' name; the name is compared byte by byte. */
export async function setSystemVariable(on: Queryable, name: string, value: string): Promise<void> {
  requirePlain(name)
  const assignment = `value = ${on.dialect.incoming('value')}`
  await on.run(on.dialect.upsert(table, ['name', 'value'], ['name'], assignment), [name, value])
}

/** Reads a variable inside a unit and keeps other units from it until this one ends; `initial` is stored where it is missing. */
export async function lockSystemVariable(u: Queryable, name: string, initial: string): Promise<string> {
  requirePlain(name)
  await u.run(u.dialect.insertMissing(table, ['name', 'value'], ['name']), [name, initial])
  const found = await variable(u, name, u.dialect.forUpdate)
  // A database that takes another name for this one: nothing of that one is read or changed.
  if (!found) throw new SystemError(`The system variable '${name}' cannot be told from another one. Convert the tables' charset.`)
  return found.value
}
