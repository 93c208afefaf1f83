// The assignment of a product to a product list, with its position.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { ordering } from '../../properties/ordering.js'

export const productListAssignment = defineEntity({
  name: 'product-list-assignment',
  label: 'product list assignment',
  pluralLabel: 'product list assignments',
  area: 'catalog',
  tools: 'write',
  topic: 'store',
  listing: ['product_id', 'product_list_id', 'ordering'],
  properties: {
    product_id: join('Product', 'product', { required: true }),
    product_list_id: join('Product list', 'product-list', { owner: true, required: true }),
    ordering: ordering(),
  },
})
