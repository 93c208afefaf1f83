// What the cheapest whole configuration of a product costs, where that is proven: looked up at once, found while nobody waits.
import type { Amount } from '../../engine/money/amount.js'
import type { OptimumRequest } from '../../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import { day } from '../../foundation/clock.js'
import { defineCache } from '../../storage/caches.js'
import type { Work } from '../../storage/work.js'
import { loadSource } from '../load.js'
import { readsOutside } from '../outside.js'
import { catalogVersion, productTopic } from '../programs.js'
import type { Optimiser } from './define.js'

interface Known {
  /** null while it is not known, and where it is not proven. */
  readonly net: Amount | null
  /** Milliseconds since the epoch: then it is found anew, because rules may read the day. */
  readonly until: number
}

/** Of a version of a product by customer group, '' for none. */
type Least = Map<number | '', Known>

/** Groups of one product that are looked after. */
const mostGroups = 20

const cache = defineCache<Least>('least prices', 1_000)

const request: OptimumRequest = {
  aim: 'cheapest',
  from: null,
  wishes: [],
  ceilings: { net: null, recurring: null, weight: null },
  mostChanges: null,
  alternatives: 0,
  ties: false,
}

/** What of the shopper's group prices and rules read. */
export type GroupContext = Pick<EvaluationContext, 'customerGroupId' | 'customerGroup'>

/**
 * Of a unit in the base currency; null where it is not known yet, or not proven: then somebody looks for it in his own time. The
 * work has looked at the product's topic.
 */
export async function leastPrice(
  work: Work,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser | null,
): Promise<Amount | null> {
  if (optimiser === null) return null
  const { context, moment } = work
  const version = catalogVersion(moment, productId)
  const empty = (): Promise<Least> => Promise.resolve(new Map())
  const least = await context.caches.of(cache).get(productTopic(productId), version, empty)
  const key = group.customerGroupId ?? ''
  const known = least.get(key)
  if (known && known.until > work.now) return known.net
  if (known === undefined && least.size >= mostGroups) return null
  const until = work.now + day
  least.set(key, { net: known?.net ?? null, until })
  find(work, productId, group, optimiser).then(
    (net) => (net === undefined ? least.delete(key) : least.set(key, { net, until })),
    (error: unknown) => context.log.warn({ product: productId, error }, 'No least price was found.'),
  )
  return known?.net ?? null
}

/** null where nothing is proven; undefined where nobody has time: it is asked again with the next look. */
async function find(
  { context, now }: Work,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser,
): Promise<Amount | null | undefined> {
  const asker = `product ${productId} ${group.customerGroupId ?? ''}`
  const report = await optimiser.ponder(asker, async () => {
    const source = await loadSource(context, productId)
    // What lies outside changes without the product: of it nothing is proven for long.
    return readsOutside(source, context.registry) ? null : { source, context: { ...group, now }, request }
  })
  if (report === 'later') return undefined
  const best = report?.configurations[0]
  return best?.proven ? best.net : null
}
