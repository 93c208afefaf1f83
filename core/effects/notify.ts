// The mails that follow an order's and a quote's change of status.
import { notify } from '../commerce/notification/notify.js'
import { defineEffect } from '../commerce/state/define.js'

const why =
  'Queues the mails that the notifications of the new status ask for: they are sent if the change is stored, and only then.'

export const notifyOfOrder = defineEffect({
  name: 'notify-of-order',
  description: why,
  on: 'sales-order',
  run: (work, { id, to }) => notify(work, 'sales-order', id, to),
})

export const notifyOfQuote = defineEffect({
  name: 'notify-of-quote',
  description: why,
  on: 'quote',
  run: (work, { id, to }) => notify(work, 'quote', id, to),
})
