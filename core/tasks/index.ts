// The scheduled tasks of core.
import type { Task } from './define-task.js'
import { expireCarts, expireCheckouts, expireConfigurations, expireQuotes } from './expire.js'
import { forgetAuditTrail, forgetExpiredAccess, forgetIdempotencyKeys } from './forget.js'
import { indexTexts } from './index-texts.js'
import { pollPayments } from './poll-payments.js'
import { sweepFiles } from './sweep.js'

export const tasks: readonly Task[] = [
  expireCarts,
  expireCheckouts,
  expireConfigurations,
  expireQuotes,
  forgetAuditTrail,
  forgetExpiredAccess,
  forgetIdempotencyKeys,
  indexTexts,
  pollPayments,
  sweepFiles,
]
