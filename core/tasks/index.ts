// The scheduled tasks of core.
import type { Task } from './define-task.js'
import { backup } from './backup.js'
import { expireCarts } from './expire-carts.js'
import { expireCheckouts } from './expire-checkouts.js'
import { expireConfigurations } from './expire-configurations.js'
import { expireQuotes } from './expire-quotes.js'
import { forgetAuditTrail } from './forget-audit-trail.js'
import { forgetExpiredAccess } from './forget-expired-access.js'
import { forgetIdempotencyKeys } from './forget-idempotency-keys.js'
import { indexTexts } from './index-texts.js'
import { pollPayments } from './poll-payments.js'
import { rollUpStatistics } from './roll-up-statistics.js'
import { sweepFiles } from './sweep-files.js'
import { sweepPackages } from './sweep-packages.js'

export const tasks: readonly Task[] = [
  backup,
  expireCarts,
  expireCheckouts,
  expireConfigurations,
  expireQuotes,
  forgetAuditTrail,
  forgetExpiredAccess,
  forgetIdempotencyKeys,
  indexTexts,
  pollPayments,
  rollUpStatistics,
  sweepFiles,
  sweepPackages,
]
