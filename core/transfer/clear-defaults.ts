// Empties a field again that was empty in the original, if a new record got a default instead.
import { writeEntityRecord } from '../storage/pipeline/write.js'
import { isEmpty } from '../storage/record/layout.js'
import type { TransactionContext, ServiceContext } from '../storage/service-context.js'

type Fields = Readonly<Record<string, unknown>>

/** `stored` are the fields after the write pipeline. */
export async function clearDefaults(
  work: ServiceContext & TransactionContext,
  entity: string,
  id: number,
  fields: Fields,
  stored: Fields,
): Promise<void> {
  const filled = Object.keys(fields).filter((key) => fields[key] !== undefined && isEmpty(fields[key]) && !isEmpty(stored[key]))
  if (filled.length === 0) return
  const emptied = Object.fromEntries(filled.map((key) => [key, null]))
  await writeEntityRecord(work.context, entity, emptied, { id, unit: work.unit, internal: true })
}
