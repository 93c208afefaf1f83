// A form of address.
import { defineEntity } from '../../entity/define.js'
import { string } from '../../properties/string.js'

export const salutation = defineEntity({
  name: 'salutation',
  label: 'salutation',
  pluralLabel: 'salutations',
  area: 'store',
  tools: 'write',
  listing: ['title', 'gender'],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    gender: string('Gender'),
  },
})
