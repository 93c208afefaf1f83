// Changes the tags and the staff note of an order.
import { formatCallerName } from '../foundation/access.js'
import { type OrderNotes, updateOrderNotes } from '../commerce/order/update-notes.js'
import { tagsContent } from '../model/entities/orders/sales-order.js'
import { json } from '../model/properties/json.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'
import { orderArgument, suggestOrderStep } from './arguments.js'

export const updateOrder = defineAction({
  name: 'update-order',
  description:
    'Changes the tags and the staff note of an order. The customer sees neither. Fields that are left out remain unchanged.',
  input: {
    order_id: orderArgument(),
    tags: json('Tags', { content: tagsContent, help: 'Replaces all tags.' }),
    staff_note: string('Staff note', { long: true }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: assistants change orders by their status only.
  tool: false,
  command: 'svc:order:update',
  example: { order_id: 1, tags: ['urgent'], staff_note: 'Call before delivery.' },
  nextStep: suggestOrderStep,
  run: async ({ context, caller }, { order_id, ...notes }): Promise<OrderNotes> =>
    updateOrderNotes(new ServiceContext(context, { author: formatCallerName(caller) }), order_id, notes),
})
