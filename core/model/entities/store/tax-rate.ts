// The rate of a tax class in one country, state, county or city.
import { requireExactlyOne } from '../../entity/cross-field-checks.js'
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

export const taxRate = defineEntity({
  name: 'tax-rate',
  label: 'tax rate',
  pluralLabel: 'tax rates',
  area: 'store',
  listing: ['tax_class_id', 'country_id', 'state_id', 'county_id', 'city_id', 'rate', 'code'],
  properties: {
    tax_class_id: join('Tax class', 'tax-class', { owner: true, required: true }),
    country_id: join('Country', 'country'),
    state_id: join('State', 'state', { help: "Its rate replaces the country's rate." }),
    county_id: join('County', 'county', { help: 'Its rate is added.' }),
    city_id: join('City', 'city', { help: 'Its rate is added.' }),
    rate: decimal('Rate', { min: 0, max: 100, help: 'Per cent.' }),
    code: string('Code', { trimmed: true, help: 'For accounting.' }),
  },
  validate: ({ record }) => requireExactlyOne(record, ['country_id', 'state_id', 'county_id', 'city_id']),
})
