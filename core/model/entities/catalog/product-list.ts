// A list of products in the storefront.
import { createMessage } from '../../../foundation/message.js'
import { defineEntity } from '../../entity/define.js'
import { refuseDotLabels } from '../../entity/label.js'
import { dropdown } from '../../properties/dropdown.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

export const productList = defineEntity({
  name: 'product-list',
  label: 'product list',
  pluralLabel: 'product lists',
  area: 'catalog',
  tools: 'write',
  topic: 'store',
  listing: ['title', 'product_sorting', 'published'],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    label: string('Label', { translatable: true, trimmed: true, help: 'The last part of the URL of the list.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    product_sorting: dropdown('Sort products', { choices: { title: 'By title', manual: 'Manually' } }),
    published: published(),
  },
  async beforeDelete(scope) {
    const assignments = await scope.find('product-list-assignment', 'product_list_id', scope.recordId)
    return assignments.length > 0 ? createMessage('errors.productListNotEmpty') : null
  },
  validate: ({ record }) => refuseDotLabels(record),
})
