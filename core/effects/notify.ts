// The mails that follow an order's and a quote's change of status.
import { notify } from '../commerce/notification/notify.js'
import { defineEffect } from '../commerce/state/define.js'
import type { States } from '../model/state/declaration.js'

const why =
  'Queues the mails that the notifications of the new status ask for: they are sent if the change is stored, and only then.'

const drafts: readonly States['sales-order'][] = ['in_checkout', 'saved']

export const notifyOfOrder = defineEffect({
  name: 'notify-of-order',
  description: why,
  on: 'sales-order',
  async run(work, { id, from, to }) {
    // Who has never placed it is not written to: a draft that is saved or given up is nobody's order.
    if (drafts.includes(from) && to !== 'ordered') return
    await notify(work, 'sales-order', id, to)
  },
})

export const notifyOfQuote = defineEffect({
  name: 'notify-of-quote',
  description: why,
  on: 'quote',
  run: (work, { id, to }) => notify(work, 'quote', id, to),
})
