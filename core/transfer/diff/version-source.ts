// Opens a source of product versions: an id is a product of the shop, a file name a package, any other text a sheet.
import { createMessage, getMessage, type Message } from '../../foundation/message.js'
import type { Caller } from '../../foundation/access.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { PackageFault } from '../package/faults.js'
import { openPackage } from '../package/open.js'
import { resolvePackageLocation } from '../package/package-location.js'
import { findProductByKey } from '../sheet/stored-part.js'
import { parseSheet } from '../sheet/read.js'
import { type ProductVersion, loadPackageVersion, loadShopVersion, versionOfSheet } from './product-version.js'

/** A named source, open until `close`. */
export interface VersionSource {
  /** The source's name in messages. */
  readonly shown: Message
  readonly isShops: boolean
  /** Ids of its products in the shop or package; null for a sheet, which has one product. */
  readonly ids: readonly number[] | null
  /** The version of one of the products. */
  version(id: number | null): Promise<ProductVersion>
  close(): void
}

const packageNamePattern = /^(.+\.zip)(?:#([1-9]\d{0,14}))?$/i

/** VALIDATION_FAILED on `argument` if it names no source. */
export async function openSource(work: ServiceContext, caller: Caller, argument: string, source: string): Promise<VersionSource> {
  const sourceName = source.trim()
  if (/^[1-9]\d{0,14}$/.test(sourceName)) return createShopSource(work, Number(sourceName))
  if (/[\n{]/.test(source)) {
    const sheet = await parseSheet(work.context, work.versionedSnapshot.snapshot.languages, source)
    const version = versionOfSheet(sheet)
    return {
      shown: createMessage('comparison.sheetOf', { key: version.sheet.root.key }),
      isShops: false,
      ids: null,
      version: async () => version,
      close: () => undefined,
    }
  }
  const packageMatch = packageNamePattern.exec(sourceName)
  if (packageMatch)
    return openPackageSource(
      work,
      caller,
      argument,
      packageMatch[1]!,
      packageMatch[2] === undefined ? null : Number(packageMatch[2]),
    )
  const message = createMessage('transfer.versionRequired', { argument })
  throw ValidationError.of(argument, message)
}

/** The product as it is in the shop now. `version` fails with NOT_FOUND if it does not exist. */
export function createShopSource(work: ServiceContext, id: number): VersionSource {
  return {
    shown: createMessage('comparison.productOfShop', { id: String(id) }),
    isShops: true,
    ids: [id],
    version: () => loadShopVersion(work, id),
    close: () => undefined,
  }
}

async function openPackageSource(
  work: ServiceContext,
  caller: Caller,
  argument: string,
  path: string,
  only: number | null,
): Promise<VersionSource> {
  const place = resolvePackageLocation(work.context, caller, argument, path)
  const pack = await withArgumentRefusals(argument, () => openPackage(place))
  const all = pack.manifest.products.map(({ id }) => id)
  if (only !== null && !all.includes(only)) {
    pack.close()
    throw new NotFoundError(
      createMessage('transfer.productNotInPackage', {
        name: place.shown.slice(0, 200),
        id: only,
        ids: all.slice(0, 20).join(', '),
      }),
    )
  }
  return {
    shown: createMessage('comparison.packageNamed', { name: place.shown.slice(0, 200) }),
    isShops: false,
    ids: only === null ? all : [only],
    version: (id) => withArgumentRefusals(argument, () => loadPackageVersion(work, pack, id!, argument)),
    close: () => pack.close(),
  }
}

/** Turns errors of a package into VALIDATION_FAILED on the argument that names it. */
async function withArgumentRefusals<T>(argument: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PackageFault) throw ValidationError.of(argument, getMessage(error))
    if (error instanceof ValidationError && error.issues[0]?.field === 'path')
      throw ValidationError.of(argument, getMessage(error.issues[0]))
    throw error
  }
}

/** The shop's product that corresponds to a version: by key, else by id; null if there is none. */
export async function findShopProduct(work: ServiceContext, { sheet, ids }: ProductVersion): Promise<number | null> {
  const id = await findProductByKey(work, sheet.root.key, sheet.language)
  if (id !== null) return id
  const own = ids.get(sheet.root)
  return own !== undefined && (await work.read('product', own)) ? own : null
}
