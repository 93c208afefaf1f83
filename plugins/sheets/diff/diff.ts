// Compares two named sources product by product; each is the shop, a package or a sheet.
import { createMessage, type Message, type Caller, ValidationError, type ServiceContext } from '#core/contract.js'
import { compareVersions } from './compare.js'
import type { Comparison, ProductComparison } from '../reports.js'
import { openSource, createShopSource, findShopProduct, type VersionSource, type ProductVersion } from './product-version.js'
import { PartFormatter } from './part-values.js'

/** The arguments as error messages name them. */
const argumentNames = { first: 'from', second: 'to' }

interface DiffInput {
  /** The earlier version. */
  readonly from: string
  /** The later version. If omitted, `from` is the new version and is compared with the shop's product. */
  readonly to?: string | undefined
  readonly caller: Caller
}

/** NOT_FOUND and VALIDATION_FAILED name the argument. */
export async function compareSources(initialWork: ServiceContext, { from, to, caller }: DiffInput): Promise<Comparison> {
  const work = await initialWork.at()
  const first = await openSource(work, caller, argumentNames.first, from)
  try {
    if (to === undefined && first.isShops)
      throw ValidationError.of(argumentNames.second, createMessage('transfer.secondMissing', { first: first.shown }))
    if (to === undefined) return await diffWithShop(work, first)
    const second = await openSource(work, caller, argumentNames.second, to)
    try {
      return await diffSources(work, first, second)
    } finally {
      second.close()
    }
  } finally {
    first.close()
  }
}

const listProductIds = ({ ids }: VersionSource): readonly (number | null)[] => ids ?? [null]

async function diffWithShop(work: ServiceContext, source: VersionSource): Promise<Comparison> {
  const products: ProductComparison[] = []
  for (const id of listProductIds(source)) {
    const version = await source.version(id)
    const own = await findShopProduct(work, version)
    products.push(
      own === null
        ? createOneSidedDiff(work, 'added', version)
        : await compareVersions(work, await createShopSource(work, own).version(own), version),
    )
  }
  return createComparison(createMessage('comparison.shop'), source.shown, products)
}

/** Two single products are always compared; several products are matched by key, else by id. */
async function diffSources(work: ServiceContext, a: VersionSource, b: VersionSource): Promise<Comparison> {
  const [fromIds, toIds] = [listProductIds(a), listProductIds(b)]
  if (fromIds.length === 1 && toIds.length === 1) {
    const product = await compareVersions(work, await a.version(fromIds[0]!), await b.version(toIds[0]!))
    return createComparison(a.shown, b.shown, [product])
  }
  const versionsByKey = new Map<string, ProductVersion>()
  for (const id of fromIds) {
    const version = await a.version(id)
    versionsByKey.set(version.sheet.root.key, version)
  }
  const products: ProductComparison[] = []
  for (const id of toIds) {
    const version = await b.version(id)
    const { key } = version.sheet.root
    const other =
      versionsByKey.get(key) ?? [...versionsByKey.values()].find(({ sheet, ids }) => id !== null && ids.get(sheet.root) === id)
    if (other) versionsByKey.delete(other.sheet.root.key)
    products.push(other ? await compareVersions(work, other, version) : createOneSidedDiff(work, 'added', version))
  }
  for (const version of versionsByKey.values()) products.push(createOneSidedDiff(work, 'removed', version))
  return createComparison(a.shown, b.shown, products)
}

function createComparison(from: Message, to: Message, products: readonly ProductComparison[]): Comparison {
  return { from, to, equal: products.every(({ equal }) => equal), products }
}

/** A product that only one side has. */
function createOneSidedDiff(
  work: ServiceContext,
  kind: 'added' | 'removed',
  { sheet: { root } }: ProductVersion,
): ProductComparison {
  const tell = new PartFormatter(work.context.registry, work.versionedSnapshot.snapshot.languages)
  const part = tell.begin(root)
  const sentence =
    kind === 'added'
      ? createMessage('comparison.newPart', { part, place: '', below: '' })
      : createMessage('comparison.removedPart', { part, below: '' })
  return {
    product: root.key,
    title: tell.title(root),
    equal: false,
    counts: { added: 0, removed: 0, changed: 0, moved: 0, rephrased: 0, [kind]: 1 },
    changes: [{ kind, entity: root.entity.name, key: root.key, sentence }],
  }
}
