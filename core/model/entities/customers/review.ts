// A shopper's review of a product, shown once it is published.
import { defineEntity } from '../../entity/define.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { number } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

export const review = defineEntity({
  name: 'review',
  label: 'review',
  pluralLabel: 'reviews',
  area: 'customers',
  tools: 'write',
  listing: ['product_id', 'name', 'rating', 'language_tag', 'published'],
  properties: {
    product_id: join('Product', 'product', { required: true }),
    customer_id: join('Customer', 'customer'),
    name: string('Name', { required: true, help: 'Shown with the review.' }),
    rating: number('Rating', { required: true, min: 1, max: 5 }),
    comment: string('Comment', { required: true, long: true }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    published: published({ default: false }),
  },
})
