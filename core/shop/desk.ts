// Pricing session of a request: the compiled product, the shop for the shopper, and the engine's evaluation context.
import type { EvaluationContext } from '../engine/program/evaluation-context.js'
import { type Issue, ValidationError } from '../foundation/errors.js'
import { dayOf } from '../foundation/time-zone.js'
import { loadOutside } from '../product/outside.js'
import { type CompiledProduct, compiledProduct } from '../product/programs.js'
import type { Work } from '../storage/work.js'
import { type Currencies, shopCurrency } from './currency.js'
import type { Told } from './destination.js'
import { shopLanguage } from './language.js'
import { type PlaceInput, placeTold, type PlaceView, placeView } from './place.js'
import { openShop, type Shop } from './shop.js'
import type { Shopper } from './shopper.js'
import { textsOf } from './texts.js'

/** A pricing session. */
export interface Desk {
  readonly product: CompiledProduct
  readonly shop: Shop
  readonly evaluation: EvaluationContext
}

/** The product if it can be configured. Otherwise 422 on `product_id`. */
async function requireProduct(work: Work, productId: number): Promise<CompiledProduct> {
  const product = await compiledProduct(work, productId)
  if (product === null) throw ValidationError.of('product_id', `There is no product ${productId}.`, 'UNKNOWN')
  if (product.isPublished) return product
  throw ValidationError.of(
    'product_id',
    `Product '${product.title}' is not published, so it cannot be configured.`,
    'NOT_PUBLISHED',
  )
}

/** Runs all checks and throws one ValidationError with all of their issues. */
async function checked<T extends readonly unknown[]>(checks: { readonly [K in keyof T]: () => Promise<T[K]> }): Promise<T> {
  const issues: Issue[] = []
  const results: unknown[] = []
  for (const check of checks) {
    try {
      results.push(await check())
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      issues.push(...error.issues)
    }
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return results as unknown as T
}

export interface DeskRequest {
  readonly productId: number
  readonly language: string | undefined
  /** An ISO code, an id, or null for the default. */
  readonly currency: string | number | null
  /** Changes to the place that the shopper named before. */
  readonly place?: PlaceInput | undefined
  readonly told?: Told
}

/** A pricing session with the shopper's place. */
export interface OpenedDesk extends Desk {
  /** The place that the shopper named. It determines the taxes until there is an address. */
  readonly told: Told
  /** The same place as codes and names. */
  readonly place: PlaceView
}

/** VALIDATION_FAILED with all issues: `product_id`, `language`, `currency`, `country`, `state`. */
export async function openDesk(work: Work, shopper: Shopper, wanted: DeskRequest): Promise<OpenedDesk> {
  const [product, language, currencies, told] = await checked<[CompiledProduct, string, Currencies, Told]>([
    () => requireProduct(work, wanted.productId),
    () => Promise.resolve().then(() => shopLanguage(work, wanted.language)),
    () => shopCurrency(work, wanted.currency),
    () => placeTold(work, wanted.place ?? {}, wanted.told),
  ])
  const shop = await openShop(work, shopper, language, currencies, { told })
  const { evaluation } = await deskOf(work, product, shop)
  return { product, shop, evaluation, told, place: await placeView(work, told) }
}

/** Opens a pricing session for a product in an opened shop. */
export async function deskOf(work: Work, product: CompiledProduct, shop: Shop): Promise<Desk> {
  const evaluation: EvaluationContext = {
    customerGroupId: shop.customerGroupId,
    customerGroup: shop.customerGroup ?? {},
    now: work.now,
    today: dayOf(work.now, shop.timeZone),
    texts: textsOf(work.context.registry, product, shop.language),
    loaded: await loadOutside(work, product.program),
  }
  return { product, shop, evaluation }
}
