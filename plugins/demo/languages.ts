// Adds further languages to the demo shop and translates the initial records of a shop into them.
import type { UnitRecords } from 'product-configurator-service'
import { listAllRecords } from './record-list.js'
import { expandTexts, type DemoText, createText } from './demo-text.js'

/** Activates the languages. The first one stays the store's default. */
export async function activateLanguages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  await records.write('settings', { active_languages: languages }, { id: 1 })
}

/** Initial records of an installation, by entity in the order of their ids. */
const initialTitles: Readonly<Record<string, readonly DemoText[]>> = {
  'customer-group': [createText('Customers', 'Kunden', 'לקוחות')],
  salutation: [createText('Ms', 'Frau', 'גברת'), createText('Mr', 'Herr', 'מר')],
  shipper: [createText('Carrier', 'Spedition', 'חברת שילוח')],
}

/** Entities with names in every language: the field of their code and the field of their name. */
const translatedEntities = [
  { entity: 'country', code: 'iso2', field: 'name', type: 'region' },
  { entity: 'currency', code: 'code', field: 'title', type: 'currency' },
] as const

/** Translates names of countries and currencies and the initial records. The rest of the shop is written in every language anyway. */
export async function translateInitialRecords(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const { entity, code, field, type } of translatedEntities) {
    const names = languages.map(
      (tag) => [`${field}_${tag.replaceAll('-', '_')}`, new Intl.DisplayNames([tag], { type })] as const,
    )
    for (const record of await listAllRecords(records, entity)) {
      const fields = Object.fromEntries(names.map(([key, displayed]) => [key, displayed.of(String(record[code]))]))
      await records.write(entity, fields, { id: record.id })
    }
  }
  for (const [entity, titles] of Object.entries(initialTitles)) {
    const storedRecords = await listAllRecords(records, entity)
    for (const [index, title] of titles.entries()) {
      const record = storedRecords[index]
      if (record) await records.write(entity, expandTexts({ title }, languages), { id: record.id })
    }
  }
}
