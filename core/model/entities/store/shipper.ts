// A carrier with its shipping methods.
import { defineEntity } from '../../entity/define.js'
import { string } from '../../properties/string.js'

export const shipper = defineEntity({
  name: 'shipper',
  label: 'carrier',
  pluralLabel: 'carriers',
  area: 'store',
  tools: 'write',
  listing: ['title'],
  properties: {
    title: string('Title', { translatable: true, required: true, oftenEqual: true }),
  },
})
