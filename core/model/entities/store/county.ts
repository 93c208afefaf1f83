// A county of a state.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const county = defineEntity({
  name: 'county',
  label: 'county',
  pluralLabel: 'counties',
  area: 'store',
  tools: 'write',
  listing: ['name', 'state_id'],
  properties: {
    state_id: join('State', 'state', { owner: true, required: true }),
    name: string('Name', { required: true }),
  },
})
