// A country, as addresses, zones and taxes know it.
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

const letters = (count: number, example: string) => ({
  key: true,
  trimmed: true,
  length: count,
  required: true,
  pattern: { expression: `^[A-Z]{${count}}$`, words: `a code of ${count} capital letters such as ${example} (ISO 3166)` },
})

export const country = defineEntity({
  name: 'country',
  label: 'country',
  pluralLabel: 'countries',
  area: 'store',
  tools: 'write',
  listing: ['name', 'iso2', 'iso3', 'vat_free', 'in_eu_vat_area', 'published'],
  indexes: [['iso2']],
  properties: {
    name: string('Name', { translatable: true, required: true }),
    iso2: string('Two-letter code', letters(2, 'DE')),
    iso3: string('Three-letter code', letters(3, 'DEU')),
    vat_free: boolean('Free of VAT'),
    in_eu_vat_area: boolean('In the EU VAT area'),
    published: published(),
  },
})
