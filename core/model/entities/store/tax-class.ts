// A tax class of products and surcharges. Its default rate applies where no tax rate matches.
import { defineEntity } from '../../entity/define.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

export const taxClass = defineEntity({
  name: 'tax-class',
  label: 'tax class',
  pluralLabel: 'tax classes',
  area: 'store',
  tools: 'write',
  listing: ['title', 'default_rate'],
  properties: {
    title: string('Title', { required: true }),
    default_rate: decimal('Default rate', { min: 0, max: 100, help: 'Per cent.' }),
  },
})
