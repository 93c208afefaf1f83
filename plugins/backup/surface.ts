// The part of the backups that the program `svc` may import.
export { locateBackup, openBackupStore } from './location.js'
export { makeBackup } from './make.js'
export { openBackup } from './open.js'
export { restoreBackup } from './restore.js'
export { verifyBackup } from './verify.js'
