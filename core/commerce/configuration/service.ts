// The configurator: starts, reads and changes configurations (domain §4, §7). State lives in the row; programs are shared.
import type { EvaluationContext } from '../../engine/program/context.js'
import { change as changeSelection, resume, start as startState } from '../../engine/program/configure.js'
import type { State } from '../../engine/program/state.js'
import { heldSelections } from '../../engine/program/view.js'
import { type Issue, SystemError, ValidationError } from '../../ground/errors.js'
import type { Context, Moment } from '../../storage/context.js'
import { announce } from '../../storage/pipeline/purge.js'
import { momentOf } from '../../storage/record/moment.js'
import {
  type AutomaticReply,
  type ChangeInput,
  type ConfigurationReply,
  type Configurations,
  guest,
  type RefusedReply,
  type ReplyOptions,
  type Shopper,
  type StartInput,
} from './define.js'
import { loadOutside } from './outside.js'
import { catalogVersion, type CompiledProduct, compiledProduct, productTopic, textsOf } from './programs.js'
import { buildReply, look, type Outcome } from './reply.js'
import {
  type ConfigurationChanges,
  findConfiguration,
  insertConfiguration,
  newToken,
  requireAlive,
  saveConfiguration,
  type StoredConfiguration,
} from './rows.js'
import { type Currencies, openShop, type Shop, shopCurrency, shopLanguage } from './shop.js'

/** A configuration that others change all the time is tried again so often. */
const attempts = 100

/** What one request works with. */
interface Desk {
  readonly moment: Moment
  readonly product: CompiledProduct
  readonly shop: Shop
  readonly evaluation: EvaluationContext
}

