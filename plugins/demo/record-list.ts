// Reads whole small tables of the shop.
import type { UnitRecords } from 'product-configurator-service'

export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** All records of an entity, ordered by id. */
export async function listAllRecords(records: UnitRecords, entity: string): Promise<readonly StoredRecord[]> {
  const collected: StoredRecord[] = []
  for (;;) {
    const { records: rows, meta } = await records.list(entity, { limit: 200, offset: collected.length, sort: 'id' })
    collected.push(...rows)
    if (rows.length === 0 || collected.length >= meta.total) return collected
  }
}
