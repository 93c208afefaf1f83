// Pricing session of a request: the compiled product, the shop for the shopper, and the engine's evaluation context.
import type { ServiceContext } from '../storage/service-context.js'
import { type EnteredPlace, type PlaceInput, resolvePlace, type PlaceView, toPlaceView } from './destination.js'
import type { Shopper } from './shopper.js'
import { dayOf } from '../foundation/clock.js'
import { createMessage } from '../foundation/message.js'
import type { EvaluationContext } from '../engine/program/program.js'
import { type Issue, ValidationError } from '../foundation/errors.js'
import { loadExternalData, type CompiledProduct, loadCompiledProduct } from '../product/compiled-products.js'
import { resolveLanguage, createEngineTexts } from './language.js'
import { type CurrencyChoice, openShop, resolveCurrency, type Shop } from './shop.js'

/** A pricing session. */
export interface PricingSession {
  readonly product: CompiledProduct
  readonly shop: Shop
  readonly evaluation: EvaluationContext
}

/** The product if it can be configured. Otherwise 422 on `product_id`. */
async function requireProduct(work: ServiceContext, productId: number): Promise<CompiledProduct> {
  const product = await loadCompiledProduct(work, productId)
  if (product === null)
    throw ValidationError.of('product_id', createMessage('shop.productIdUnknown', { id: productId }), 'UNKNOWN')
  if (product.isPublished) return product
  throw ValidationError.of('product_id', createMessage('shop.productNotPublished', { title: product.title }), 'NOT_PUBLISHED')
}

/** Runs all checks and throws one ValidationError with all of their issues. */
async function runChecks<T extends readonly unknown[]>(checks: { readonly [K in keyof T]: () => Promise<T[K]> }): Promise<T> {
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

interface PricingSessionRequest {
  readonly productId: number
  readonly language: string | undefined
  /** An ISO code, an id, or null for the default. */
  readonly currency: string | number | null
  /** Changes to the place that the shopper named before. */
  readonly place?: PlaceInput | undefined
  readonly enteredPlace?: EnteredPlace
}

/** A pricing session with the shopper's place. */
export interface ShopperPricingSession extends PricingSession {
  /** The place that the shopper named. It determines the taxes until there is an address. */
  readonly enteredPlace: EnteredPlace
  /** The same place as codes and names. */
  readonly place: PlaceView
}

/** VALIDATION_FAILED with all issues: `product_id`, `language`, `currency`, `country`, `state`. */
export async function openPricingSession(
  work: ServiceContext,
  shopper: Shopper,
  request: PricingSessionRequest,
): Promise<ShopperPricingSession> {
  const [product, language, currencies, enteredPlace] = await runChecks<[CompiledProduct, string, CurrencyChoice, EnteredPlace]>([
    () => requireProduct(work, request.productId),
    () => Promise.resolve().then(() => resolveLanguage(work, request.language)),
    () => resolveCurrency(work, request.currency),
    () => resolvePlace(work, request.place ?? {}, request.enteredPlace),
  ])
  const shop = await openShop(work, shopper, language, currencies, { enteredPlace })
  const { evaluation } = await createPricingSession(work, product, shop)
  return { product, shop, evaluation, enteredPlace, place: await toPlaceView(work, enteredPlace) }
}

/** Opens a pricing session for a product in an opened shop. */
export async function createPricingSession(work: ServiceContext, product: CompiledProduct, shop: Shop): Promise<PricingSession> {
  const evaluation: EvaluationContext = {
    customerGroupId: shop.customerGroupId,
    customerGroup: shop.customerGroup ?? {},
    now: work.now,
    today: dayOf(work.now, shop.timeZone),
    texts: createEngineTexts(work.context.registry, product, shop.language),
    loaded: await loadExternalData(work, product.program),
  }
  return { product, shop, evaluation }
}
