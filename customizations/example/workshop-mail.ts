// Effect `workshop-mail`: queues the mail in the order's transaction, so no paid order is lost on its way to the workshop.
import { defineEffect } from 'product-configurator-service'

export const workshopMail = defineEffect({
  name: 'workshop-mail',
  description: 'Queues a mail to the workshop when an order was paid.',
  on: 'sales-order',
  to: ['paid'],
  run: (work, { id }) =>
    work.mail({ to: 'workshop@joiner.example', subject: `Order ${id}`, text: `Order ${id} is paid and can be made.\n` }),
})
