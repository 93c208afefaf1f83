// Cache of compiled products, per product version. Concurrent first requests share one compilation.
import { sortCells } from '../engine/calculation/matrix.js'
import { compileWithTables } from '../engine/variant/variant-compiler.js'
import type { ProductSource } from '../engine/program/source.js'
import type { Program } from '../engine/program/program.js'
import { Turn } from '../foundation/long-work.js'
import { getRecordText } from '../foundation/language.js'
import { errorRateLimited } from '../foundation/log.js'
import { defineCache, type RecordTopic, type VersionedSnapshot } from '../storage/caches.js'
import type { Topic } from '../storage/unit-of-work/change-set.js'
import type { ServiceContext } from '../storage/service-context.js'
import { guardTypes } from './guarded-types.js'
import { toProductSource } from './source.js'
import type { ClientProgramMode } from './client-program/define.js'
import { loadProductTree } from './product-tree.js'
import { type PublishedRecord, type PublishedTree, createPublishedTree } from './published-tree.js'

export interface ProductTitles {
  readonly product: string
  /** The billing interval as text: `per month`. */
  readonly interval: string
  readonly questions: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<number, string>>
  /** Units of typed entries, by question id: `mm`. */
  readonly units: Readonly<Record<number, string>>
}

/** The cached data of a product. */
export interface CompiledProduct {
  readonly program: Program
  readonly title: string
  readonly isPublished: boolean
  /** How much of the product a browser may evaluate. */
  readonly twin: ClientProgramMode
  readonly taxClassId: number | null
  readonly taxClassRecurringId: number | null
  /** By language tag. */
  readonly titles: ReadonlyMap<string, ProductTitles>
  /** Former prices in the base currency; null if there is none. */
  readonly formerPrices: { readonly once: number | null; readonly recurring: number | null }
  /** Allowed order quantities. */
  readonly quantities: QuantityLimits
  /** Days until it is ready to ship. */
  readonly dispatchTime: number
  /** The product's SKU; '' for none. */
  readonly sku: string
  /** The file name of its picture; '' for none. */
  readonly image: string
  /** The layers of its picture; null if it has no layers. */
  readonly layers: PictureLayers | null
  /** True if the product or one of its answers has a picture. */
  readonly isPictured: boolean
  readonly answerSkus: ReadonlyMap<number, string>
}

/** File names of layers. */
export interface PictureLayers {
  readonly lowest: string
  /** By answer id, from the lowest layer to the highest. */
  readonly answers: ReadonlyMap<number, string>
}

