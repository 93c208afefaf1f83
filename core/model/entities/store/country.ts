// A country, used by addresses, zones and taxes.
import { createMessage } from '../../../foundation/message.js'
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

const countryCode = (count: number, example: string) => ({
  key: true,
  trimmed: true,
  length: count,
  required: true,
  pattern: { expression: `^[A-Z]{${count}}$`, words: createMessage('fields.countryCode', { count, example }) },
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
    name: string('Name', { translatable: true, required: true, oftenEqual: true }),
    iso2: string('Two-letter code', countryCode(2, 'DE')),
    iso3: string('Three-letter code', countryCode(3, 'DEU')),
    vat_free: boolean('VAT-free'),
    in_eu_vat_area: boolean('In the EU VAT area'),
    published: published(),
  },
})
