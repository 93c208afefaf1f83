// Creates the materials table, the columns that reference it, and the columns of the question type.
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
