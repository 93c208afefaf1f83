// The languages in which the demo shop is opened beside those of its installation, and the words that every shop begins with in them.
import type { UnitRecords } from 'product-configurator-service'
import { all } from './records.js'
import { spread, type Text, text } from './text.js'

/** Makes them active; the store's default stays the first. */
export async function openLanguages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  await records.write('settings', { active_languages: languages }, { id: 1 })
}

/** By entity and the order of their ids, as an installation begins with them. */
const beginnings: Readonly<Record<string, readonly Text[]>> = {
  'customer-group': [text('Customers', 'Kunden', 'לקוחות')],
  salutation: [text('Ms', 'Frau', 'גברת'), text('Mr', 'Herr', 'מר')],
  shipper: [text('Carrier', 'Spedition', 'חברת שילוח')],
}

/** What has a name in every language: by which code it is known, and the field of its name. */
const named = [
  { entity: 'country', code: 'iso2', field: 'name', type: 'region' },
  { entity: 'currency', code: 'code', field: 'title', type: 'currency' },
] as const

/** Names of countries and currencies, and what an installation begins with; the rest of the shop comes in every language by itself. */
export async function translateBeginnings(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const { entity, code, field, type } of named) {
    const names = languages.map(
      (tag) => [`${field}_${tag.replaceAll('-', '_')}`, new Intl.DisplayNames([tag], { type })] as const,
    )
    for (const record of await all(records, entity)) {
      const fields = Object.fromEntries(names.map(([key, displayed]) => [key, displayed.of(String(record[code]))]))
      await records.write(entity, fields, { id: record.id })
    }
  }
  for (const [entity, titles] of Object.entries(beginnings)) {
    const found = await all(records, entity)
    for (const [index, title] of titles.entries()) {
      const record = found[index]
      if (record) await records.write(entity, spread({ title }, languages), { id: record.id })
    }
  }
}
