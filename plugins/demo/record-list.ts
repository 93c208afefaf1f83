// Reads whole small tables of the shop.
import type { UnitRecords } from 'product-configurator-service'

export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** All records of an entity, ordered by id. */
export async function listAllRecords(records: UnitRecords, entity: string): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = []
  for (;;) {
    const { records: rows, meta } = await records.list(entity, { limit: 200, offset: found.length, sort: 'id' })
    found.push(...rows)
    if (rows.length === 0 || found.length >= meta.total) return found
  }
}
