// Adds the availability date of materials. Does nothing on a new database, where the first migration created the column.
import type { Migration } from 'product-configurator-service'

export const availability: Migration = {
  version: '0002',
  name: 'availability',
  up: (steps) => steps.addColumn('material', 'available_until'),
}
