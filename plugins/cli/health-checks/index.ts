// The health checks of the service. Plugins add their own.
import type { HealthCheck } from '#core/contract.js'
import { disk, files } from './files.js'
import { database, migrations, searches } from './database.js'
import { plugins } from './plugins.js'
import { hostClock, paymentMethods, settings, mails, processes, recurring } from './operation.js'

export const healthChecks: readonly HealthCheck[] = [
  settings,
  plugins,
  database,
  migrations,
  disk,
  files,
  processes,
  recurring,
  hostClock,
  mails,
  paymentMethods,
  searches,
]
