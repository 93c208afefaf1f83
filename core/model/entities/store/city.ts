// A city of a county.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const city = defineEntity({
  name: 'city',
  label: 'city',
  pluralLabel: 'cities',
  area: 'store',
  tools: 'write',
  listing: ['name', 'county_id'],
  properties: {
    county_id: join('County', 'county', { owner: true, required: true }),
    name: string('Name', { required: true }),
  },
})
