// A state or province of a country.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const state = defineEntity({
  name: 'state',
  label: 'state',
  pluralLabel: 'states',
  area: 'store',
  tools: 'write',
  listing: ['name', 'country_id', 'code'],
  properties: {
    country_id: join('Country', 'country', { owner: true, required: true }),
    name: string('Name', { required: true }),
    code: string('Code', { trimmed: true }),
  },
})
