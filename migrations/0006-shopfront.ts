// Adds the images of the product gallery, the display of answers, and the unit of the price per unit.
import type { Migration } from '../core/storage/migration/migration.js'

export const shopfront: Migration = {
  version: '0006',
  name: 'shopfront',
  async up(steps) {
    for (const number of [2, 3, 4, 5, 6]) await steps.addColumn('product', `image_${number}`)
    // A property of the stock question types, which a shop may do without.
    await steps.addColumn('question', 'answer_display', { ifDeclared: true })
    await steps.addColumn('calculation', 'price_unit')
  },
}
