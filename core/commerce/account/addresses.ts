// A customer's own addresses: of the entity's fields all but those that say whose it is.
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../../storage/context.js'
import { unit } from '../../storage/database/unit.js'
import { remove } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { loadRecords } from '../../storage/record/load.js'

type Fields = Readonly<Record<string, unknown>>

const owners = ['customer_id', 'party_id']

const unknown = (): NotFoundError => new NotFoundError('There is no such address in this account.')

function shown({ values }: { readonly values: Fields }): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !owners.includes(name)))
}

export async function addressesOf(context: Context, customerId: number): Promise<readonly Fields[]> {
  const where = { column: 'customer_id', values: [customerId] }
  return (await loadRecords(context.database, requireEntity(context.registry, 'address'), [], where)).map(shown)
}

export async function addressOf(context: Context, customerId: number | null, id: number): Promise<Fields> {
  const where = { column: 'id', values: [id] }
  const [found] = await loadRecords(context.database, requireEntity(context.registry, 'address'), [], where)
  if (!found || customerId === null || found.values.customer_id !== customerId) throw unknown()
  return shown(found)
}

export async function storeAddress(context: Context, customerId: number | null, input: Fields, id?: number): Promise<Fields> {
  if (id !== undefined) await addressOf(context, customerId, id)
  const issues = owners
    .filter((name) => Object.hasOwn(input, name))
    .map((name) => ({ field: name, code: 'UNKNOWN_FIELD', message: `Unknown field '${name}': an address is its account's.` }))
  if (issues.length > 0) throw new ValidationError(issues)
  const fields = id === undefined ? { ...input, customer_id: customerId } : input
  const stored = await write(context, 'address', fields, { schemaOnly: true, ...(id !== undefined && { id }) })
  return addressOf(context, customerId, stored.id)
}

export async function removeAddress(context: Context, customerId: number | null, id: number): Promise<void> {
  await addressOf(context, customerId, id)
  await unit(context.database, (u) => remove(context, 'address', id, { unit: u }))
}
