// The health checks of the service. Plugins add their own.
import type { HealthCheck } from '#core/contract.js'
import { backups, disk, files } from './files.js'
import { database, migrations, searches } from './database.js'
import { hostClock, paymentMethods, settings, mails, processes, recurring } from './operation.js'

export const healthChecks: readonly HealthCheck[] = [
  settings,
  database,
  migrations,
  disk,
  files,
  processes,
  recurring,
  hostClock,
  backups,
  mails,
  paymentMethods,
  searches,
]
