// Queues the mails for a new status of an order or a quote.
import { queueNotifications } from '../commerce/notification/notify.js'
import { defineEffect } from '../commerce/state/define.js'
import type { States } from '../model/state/statuses.js'

const description = 'Queues the mails of the notifications for the new status. They are sent only if the change is committed.'

const draftStates: readonly States['sales-order'][] = ['in_checkout', 'saved']

export const notifyOfOrder = defineEffect({
  name: 'notify-of-order',
  description: description,
  on: 'sales-order',
  async run(transaction, { id, from, to }) {
    // Customers receive no mail about drafts, because these are not orders yet.
    if (draftStates.includes(from) && to !== 'ordered') return
    await queueNotifications(transaction, 'sales-order', id, to)
  },
})

export const notifyOfQuote = defineEffect({
  name: 'notify-of-quote',
  description: description,
  on: 'quote',
  run: (transaction, { id, to }) => queueNotifications(transaction, 'quote', id, to),
})
