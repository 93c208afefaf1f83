// Cancels a shipment that was not delivered.
import { formatCallerName } from '../foundation/access.js'
import { type ShipmentOutcome, cancelShipment as runCancelShipment } from '../commerce/shipment/shipments.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'
import { shipmentArgument, suggestShipmentStep } from './arguments.js'

export const cancelShipment = defineAction({
  name: 'cancel-shipment',
  description: 'Cancels a shipment that was not delivered. Its quantities can be shipped again; its number is not used again.',
  input: { shipment_id: shipmentArgument() },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: assistants change orders by their status only.
  tool: false,
  command: 'svc:shipment:cancel',
  example: { shipment_id: 1 },
  nextStep: suggestShipmentStep,
  run: async ({ context, caller }, { shipment_id }): Promise<ShipmentOutcome> =>
    runCancelShipment(new ServiceContext(context, { author: formatCallerName(caller) }), shipment_id),
})
