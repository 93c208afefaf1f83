// Adds until when a material is available; on a new database the first script has made the column, and this does nothing.
import type { Migration } from 'product-configurator-service'

export const availability: Migration = {
  version: '0002',
  name: 'availability',
  up: (steps) => steps.addColumn('material', 'available_until'),
}
