// Which saved configurations and carts a change of the catalogue would touch: each is taken up before and after it, and compared.
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { shopLanguage } from '../../shop/language.js'
import { shopCurrency } from '../../shop/currency.js'
import { deskOf } from '../../shop/desk.js'
import { guest } from '../../shop/shopper.js'
import { resume } from '../../engine/program/configure.js'
import type { AutomaticChange } from '../../engine/program/settle.js'
import type { Context } from '../../storage/context.js'
import { Work } from '../../storage/work.js'
import { priceOf } from '../../shop/price.js'
import { type CompiledProduct, compiledProduct, productTopic } from '../../product/programs.js'
import { stored, type StoredConfiguration } from './rows.js'
import { openShop, type Shop } from '../../shop/shop.js'

export interface AffectedConfiguration {
  readonly id: number
  readonly state: 'open' | 'in_cart'
  /** What would be deselected or replaced when it is opened again. */
  readonly changes: readonly AutomaticChange[]
  /** Net of one piece as a guest pays it, before and after; absent where it stays. */
  readonly price?: { readonly before: number | null; readonly after: number | null }
  /** True where it could no longer be opened, because the product is unpublished or gone. */
  readonly lost?: true
}

export interface Affected {
  readonly product_id: number
  /** Configurations that were looked at: the latest, at most 500. */
  readonly checked: number
  readonly configurations: readonly AffectedConfiguration[]
  /** Carts that hold one of them. */
  readonly carts: readonly number[]
}

const looked = 500

interface Standing {
  readonly changes: readonly AutomaticChange[]
  readonly net: number | null
}

async function openStanding(work: Work, product: CompiledProduct, shop: Shop) {
  const { evaluation } = await deskOf(work, product, shop)
  return ({ selections }: StoredConfiguration): Standing => {
    const { state, automatic } = resume(product.program, evaluation, selections)
    return { changes: automatic, net: priceOf(state, product, shop)?.net ?? null }
  }
}

async function configurationsOf(work: Work, productId: number): Promise<readonly StoredConfiguration[]> {
  const records = await work.list(configurationEntity, { column: 'product_id', values: [productId] })
  return records
    .map(stored)
    .filter(({ state }) => state !== 'ordered')
    .slice(-looked)
}

async function cartsOf(work: Work, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const positions = await work.list(cartPositionEntity, { column: 'configuration_id', values: ids })
  return [...new Set(positions.map(({ values }) => values.cart_id))].sort((a, b) => a - b)
}

/**
 * Compares the product as it is stored with what it would become; `after` is null where it would be gone. Reads outside of any
 * unit: the change must have been taken back by now.
 */
export async function affectedBy(context: Context, productId: number, after: CompiledProduct | null): Promise<Affected> {
  const work = await new Work(context).at(productTopic(productId))
  const before = await compiledProduct(work, productId)
  const configurations = await configurationsOf(work, productId)
  if (!before || configurations.length === 0) return { product_id: productId, checked: 0, configurations: [], carts: [] }
  const shop = await openShop(work, guest, shopLanguage(work, undefined), await shopCurrency(work, null))
  const standing = await openStanding(work, before, shop)
  const becoming = after?.isPublished ? await openStanding(work, after, shop) : null
  const affected = configurations.flatMap((configuration): readonly AffectedConfiguration[] => {
    const { id, state } = configuration
    const own = { id, state: state as AffectedConfiguration['state'] }
    if (!becoming) return before.isPublished ? [{ ...own, changes: [], lost: true }] : []
    const [was, is] = [standing(configuration), becoming(configuration)]
    const known = new Set(was.changes.map((change) => JSON.stringify(change)))
    const changes = is.changes.filter((change) => !known.has(JSON.stringify(change)))
    if (changes.length === 0 && was.net === is.net) return []
    return [{ ...own, changes, ...(was.net !== is.net && { price: { before: was.net, after: is.net } }) }]
  })
  const carts = await cartsOf(
    work,
    affected.map(({ id }) => id),
  )
  return { product_id: productId, checked: configurations.length, configurations: affected, carts }
}
