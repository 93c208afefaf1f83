// The effect `workshop-mail`: no order that was paid may be lost on its way to the bench, so the mail is queued with the change.
import { defineEffect } from 'product-configurator-service'

export const workshopMail = defineEffect({
  name: 'workshop-mail',
  description: 'Queues a mail to the workshop when an order was paid.',
  on: 'sales-order',
  to: ['paid'],
  run: (work, { id }) =>
    work.mail({ to: 'workshop@joiner.example', subject: `Order ${id}`, text: `Order ${id} is paid and can be made.\n` }),
})
