// What one request of the configurator works with: the moment, the compiled product, the shop, and the configuration taken up.
import type { EvaluationContext } from '../../engine/program/context.js'
import { resume } from '../../engine/program/configure.js'
import type { State } from '../../engine/program/state.js'
import { type Issue, ValidationError } from '../../ground/errors.js'
import type { Context, Moment } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { momentOf } from '../../storage/record/moment.js'
import type { AutomaticReply, ReplyOptions, Shopper } from './define.js'
import { loadOutside } from './outside.js'
import { type CompiledProduct, compiledProduct, productTopic, textsOf } from './programs.js'
import { findConfiguration, requireAlive, requireOwner, type StoredConfiguration } from './rows.js'
import { type Currencies, openShop, type Shop, shopCurrency, shopLanguage } from './shop.js'

/** What one request works with. */
export interface Desk {
  readonly moment: Moment
  readonly product: CompiledProduct
  readonly shop: Shop
  readonly evaluation: EvaluationContext
}

/** A configuration as it stands at the desk: its state is changed in place. */
export interface Taken extends Desk {
  readonly row: StoredConfiguration
  readonly shopper: Shopper
  readonly state: State
  /** What the catalogue changed since the configuration was last stored. */
  readonly automatic: readonly AutomaticReply[]
}

/** The product if it can be configured; 422 on `product_id` otherwise. */
async function requireProduct(context: Context, moment: Moment, productId: number): Promise<CompiledProduct> {
  const product = await compiledProduct(context, moment, productId)
  if (product === null) throw ValidationError.of('product_id', `There is no product ${productId}.`, 'UNKNOWN')
  if (product.isPublished) return product
  throw ValidationError.of(
    'product_id',
    `Product '${product.title}' is not published, so it cannot be configured.`,
    'NOT_PUBLISHED',
  )
}

/** Runs every check and refuses with all of their issues at once. */
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

export interface Wanted {
  readonly productId: number
  readonly language: string | undefined
  /** An ISO code, an id, or null for the default. */
  readonly currency: string | number | null
}

/** VALIDATION_FAILED with everything that cannot be had: `product_id`, `language`, `currency`. */
export async function openDesk(context: Context, moment: Moment, shopper: Shopper, wanted: Wanted): Promise<Desk> {
  const [product, language, currencies] = await checked<[CompiledProduct, string, Currencies]>([
    () => requireProduct(context, moment, wanted.productId),
    () => Promise.resolve().then(() => shopLanguage(moment, wanted.language)),
    () => shopCurrency(context, moment, wanted.currency),
  ])
  return deskOf(context, moment, product, await openShop(context, moment, shopper, language, currencies))
}

/** The desk for a product in a shop that is open already. */
export async function deskOf(context: Context, moment: Moment, product: CompiledProduct, shop: Shop): Promise<Desk> {
  const loaded = await loadOutside(context, moment, product.program)
  const evaluation: EvaluationContext = {
    customerGroupId: shop.customerGroupId,
    customerGroup: shop.customerGroup,
    now: context.clock.now(),
    texts: textsOf(product, shop.language),
    ...(loaded && { loaded }),
  }
  return { moment, product, shop, evaluation }
}

/** Who is meant: the shopper that the host names, else the one who started the configuration. */
function shopperOf(row: StoredConfiguration, named: Shopper | undefined): Shopper {
  const isNamed = named !== undefined && (named.customerId !== null || named.customerGroupId !== null)
  const tax = named?.tax ?? row.tax_context
  return {
    customerId: isNamed ? named.customerId : row.customer_id,
    customerGroupId: isNamed ? named.customerGroupId : row.customer_group_id,
    ...(tax && { tax }),
  }
}

/**
 * The configuration of the token, settled under the catalogue of now. NOT_FOUND for unknown and expired ones, and for those of
 * somebody else where `options` name the shopper. In a unit its row is locked until the unit ends.
 */
export async function take(context: Context, token: string, options: ReplyOptions, u?: Unit): Promise<Taken> {
  const row = await findConfiguration(context, token, u)
  const moment = await momentOf(context, u, [productTopic(row.product_id)])
  requireOwner(row, options.shopper)
  requireAlive(row, moment, context.clock.now())
  const shopper = shopperOf(row, options.shopper)
  const kept = moment.snapshot.languages.includes(row.language_tag) ? row.language_tag : undefined
  const wanted = { productId: row.product_id, language: options.language ?? kept, currency: row.currency_id }
  const desk = await openDesk(context, moment, shopper, wanted)
  const { state, automatic } = resume(desk.product.program, desk.evaluation, row.selections)
  return { ...desk, row, shopper, state, automatic }
}
