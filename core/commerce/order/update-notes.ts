// Stores the tags and the note that staff add to an order.
import { ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { salesOrder, tagLimits } from '../../model/entities/orders/sales-order.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { lockOrder } from './order-states.js'

export interface OrderNotes {
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
export function updateOrderNotes(
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
