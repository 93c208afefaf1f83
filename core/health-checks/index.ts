// The health checks of core. Plugins add their own.
import type { HealthCheck } from './define-health-check.js'
import { backups } from './backups.js'
import { database } from './database.js'
import { disk } from './disk.js'
import { files } from './files.js'
import { hostClock } from './host-clock.js'
import { mails } from './mails.js'
import { migrations } from './migrations.js'
import { paymentMethods } from './payment-methods.js'
import { processes } from './processes.js'
import { searches } from './searches.js'
import { settings } from './settings.js'
import { recurring } from './tasks.js'

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
