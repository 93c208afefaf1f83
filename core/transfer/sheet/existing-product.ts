// Loads the existing product of a sheet before the transaction, so writers do not wait while thousands of parts are read.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { Topic } from '../../storage/unit-of-work/identity-map.js'
import { getVersionedSnapshot, storeTopic } from '../../storage/caches.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ApplyOptions } from './define.js'
import { type StoredPart, loadStoredProduct, findProductByKey } from './stored-part.js'
import { walkParts } from './part-tree.js'
import type { ParsedSheet, SheetPart } from './read.js'
import { isSameJson } from '../../foundation/json.js'
import { mediaLibraryEntity } from '../../storage/files/media-library.js'
import { listFileProperties } from '../../storage/files/record-files.js'
import type { FileStore } from '../../storage/files/file-store.js'
import { type FileMetadata, readFileMetadata } from '../../storage/files/store-record-file.js'
import type { Registry } from '../../model/registry.js'

export interface ExistingProduct {
  readonly id: number
  readonly root: StoredPart
  /** Versions of product and store when reading began; the loaded product is valid while they are unchanged. */
  readonly versions: readonly (number | undefined)[]
}

/** Null for a new product. NOT_FOUND for an unknown product id. */
async function findSheetProductId(work: ServiceContext, sheet: ParsedSheet, { productId }: ApplyOptions): Promise<number | null> {
  if (productId === undefined) return findProductByKey(work, sheet.root.key, sheet.language)
  if (!(await work.read('product', productId)))
    throw new NotFoundError(createMessage('authoring.productMissing', { id: productId }))
  return productId
}

async function getCurrentVersions({ context, unit }: ServiceContext, id: number): Promise<ExistingProduct['versions']> {
  const topic: Topic = `product:${id}`
  const { versions } = await getVersionedSnapshot(context, unit ?? undefined, [topic])
  return [versions.get(topic), versions.get(storeTopic)]
}

/** Null if the sheet creates a product. */
export async function loadExistingProduct(
  initialWork: ServiceContext,
  sheet: ParsedSheet,
  options: ApplyOptions,
): Promise<ExistingProduct | null> {
  const work = await initialWork.at()
  const id = await findSheetProductId(work, sheet, options)
  if (id === null) return null
  const versions = await getCurrentVersions(work, id)
  return { id, versions, root: await loadStoredProduct(work, id, sheet.language) }
}

/** Inside the unit of work: returns the loaded product if it is unchanged, else loads it again. */
export async function reloadIfChanged(
  work: ServiceContext & TransactionContext,
  sheet: ParsedSheet,
  options: ApplyOptions,
  before: ExistingProduct | null,
): Promise<StoredPart | null> {
  const id = await findSheetProductId(work, sheet, options)
  if (id === null) return null
  const isSo = before?.id === id && isSameJson(await getCurrentVersions(work, id), before.versions)
  return isSo ? before.root : loadStoredProduct(work, id, sheet.language)
}

// Resolves the pictures and files that a sheet names; only existing catalog files can be referenced, never changed.

/** The files that the sheet names and the file store has; called before a unit of work opens. */
export async function loadSheetFiles(files: FileStore, root: SheetPart): Promise<ReadonlyMap<string, FileMetadata>> {
  const metadataByName = new Map<string, FileMetadata>()
  for (const part of walkParts(root)) {
    const own = new Set(listFileProperties(part.entity).map(({ name }) => name))
    for (const [name, { value }] of part.fields) {
      if (!own.has(name) || typeof value !== 'string' || !/^[\w-][\w.-]{0,254}$/.test(value) || metadataByName.has(value))
        continue
      const bytes = await files.get(value)
      if (bytes !== null) metadataByName.set(value, await readFileMetadata(value, bytes))
    }
  }
  return metadataByName
}

/** True if the file exists and only the catalog and the media library use it: files of other areas, such as shoppers' uploads, may not be referenced. */
export async function canReferenceFile(
  { unit, context }: ServiceContext & TransactionContext,
  name: string,
  files: ApplyOptions['files'],
): Promise<boolean> {
  if (!files.has(name)) return false
  const rows = await unit.query<{ entity: string }>('SELECT entity FROM svc_files WHERE name = ?', [name])
  return rows.every(({ entity }) => entity === mediaLibraryEntity || isCatalogEntity(context.registry, entity))
}

function isCatalogEntity(registry: Registry, entity: string): boolean {
  return registry.entities.get(entity)?.area === registry.entities.get('product')?.area
}
