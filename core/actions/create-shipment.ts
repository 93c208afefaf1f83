// Creates a shipment of an order.
import { formatCallerName } from '../foundation/access.js'
import { beginPlannedSteps } from '../commerce/payment/poll.js'
import { type ShipmentOutcome, createShipment as runCreateShipment } from '../commerce/shipment/shipments.js'
import { lineQuantitiesContent } from '../model/entities/orders/shipment.js'
import { boolean } from '../model/properties/boolean.js'
import { datetime } from '../model/properties/datetime.js'
import { json } from '../model/properties/json.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'
import { orderArgument, suggestOrderStep, trackingArguments } from './arguments.js'

export const createShipment = defineAction({
  name: 'create-shipment',
  description:
    'Creates a shipment of an order and mails the tracking to the customer. Without lines it contains everything not yet shipped. ' +
    'When nothing is left to ship, the order becomes shipped.',
  input: {
    order_id: orderArgument(),
    lines: json('Lines', {
      content: lineQuantitiesContent,
      help: 'Order lines and quantities. Default: everything not yet shipped.',
    }),
    ...trackingArguments(),
    shipped: datetime('Shipped', { help: 'Default: now.' }),
    notify: boolean('Notify', { help: 'Mails the notification "Shipment created". Default: true.' }),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: assistants change orders by their status only.
  tool: false,
  command: 'svc:shipment:create',
  example: { order_id: 1, carrier: 'DHL', tracking_code: '00340434161094042557' },
  nextStep: suggestOrderStep,
  async run({ context, caller }, { order_id, ...input }): Promise<ShipmentOutcome> {
    const work = new ServiceContext(context, { author: formatCallerName(caller) })
    const outcome = await runCreateShipment(work, order_id, input)
    beginPlannedSteps(work, order_id)
    return outcome
  },
})
