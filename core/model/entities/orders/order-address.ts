// An address as it was when the order was placed: texts, without references.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { join } from '../../properties/join.js'
import { dropdown } from '../../properties/dropdown.js'
import { string } from '../../properties/string.js'

/** References used to determine taxes and delivery of a draft. Only the texts are permanent. */
const weakReference = { weak: true } as const

export const orderAddress = defineEntity({
  name: 'order-address',
  label: 'order address',
  pluralLabel: 'order addresses',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'kind', 'last_name', 'company', 'zip', 'city', 'country'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    kind: dropdown('Kind', { choices: { billing: 'Billing', delivery: 'Delivery' } }),
    first_name: string('First name'),
    last_name: string('Last name'),
    company: string('Company'),
    line1: string('Address line 1'),
    line2: string('Address line 2'),
    zip: string('Postal code'),
    city: string('City'),
    county: string('County'),
    state: string('State'),
    country: string('Country'),
    country_id: join('Linked country', 'country', weakReference),
    state_id: join('Linked state', 'state', weakReference),
    county_id: join('Linked county', 'county', weakReference),
    city_id: join('Linked city', 'city', weakReference),
  },
})
