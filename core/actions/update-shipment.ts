// Changes the tracking and the times of a shipment.
import { formatCallerName } from '../foundation/access.js'
import { type ShipmentOutcome, updateShipment as runUpdateShipment } from '../commerce/shipment/shipments.js'
import { boolean } from '../model/properties/boolean.js'
import { datetime } from '../model/properties/datetime.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'
import { shipmentArgument, suggestShipmentStep, trackingArguments } from './arguments.js'

export const updateShipment = defineAction({
  name: 'update-shipment',
  description: 'Changes the carrier, the tracking and the times of a shipment. Fields that are left out remain unchanged.',
  input: {
    shipment_id: shipmentArgument(),
    ...trackingArguments(),
    shipped: datetime('Shipped'),
    delivered: datetime('Delivered', { help: 'The order is delivered once all its shipments are.' }),
    notify: boolean('Notify', { help: 'Mails the notification "Shipment created" again. Default: false.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: assistants change orders by their status only.
  tool: false,
  command: 'svc:shipment:update',
  example: { shipment_id: 1, delivered: '2026-11-28T10:00:00.000Z' },
  nextStep: suggestShipmentStep,
  run: async ({ context, caller }, { shipment_id, ...change }): Promise<ShipmentOutcome> =>
    runUpdateShipment(new ServiceContext(context, { author: formatCallerName(caller) }), shipment_id, change),
})
