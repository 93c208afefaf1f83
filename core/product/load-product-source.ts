// Loads a product, published or not, as input for proofs and simulation.
import { createMessage } from '../foundation/message.js'
import type { ProductSource } from '../engine/program/source.js'
import { NotFoundError } from '../foundation/errors.js'
import { Turn } from '../foundation/long-work.js'
import type { Context } from '../storage/context.js'
import type { Unit } from '../storage/unit-of-work/transaction.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { toProductSource } from './source.js'
import { loadProductTree } from './product-tree.js'
import { createPublishedTree } from './published-tree.js'

/** Published pages, questions and answers with all calculations, within the transaction if given. NotFoundError for an unknown product. */
export async function loadProductSource(context: Context, productId: number, u?: Unit): Promise<ProductSource> {
  const topic = `product:${productId}` as const
  const { snapshot, versions } = await getVersionedSnapshot(context, u, [topic])
  const tree = await loadProductTree(context, u ?? context.database, productId, snapshot.languages)
  if (!tree) throw new NotFoundError(createMessage('errors.noProduct', { id: productId }))
  const turn = new Turn()
  const published = createPublishedTree(context.registry, context.platform, tree)
  if (turn.isOver) await turn.pause()
  return toProductSource(published, versions.get(topic) ?? 0)
}
