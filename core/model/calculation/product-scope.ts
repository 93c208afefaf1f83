// Which product a question or a calculation belongs to; a calculation's body may name only those of its own product.
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'

/** The product of a question, an answer or a calculation; null where there is no such record. */
export async function productOf(
  scope: CheckScope,
  entity: 'question' | 'answer' | 'calculation',
  id: number,
): Promise<number | null> {
  const record = await scope.read(entity, id)
  if (!record) return null
  if (entity === 'calculation') return record.product_id as number
  if (entity === 'answer') return productOf(scope, 'question', record.question_id as number)
  const page = await scope.read('page', record.page_id as number)
  return (page?.product_id as number | undefined) ?? null
}

/** Refuses a question or calculation of another product; one that does not exist is left to the check of references. */
export async function judgeSameProduct(
  scope: CheckScope,
  field: string,
  label: string,
  entity: 'question' | 'calculation',
  id: unknown,
): Promise<readonly FieldRefusal[]> {
  if (typeof id !== 'number') return []
  const own = await scope.ownerId('product')
  const other = await productOf(scope, entity, id)
  if (other === null || other === own) return []
  const message = `Field ${label} takes a ${entity} of the same product; ${entity} ${id} belongs to product ${other}.`
  return [{ field, refusal: new Refusal(message, 'OTHER_PRODUCT') }]
}
