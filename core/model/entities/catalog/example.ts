// An example: a saved configuration of a product that the storefront can open.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { selections } from '../../properties/selections.js'
import { string } from '../../properties/string.js'

export const example = defineEntity({
  name: 'example',
  label: 'example',
  pluralLabel: 'examples',
  area: 'catalog',
  tools: 'write',
  listing: ['title', 'product_id', 'published', 'ordering'],
  properties: {
    product_id: join('Product', 'product', { owner: true, required: true }),
    title: string('Title', { translatable: true, required: true }),
    description: string('Description', { translatable: true, long: true, html: true }),
    selections: selections('Selections', { help: 'The selections of the opened example.' }),
    published: published(),
    ordering: ordering(),
  },
})
