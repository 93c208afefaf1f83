// A page of a product, which contains questions.
import { defineEntity } from '../../entity/define.js'
import { refuseDotLabels } from '../../entity/label.js'
import { join } from '../../properties/join.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

export const page = defineEntity({
  name: 'page',
  label: 'page',
  pluralLabel: 'pages',
  area: 'catalog',
  tools: 'write',
  listing: ['title', 'product_id', 'published', 'ordering'],
  grams: true,
  properties: {
    product_id: join('Product', 'product', { owner: true, required: true }),
    title: string('Title', { translatable: true, required: true }),
    label: string('URL handle', { translatable: true, oftenEqual: true, trimmed: true, help: 'The last part of the page URL.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    css_classes: string('CSS classes'),
    published: published(),
    ordering: ordering(),
  },
  validate: ({ record }) => refuseDotLabels(record),
  isAlone: () => true,
})
