// Adds the daily statistics of sales and configurations, and the indexes that they need.
import type { Migration } from '../core/storage/migration/migration.js'
import { readInstallTables } from './0001-install.js'

const newTables = [
  'svc_sales_days',
  'svc_answer_days',
  'svc_configuration_days',
  'svc_expired_configurations',
  'svc_configuration_stops',
]

export const statistics: Migration = {
  version: '0004',
  name: 'statistics',
  async up(steps) {
    const tables = await readInstallTables()
    for (const name of newTables) await steps.createTable(tables.get(name)!)
    await steps.addIndex(tables.get('svc_status_history')!, ['at'])
    await steps.addIndex(tables.get('svc_credit_note')!, ['created'])
  },
}
