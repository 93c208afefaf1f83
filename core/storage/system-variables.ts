// Internal bookkeeping by name: what the service or a plugin must remember, beside the settings of the shop.
import type { Queryable } from './database/queryable.js'

const table = 'svc_system_variables'

/** The variable's text, or null. */
export async function readSystemVariable(on: Queryable, name: string): Promise<string | null> {
  const rows = await on.query<{ value: string }>(`SELECT value FROM ${table} WHERE name = ?`, [name])
  return rows[0]?.value ?? null
}

/** Every variable but the named ones, in name order. */
export async function listSystemVariables(
  on: Queryable,
  except: ReadonlySet<string>,
): Promise<readonly { readonly name: string; readonly value: string }[]> {
  const rows = await on.query<{ name: string; value: string }>(`SELECT name, value FROM ${table} ORDER BY name`)
  return rows.filter(({ name }) => !except.has(name))
}

/** Sets a variable of at most 100 characters' name; the name is compared byte by byte. */
export async function setSystemVariable(on: Queryable, name: string, value: string): Promise<void> {
  const assignment = `value = ${on.dialect.incoming('value')}`
  await on.run(on.dialect.upsert(table, ['name', 'value'], ['name'], assignment), [name, value])
}

/** Reads a variable inside a unit and keeps other units from it until this one ends; `initial` is stored where it is missing. */
export async function lockSystemVariable(u: Queryable, name: string, initial: string): Promise<string> {
  await u.run(u.dialect.insertMissing(table, ['name', 'value'], ['name']), [name, initial])
  const rows = await u.query<{ value: string }>(`SELECT value FROM ${table} WHERE name = ? ${u.dialect.forUpdate}`, [name])
  return rows[0]!.value
}
