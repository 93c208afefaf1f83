// Refunds parts of an order with a credit note.
import { formatCallerName } from '../foundation/access.js'
import { type OrderRefund, refundOrder as runRefundOrder } from '../commerce/credit-note/refund-order.js'
import { lineQuantitiesContent } from '../model/entities/orders/shipment.js'
import { boolean } from '../model/properties/boolean.js'
import { json } from '../model/properties/json.js'
import { decimal } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { dryRunArgument, orderArgument, suggestOrderStep } from './arguments.js'
import { defineAction } from './define-action.js'

export const refundOrder = defineAction({
  name: 'refund-order',
  description:
    'Refunds lines, the delivery or an amount of an order: writes a credit note if the order has an invoice, and pays the money back. ' +
    'All credit notes together never exceed the invoice, in total and per tax rate. Without an invoice, refunds never exceed the received money.',
  input: {
    order_id: orderArgument(),
    lines: json('Lines', { content: lineQuantitiesContent, help: 'Order lines and quantities.' }),
    delivery: boolean('Delivery', { help: 'Also refunds the delivery.' }),
    amount: decimal('Amount', { min: 0, help: 'A gross amount that belongs to no line.' }),
    rate: decimal('Rate', { min: 0, help: 'The tax rate of the amount in per cent. Not needed if the invoice has one rate.' }),
    reason: string('Reason', { long: true, help: 'Printed on the credit note.' }),
    pay_back: boolean('Pay back', { help: 'False writes the credit note only. Default: true.' }),
    dry_run: dryRunArgument('If true, reports the refund and changes nothing.'),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: a refund moves money, so a person of the shop decides.
  tool: false,
  command: 'svc:order:refund',
  example: { order_id: 1, lines: [{ order_line_id: 1, quantity: 1 }], reason: 'Damaged in transit.' },
  nextStep: suggestOrderStep,
  run: async ({ context, caller }, { order_id, ...request }): Promise<OrderRefund> =>
    runRefundOrder(new ServiceContext(context, { author: formatCallerName(caller) }), order_id, {
      ...request,
      lines: request.lines ?? undefined,
    }),
})
