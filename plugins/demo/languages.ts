// Adds further languages to the demo shop and translates the initial records of a shop into them.
import type { UnitRecords } from 'product-configurator-service'
import { all } from './records.js'
import { spread, type Text, text } from './text.js'

/** Activates the languages. The first one stays the store's default. */
export async function openLanguages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  await records.write('settings', { active_languages: languages }, { id: 1 })
}

/** Initial records of an installation, by entity in the order of their ids. */
const beginnings: Readonly<Record<string, readonly Text[]>> = {
  'customer-group': [text('Customers', 'Kunden', 'לקוחות')],
  salutation: [text('Ms', 'Frau', 'גברת'), text('Mr', 'Herr', 'מר')],
  shipper: [text('Carrier', 'Spedition', 'חברת שילוח')],
}

/** Entities with names in every language: the field of their code and the field of their name. */
const named = [
  { entity: 'country', code: 'iso2', field: 'name', type: 'region' },
  { entity: 'currency', code: 'code', field: 'title', type: 'currency' },
] as const

/** Translates names of countries and currencies and the initial records. The rest of the shop is written in every language anyway. */
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
