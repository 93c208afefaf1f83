// A pane of further information on a product's page.
import { defineEntity } from '../../entity/define.js'
import { image } from '../../properties/image.js'
import { join } from '../../properties/join.js'
import { ordering } from '../../properties/ordering.js'
import { string } from '../../properties/string.js'

export const productDetailPane = defineEntity({
  name: 'product-detail-pane',
  label: 'detail pane',
  pluralLabel: 'detail panes',
  area: 'catalog',
  tools: 'write',
  listing: ['heading', 'product_id', 'ordering'],
  properties: {
    product_id: join('Product', 'product', { owner: true, required: true }),
    heading: string('Heading', { translatable: true, required: true }),
    content: string('Content', { translatable: true, long: true, html: true }),
    icon: image('Icon'),
    css_classes: string('CSS classes'),
    ordering: ordering(),
  },
})
