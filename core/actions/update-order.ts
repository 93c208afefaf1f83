// Changes the tags and the staff note of an order.
import { formatCallerName } from '../foundation/access.js'
import { tagsContent, salesOrder, tagLimits } from '../model/entities/orders/sales-order.js'
import { json } from '../model/properties/json.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineAction } from './define-action.js'
import { orderArgument, suggestOrderStep } from './arguments.js'
import { ValidationError } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import { lockOrder } from '../commerce/state/change-state.js'

interface OrderNotes {
  readonly order_id: number
  readonly tags: readonly string[]
  readonly staff_note: string
}

/** Trims the tags and drops repeated ones. VALIDATION_FAILED for too many tags, or a tag that is no short text. */
function normalizeTags(tags: readonly unknown[]): readonly string[] {
  const { count, length } = tagLimits
  const texts = tags.map((tag) => (typeof tag === 'string' ? tag.trim() : ''))
  const isValid = texts.length <= count && texts.every((text) => text !== '' && text.length <= length)
  if (!isValid) throw ValidationError.of('tags', createMessage('errors.orderTags', { count, length }), 'INVALID_VALUE')
  return [...new Set(texts)]
}

/** Fields that are left out remain unchanged; null empties one. NOT_FOUND, naming the id. */
function updateOrderNotes(
  work: ServiceContext,
  orderId: number,
  input: { readonly tags?: readonly unknown[] | null | undefined; readonly staff_note?: string | null | undefined },
): Promise<OrderNotes> {
  return work.transact(async (inside) => {
    await lockOrder(inside, orderId)
    const fields = {
      ...(input.tags !== undefined && { tags: normalizeTags(input.tags ?? []) }),
      ...(input.staff_note !== undefined && { staff_note: input.staff_note ?? '' }),
    }
    if (Object.keys(fields).length > 0) await inside.write(salesOrder, fields, { id: orderId })
    const { tags, staff_note } = await lockOrder(inside, orderId)
    return { order_id: orderId, tags, staff_note }
  })
}

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