/** A configuration as it stands at the desk: its state is changed in place. */
interface Taken extends Desk {
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

interface Wanted {
  readonly productId: number
  readonly language: string | undefined
  /** An ISO code, an id, or null for the default. */
  readonly currency: string | number | null
}

async function openDesk(context: Context, moment: Moment, shopper: Shopper, wanted: Wanted): Promise<Desk> {
  const [product, language, currencies] = await checked<[CompiledProduct, string, Currencies]>([
    () => requireProduct(context, moment, wanted.productId),
    () => Promise.resolve().then(() => shopLanguage(moment, wanted.language)),
    () => shopCurrency(context, moment, wanted.currency),
  ])
  const shop = await openShop(context, moment, shopper, language, currencies)
  const loaded = await loadOutside(context, moment, product.program)
  const evaluation: EvaluationContext = {
    customerGroupId: shop.customerGroupId,
    customerGroup: shop.customerGroup,
    now: context.clock.now(),
    texts: textsOf(product, language),
    ...(loaded && { loaded }),
  }
  return { moment, product, shop, evaluation }
}

async function start(context: Context, input: StartInput, options: ReplyOptions): Promise<ConfigurationReply> {
  const shopper = options.shopper ?? guest
  const moment = await momentOf(context, undefined, [productTopic(input.product_id)])
  const wanted = {
    productId: input.product_id,
    language: input.language ?? options.language,
    currency: input.currency ?? null,
  }
  const { product, shop, evaluation } = await openDesk(context, moment, shopper, wanted)
  const { state, refused, automatic } = startState(product.program, evaluation, input.selections)
  const token = newToken()
  const id = await insertConfiguration(context, moment, {
    token,
    product_id: input.product_id,
    selections: heldSelections(state),
    customer_id: shopper.customerId,
    customer_group_id: shopper.customerGroupId,
    currency_id: shop.currency.id,
    language_tag: shop.language,
    catalog_version: catalogVersion(moment, input.product_id),
  })
  await announce(context, 'onSvcStartConfiguration', { configurationId: id, productId: input.product_id })
  return buildReply(token, state, product, shop, { refused, automatic }, options)
}

/** Who is meant: the shopper that the host names, else the one who started the configuration. */
function shopperOf(row: StoredConfiguration, named: Shopper | undefined): Shopper {
  if (named && (named.customerId !== null || named.customerGroupId !== null)) return named
  return { customerId: row.customer_id, customerGroupId: row.customer_group_id }
}

async function take(context: Context, token: string, options: ReplyOptions): Promise<Taken> {
  const row = await findConfiguration(context, token)
  const moment = await momentOf(context, undefined, [productTopic(row.product_id)])
  requireAlive(row, moment, context.clock.now())
  const shopper = shopperOf(row, options.shopper)
  const kept = moment.snapshot.languages.includes(row.language_tag) ? row.language_tag : undefined
  const wanted = { productId: row.product_id, language: options.language ?? kept, currency: row.currency_id }
  const desk = await openDesk(context, moment, shopper, wanted)
  const { state, automatic } = resume(desk.product.program, desk.evaluation, row.selections)
  return { ...desk, row, shopper, state, automatic }
}

/** What has to be stored so that the row says what the state says; null where it does already. */
function changesOf({ row, state, moment, shop, shopper }: Taken, byShopper: boolean): ConfigurationChanges | null {
  const selections = heldSelections(state)
  const same =
    selections.length === row.selections.length &&
    selections.every(
      (one, index) => one.question_id === row.selections[index]!.question_id && one.value === row.selections[index]!.value,
    )
  const version = catalogVersion(moment, row.product_id)
  const changes = {
    ...(!same && { selections }),
    ...(version !== row.catalog_version && { catalog_version: version }),
    ...(byShopper && shop.language !== row.language_tag && { language_tag: shop.language }),
    ...(byShopper && shopper.customerId !== row.customer_id && { customer_id: shopper.customerId }),
    ...(byShopper && shopper.customerGroupId !== row.customer_group_id && { customer_group_id: shopper.customerGroupId }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

async function read(context: Context, token: string, options: ReplyOptions): Promise<ConfigurationReply> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const taken = await take(context, token, options)
    const { row, state, product, shop, automatic, moment } = taken
    const changes = row.state === 'ordered' ? null : changesOf(taken, false)
    if (changes === null || (await saveConfiguration(context, moment, row, changes, false))) {
      return buildReply(token, state, product, shop, { refused: [], automatic }, options)
    }
  }
  throw contended()
}

/** Enters the selections one after the other; what waits for a confirmation ends the list. */
function enter(state: State, input: ChangeInput): Outcome {
  const refused: RefusedReply[] = []
  const automatic: AutomaticReply[] = []
  for (const [index, entry] of input.selections.entries()) {
    const result = changeSelection(state, entry, input.confirmed)
    if (result.confirm) return { refused, automatic, confirm: { index, ...result.confirm } }
    if (result.refused) refused.push({ index, ...result.refused })
    automatic.push(...result.automatic)
  }
  return { refused, automatic }
}

async function change(context: Context, token: string, input: ChangeInput, options: ReplyOptions): Promise<ConfigurationReply> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const taken = await take(context, token, options)
    const { row, state, product, shop, moment } = taken
    if (row.state === 'ordered') {
      throw ValidationError.of('configuration', 'This configuration was ordered, so it can no longer be changed.', 'ORDERED')
    }
    // What the caller has seen is another catalogue's if the version has moved on: then everything is sent.
    const current = row.catalog_version === catalogVersion(moment, row.product_id) && taken.automatic.length === 0
    const seen = current && options.full !== true ? look(state) : null
    const outcome = enter(state, input)
    const changes = changesOf(taken, true)
    if (changes === null || (await saveConfiguration(context, moment, row, changes, true))) {
      const automatic = [...taken.automatic, ...outcome.automatic]
      return buildReply(token, state, product, shop, { ...outcome, automatic }, { ...options, seen })
    }
  }
  throw contended()
}

function contended(): SystemError {
  return new SystemError(`A configuration was changed by others ${attempts} times while one change waited.`)
}

export function createConfigurations(context: Context): Configurations {
  return {
    start: (input, options = {}) => start(context, input, options),
    read: (token, options = {}) => read(context, token, options),
    change: (token, input, options = {}) => change(context, token, input, options),
  }
}
