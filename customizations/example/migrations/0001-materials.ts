// Creates the materials, and the columns that point to them and that the question type brings.
import type { Migration } from 'product-configurator-service'

export const materials: Migration = {
  version: '0001',
  name: 'materials',
  async up(steps) {
    await steps.createEntityTable('material')
    await steps.addColumn('product', 'material_id')
    await steps.addColumn('question', 'ral_series')
  },
}