/** Whole numbers: minimum, maximum, and the step from the minimum. */
export interface QuantityLimits {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** The maximum quantity of a product that defines none. */
const defaultMaxQuantity = 9_999

/** The topic of the product that a record refers to. */
export const productOwnTopic: RecordTopic = { prefix: 'product:', column: 'product_id' }

export const toProductTopic = (productId: number): Topic => `${productOwnTopic.prefix}${productId}`

/** Maximum number of cached products. The least recently used ones are dropped. */
const maxCachedProducts = 100

const productCache = defineCache<CompiledProduct | null>('programs', maxCachedProducts)

type TitledValues = Readonly<Record<string, unknown>> & { readonly id: number; readonly title: string }

/** The title in the language, else in the store default, else the id. */
function translateTitle(values: TitledValues, language: string): string {
  return getRecordText(values, 'title', language) || values.title || String(values.id)
}

function translateTitles(records: readonly PublishedRecord<TitledValues>[], language: string): Readonly<Record<number, string>> {
  return Object.fromEntries(records.map(({ id, values }) => [id, translateTitle(values, language)]))
}

function translateUnits(
  questions: readonly PublishedRecord<TitledValues & { readonly unit: string }>[],
  language: string,
): ProductTitles['units'] {
  const units = questions.map(({ id, values }) => [id, getRecordText(values, 'unit', language) || values.unit] as const)
  return Object.fromEntries(units.filter(([, unit]) => unit))
}

/** Sorts the price tables with pauses. The compilation, which cannot pause, uses the result. */
async function sortLargeTables({ calculations }: ProductSource): Promise<void> {
  const turn = new Turn()
  for (const { matrix } of calculations) {
    if (!matrix) continue
    sortCells(matrix.cells)
    if (turn.isOver) await turn.pause()
  }
}

/** Layers with the same number are in the order of their answers, as in the storefront. */
function toPictureLayers({ product: { values }, answers }: PublishedTree): PictureLayers | null {
  if (values.visualization_type !== 'composite' || !values.visualization_image) return null
  const layered = answers.flatMap(({ id, values: { visualization_image, visualization_stacking } }) =>
    visualization_image ? [{ id, name: visualization_image, stacking: visualization_stacking ?? 1 }] : [],
  )
  const sorted = layered.toSorted((a, b) => a.stacking - b.stacking)
  return { lowest: values.visualization_image, answers: new Map(sorted.map(({ id, name }) => [id, name])) }
}

/** Compiles the product in the current transaction without caching it, for uncommitted changes. */
export async function compileProduct(work: ServiceContext, productId: number): Promise<CompiledProduct | null> {
  const { context, versionedSnapshot: shopSnapshot } = work
  const { languages } = shopSnapshot.snapshot
  const tree = await loadProductTree(context, work.on, productId, languages)
  if (tree === null) return null
  const turn = new Turn()
  const published = createPublishedTree(context.registry, context.platform, tree)
  const { values } = published.product
  const types = guardTypes(context.registry, {
    product: productId,
    report({ error, noun, ...details }) {
      const message = `Code of the ${noun} '${details.type}' failed.`
      errorRateLimited(context.log, context.clock.now(), { err: error, ...details }, message)
    },
  })
  if (turn.isOver) await turn.pause()
  const source = toProductSource(published, getCatalogVersion(shopSnapshot, productId))
  await sortLargeTables(source)
  if (turn.isOver) await turn.pause()
  const program = context.timings.measureSync('engine', 'compile', () => compileWithTables(source, types))
  if (turn.isOver) await turn.pause()
  const titles = languages.map((language): [string, ProductTitles] => [
    language,
    {
      product: translateTitle(values, language),
      interval: getRecordText(values, 'recurring_interval', language) || values.recurring_interval || '',
      questions: translateTitles(published.questions, language),
      answers: translateTitles(published.answers, language),
      units: translateUnits(published.questions, language),
    },
  ])
  const min = values.min_quantity ?? 1
  return {
    program,
    title: values.title || String(productId),
    isPublished: published.isPublished,
    twin: values.twin ?? 'full',
    taxClassId: values.tax_class_id,
    taxClassRecurringId: values.tax_class_recurring_id ?? values.tax_class_id,
    titles: new Map(titles),
    formerPrices: {
      once: values.was_price || null,
      recurring: values.use_recurring_pricing ? values.was_price_recurring || null : null,
    },
    quantities: { min, max: values.max_quantity ?? Math.max(defaultMaxQuantity, min), step: values.quantity_step ?? 1 },
    dispatchTime: values.dispatch_time ?? 0,
    sku: values.sku,
    image: values.image ?? '',
    layers: toPictureLayers(published),
    isPictured:
      Boolean(values.image || values.visualization_image) ||
      published.answers.some(({ values: answer }) => answer.picker_image || answer.image),
    answerSkus: new Map(published.answers.map(({ id, values: answer }) => [id, answer.sku])),
  }
}

/** The version of the product's topic in the snapshot. */
export function getCatalogVersion(shopSnapshot: VersionedSnapshot, productId: number): number {
  return shopSnapshot.versions.get(toProductTopic(productId)) ?? 0
}

/** The cached product of the snapshot's version; null if there is none. The caller must have loaded the product's topic. */
export async function loadCompiledProduct(work: ServiceContext, productId: number): Promise<CompiledProduct | null> {
  const { versionedSnapshot: shopSnapshot } = work
  const products = work.context.caches.of(productCache)
  const topic = toProductTopic(productId)
  const get = (): Promise<CompiledProduct | null> =>
    products.get(topic, getCatalogVersion(shopSnapshot, productId), () => compileProduct(work, productId))
  const product = await get()
  if (product === null || shopSnapshot.snapshot.languages.every((language) => product.titles.has(language))) return product
  // A language was activated after the compilation. That changes the store's topic, not the product's.
  products.delete(topic)
  return get()
}
