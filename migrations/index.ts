// The core track: every script that a database has gone through, in order.
import type { Migration } from '../core/storage/migration/migration.js'
import { install } from './0001-install.js'
import { orderStates } from './0002-order-states.js'
import { contentPages } from './0003-content-pages.js'
import { statistics } from './0004-statistics.js'
import { mailAttachments } from './0005-mail-attachments.js'
import { shopfront } from './0006-shopfront.js'
import { sameTexts } from './0007-same-texts.js'
import { paymentCaptures } from './0008-payment-captures.js'
import { partialCaptures } from './0009-partial-captures.js'

export const coreMigrations: readonly Migration[] = [
  install,
  orderStates,
  contentPages,
  statistics,
  mailAttachments,
  shopfront,
  sameTexts,
  paymentCaptures,
  partialCaptures,
]
