// Adds the documents that are attached to mails. Existing notifications attach none.
import type { Migration } from '../core/storage/migration/migration.js'
import { readInstallTables } from './0001-install.js'

export const mailAttachments: Migration = {
  version: '0005',
  name: 'mail-attachments',
  async up(steps) {
    const tables = await readInstallTables()
    await steps.addColumn(tables.get('svc_mail_queue')!, 'attachment')
    await steps.addColumn('notification', 'attachment')
  },
}
