// Shared parts of the actions on orders and shipments: arguments, and the next step after an unknown record.
import type { RefusedCall } from '../model/action/declaration.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'

export const orderArgument = () => number('Order', { required: true, min: 1, help: 'The id of the order, not its number.' })

export const shipmentArgument = () =>
  number('Shipment', { required: true, min: 1, help: 'The id of the shipment, not its number.' })

export const trackingArguments = () => ({
  carrier: string('Carrier'),
  tracking_code: string('Tracking number'),
  tracking_url: string('Tracking link', { long: true, help: 'The page of the carrier with the tracking.' }),
})

export const suggestOrderStep = ({ code }: RefusedCall): string | null =>
  code === 'NOT_FOUND' ? 'List the entity sales-order to see which orders exist.' : null

export const suggestShipmentStep = ({ code }: RefusedCall): string | null =>
  code === 'NOT_FOUND' ? 'List the entity shipment to see which shipments exist.' : null
