// Removes the configurations in carts that contain a selection of a question that is being deleted.
import type { DeleteScope } from './define.js'

/** Removes them with their cart positions. Other configurations lose only that selection at their next read. */
export async function removeConfigurationsOfQuestion(scope: DeleteScope): Promise<null> {
  const productId = await scope.ownerId('product')
  // A deleted product removes its configurations itself. Their positions remain, so shoppers see a message.
  if (productId === null || scope.leaves('product', productId)) return null
  for (const configuration of await scope.find('configuration', 'product_id', productId)) {
    const selections = configuration.selections as readonly { readonly question_id: number }[]
    const isAffected =
      configuration.state === 'in_cart' && selections.some((selection) => selection.question_id === scope.recordId)
    if (!isAffected) continue
    for (const position of await scope.find('cart-position', 'configuration_id', configuration.id)) {
      await scope.remove('cart-position', position.id)
    }
    await scope.remove('configuration', configuration.id)
  }
  return null
}
