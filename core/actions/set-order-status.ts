// Sets the status of an order by the rules of its state machine, with all effects.
import { defineAction } from './define-action.js'
import type { OrderStatusChange } from '../commerce/order/set-status.js'
import { formatCallerName } from '../foundation/access/caller.js'
import { dropdown } from '../model/properties/dropdown.js'
import { number } from '../model/properties/number.js'
import { orderStatuses } from '../model/state/statuses.js'
import { ServiceContext } from '../storage/service-context.js'

export const setOrderStatus = defineAction({
  name: 'set-order-status',
  description:
    'Sets the status of an order if the transition is allowed, and triggers the usual invoices, mails and observers. ' +
    'A refusal lists the allowed states.',
  input: {
    order_id: number('Order', { required: true, min: 1, help: 'The id of the order, not its number.' }),
    status: dropdown('Status', { choices: orderStatuses, required: true, help: 'The new status.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  command: 'svc:order:status',
  example: { order_id: 1, status: 'shipped' },
  nextStep: ({ code }) => (code === 'NOT_FOUND' ? 'List the entity sales-order to see which orders exist.' : null),
  run: async ({ context, caller }, { order_id, status }): Promise<OrderStatusChange> =>
    (await import('../commerce/order/set-status.js')).setOrderStatus(
      new ServiceContext(context, { author: formatCallerName(caller) }),
      order_id,
      status,
    ),
})
