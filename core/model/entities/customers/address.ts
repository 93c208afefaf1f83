// An address of a customer or of a party.
import { requireExactlyOne, type GeographicLevel, checkGeographicLevels } from '../../entity/cross-field-checks.js'
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

const geographicLevels: readonly GeographicLevel[] = [
  ['country_id', 'country', 'Country'],
  ['state_id', 'state', 'State'],
  ['county_id', 'county', 'County'],
  ['city_id', 'city', 'City record'],
]

export const address = defineEntity({
  name: 'address',
  label: 'address',
  pluralLabel: 'addresses',
  area: 'customers',
  tools: 'write',
  listing: ['customer_id', 'party_id', 'kind', 'last_name', 'company', 'zip', 'city', 'country_id'],
  grams: true,
  properties: {
    customer_id: join('Customer', 'customer', { owner: true, help: 'Either the customer or the business partner.' }),
    party_id: join('Business partner', 'party', { owner: true, help: 'Either the customer or the business partner.' }),
    kind: dropdown('Kind', { choices: { billing: 'Billing', delivery: 'Delivery', both: 'Billing and delivery' } }),
    first_name: string('First name'),
    last_name: string('Last name'),
    company: string('Company'),
    line1: string('Address line 1', { required: true }),
    line2: string('Address line 2'),
    zip: string('Postal code'),
    city: string('City', { required: true }),
    country_id: join('Country', 'country', { required: true }),
    state_id: join('State', 'state'),
    county_id: join('County', 'county'),
    city_id: join('Linked city', 'city', { help: "Determines the city's taxes." }),
    is_default_billing: boolean('Default billing address'),
    is_default_delivery: boolean('Default delivery address'),
  },
  validate: async (scope) => [
    ...requireExactlyOne(scope.record, ['customer_id', 'party_id']),
    ...(await checkGeographicLevels(scope, geographicLevels)),
  ],
})
