// Adds authorized payments with their planned step, messages of payments as data, and the reply address of mails.
import type { Migration } from '../core/storage/migration/migration.js'
import { readInstallTables } from './0001-install.js'

export const paymentCaptures: Migration = {
  version: '0008',
  name: 'payment-captures',
  async up(steps) {
    const tables = await readInstallTables()
    await steps.addColumn(tables.get('svc_mail_queue')!, 'reply_to')
    for (const column of ['authorized', 'capture_before', 'planned', 'remark_messages']) await steps.addColumn('payment', column)
    await steps.addColumn('payment-event', 'messages')
  },
}
