// A set of countries, used to price delivery.
import { defineEntity } from '../../entity/define.js'
import { multiselect } from '../../properties/multiselect.js'
import { string } from '../../properties/string.js'

export const zone = defineEntity({
  name: 'zone',
  label: 'zone',
  pluralLabel: 'zones',
  area: 'store',
  tools: 'write',
  listing: ['title'],
  properties: {
    title: string('Title', { required: true }),
    country_ids: multiselect('Countries', { entity: 'country' }),
  },
})
