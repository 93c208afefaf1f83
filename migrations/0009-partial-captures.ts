// Adds the total that a planned capture reaches, for captures of a part of the authorized amount.
import type { Migration } from '../core/storage/migration/migration.js'

export const partialCaptures: Migration = {
  version: '0009',
  name: 'partial-captures',
  async up(steps) {
    await steps.addColumn('payment', 'capture_amount')
  },
}
