// Texts of the demo shop in its three languages, and helpers that write them into records.
import type { UnitRecords } from 'product-configurator-service'

/** A text in the languages of the demo. Other languages get the English text. */
export class DemoText {
  constructor(
    readonly en: string,
    readonly de: string,
    readonly he: string,
  ) {}

  in(tag: string): string {
    const primary = tag.split('-')[0]
    return primary === 'de' ? this.de : primary === 'he' ? this.he : this.en
  }
}

export const createText = (en: string, de: string, he: string): DemoText => new DemoText(en, de, he)

export type DemoFields = Readonly<Record<string, unknown>>

/** Expands a text to flat keys for every active language. */
export function expandTexts(fields: DemoFields, languages: readonly string[]): Record<string, unknown> {
  const spreadFields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!(value instanceof DemoText)) spreadFields[name] = value
    else for (const tag of languages) spreadFields[`${name}_${tag.replaceAll('-', '_')}`] = value.in(tag)
  }
  return spreadFields
}

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
