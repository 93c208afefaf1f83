// What a deleted question takes along: configurations in a cart that hold a selection of it (spec 2.7, domain "Deletes").
import type { DeleteScope } from './define.js'

/** Removes them, their cart positions with them; all other configurations lose only that selection, at their next read. */
export async function removeHoldingConfigurations(scope: DeleteScope): Promise<null> {
  const productId = await scope.ownerId('product')
  // A product takes its configurations along by itself; their positions stay, and tell their shoppers.
  if (productId === null || scope.leaves('product', productId)) return null
  for (const configuration of await scope.find('configuration', 'product_id', productId)) {
    const selections = configuration.selections as readonly { readonly question_id: number }[]
    const holds = configuration.state === 'in_cart' && selections.some((selection) => selection.question_id === scope.recordId)
    if (!holds) continue
    for (const position of await scope.find('cart-position', 'configuration_id', configuration.id)) {
      await scope.remove('cart-position', position.id)
    }
    await scope.remove('configuration', configuration.id)
  }
  return null
}
