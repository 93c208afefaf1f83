// The state of the service: audit trail, mail queue, statistics, time zone and version.
export { getReplyAddress } from '../commerce/notification/mail-layout.js'
export { getCoreVersion } from '../foundation/version.js'
export { listAuditEntries } from '../storage/audit-trail.js'
export { countFailingMails, countQueuedMails, loadQueuedMail } from '../storage/mail-queue.js'
export { readTimeZone } from '../storage/record/snapshot.js'
export { getBackupStatus, writeBackupState, backupStateVariable } from '../storage/backup-state.js'
