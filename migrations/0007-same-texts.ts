// Adds the table of texts that merchants confirmed to be the same in two languages.
import type { Migration } from '../core/storage/migration/migration.js'
import { readInstallTables } from './0001-install.js'

export const sameTexts: Migration = {
  version: '0007',
  name: 'same-texts',
  async up(steps) {
    const tables = await readInstallTables()
    await steps.createTable(tables.get('svc_same_texts')!)
  },
}
