// Sets the status of an order by the rules of its state machine, with all effects.
import { defineAction } from './define-action.js'
import { type OrderStatusChange, setOrderStatus as runSetOrderStatus } from '../commerce/order/staff.js'
import { beginPlannedSteps } from '../commerce/payment/poll.js'
import { formatCallerName } from '../foundation/access.js'
import { dropdown } from '../model/properties/dropdown.js'
import { orderStatuses } from '../model/state/statuses.js'
import { ServiceContext } from '../storage/service-context.js'
import { orderArgument, suggestOrderStep } from './arguments.js'

export const setOrderStatus = defineAction({
  name: 'set-order-status',
  description:
    'Sets the status of an order if the transition is allowed, and triggers the usual invoices, mails and observers. ' +
    'Paid records a manual payment of the open amount; shipped creates a shipment of everything not yet shipped. ' +
    'A refusal lists the allowed states.',
  input: {
    order_id: orderArgument(),
    status: dropdown('Status', { choices: orderStatuses, required: true, help: 'The new status.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  command: 'svc:order:status',
  example: { order_id: 1, status: 'shipped' },
  nextStep: suggestOrderStep,
  async run({ context, caller }, { order_id, status }): Promise<OrderStatusChange> {
    const work = new ServiceContext(context, { author: formatCallerName(caller) })
    const change = await runSetOrderStatus(work, order_id, status)
    beginPlannedSteps(work, order_id)
    return change
  },
})
