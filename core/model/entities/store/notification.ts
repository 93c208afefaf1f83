// The mails that go out when an order or a quote reaches a status.
import { orderStatuses, quoteStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { string } from '../../properties/string.js'

export const notification = defineEntity({
  name: 'notification',
  label: 'notification',
  pluralLabel: 'notifications',
  area: 'store',
  tools: 'write',
  listing: ['name', 'status', 'send_customer', 'send_manager'],
  properties: {
    name: string('Name', { required: true }),
    status: dropdown('Status', {
      choices: { ...orderStatuses, ...quoteStatuses },
      required: true,
      help: 'Of an order or a quote.',
    }),
    send_customer: boolean('Send to the customer'),
    subject: string('Subject', { translatable: true }),
    body: string('Body', { translatable: true, long: true, html: true }),
    send_manager: boolean('Send to the shop'),
    manager_subject: string('Subject for the shop', { translatable: true }),
    manager_body: string('Body for the shop', { translatable: true, long: true, html: true }),
  },
})
