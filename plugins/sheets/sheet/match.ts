// Matches the parts of a sheet to stored records, and decides their final order and internal names.
import {
  fallbackKey,
  groupByKeyScope,
  type PartNode,
  walkParts,
  type StoredPart,
  getStoredTitle,
  loadStoredProduct,
  findProductByKey,
} from './stored-part.js'
import { sheetLines, type Topic, shopperCalls, isSameJson, storedFiles, entityModel, type Registry } from '#core/surface.js'
import {
  createMessage,
  NotFoundError,
  getVersionedSnapshot,
  type TransactionContext,
  type ServiceContext,
} from '#core/contract.js'
import { type SheetPart, getSheetTitle, type ParsedSheet } from './read.js'
import type { ApplyOptions } from './define.js'

/** A part in its final state: from the sheet, from the shop, or both. */
export interface TargetPart extends PartNode<TargetPart> {
  readonly sheetPart: SheetPart | null
  readonly storedPart: StoredPart | null
  readonly children: TargetPart[]
  /** The internal name that preserves the key; null if the sheet sets it or the part has no such field. */
  internal: string | null
  /** Null until the part is created. */
  id: number | null
}

/** Stored parts by the key that a sheet uses for them. */
function indexStoredParts(root: StoredPart | null): ReadonlyMap<string, StoredPart> {
  const shelf = new Map<string, StoredPart>()
  if (!root) return shelf
  for (const group of groupByKeyScope(walkParts(root)))
    for (const part of group) shelf.set(toScopedKey(part, part.owner!.record.id), part)
  return shelf
}

const toScopedKey = ({ entity, section, key }: Pick<StoredPart, 'entity' | 'section' | 'key'>, owner: number): string =>
  section?.traits.isProductWide ? `${entity.name} ${key}` : `${entity.name} ${owner} ${key}`

/** Finds a page with a changed title: the page of its first matching question, unless another entry is that page. */
function findRenamedPage(
  sheetPart: SheetPart,
  owner: StoredPart,
  shelf: ReadonlyMap<string, StoredPart>,
  root: SheetPart,
): StoredPart | null {
  if (sheetPart.section?.internal !== null || sheetPart.section.traits.hasBody) return null
  const matchedPages = new Set(root.children.map((rootChild) => shelf.get(toScopedKey(rootChild, owner.record.id))))
  for (const child of sheetPart.children) {
    const page = child.section?.traits.isProductWide ? shelf.get(toScopedKey(child, 0))?.owner : undefined
    if (page && !matchedPages.has(page)) return page
  }
  return null
}

/** The final tree of the product, without internal names; with `prune`, without parts that the sheet does not name. */
export function buildTargetTree(sheetRoot: SheetPart, storedRoot: StoredPart | null, prune: boolean): TargetPart {
  const shelf = indexStoredParts(storedRoot)
  const used = new Set<StoredPart>()
  const build = (part: SheetPart, record: StoredPart | null, owner: TargetPart | null): TargetPart => {
    if (record) used.add(record)
    const { entity, section, key } = part
    const target: TargetPart = {
      sheetPart: part,
      storedPart: record,
      entity,
      section,
      owner,
      key,
      children: [],
      internal: null,
      id: record?.record.id ?? null,
    }
    for (const child of part.children) {
      const match =
        child.section?.traits.isProductWide || record
          ? (shelf.get(toScopedKey(child, record?.record.id ?? 0)) ??
            (record ? findRenamedPage(child, record, shelf, part) : null))
          : null
      target.children.push(build(child, match && !used.has(match) ? match : null, target))
    }
    return target
  }
  const root = build(sheetRoot, storedRoot, null)
  if (storedRoot && !prune) keepUnnamed(root, storedRoot, used)
  return root
}

/** Parts that the sheet does not name stay after their current predecessors. */
function keepUnnamed(root: TargetPart, storedRoot: StoredPart, used: ReadonlySet<StoredPart>): void {
  const targets = new Map<StoredPart, TargetPart>()
  const note = (target: TargetPart): void => {
    if (target.storedPart) targets.set(target.storedPart, target)
    target.children.forEach(note)
  }
  note(root)
  const addUnnamed = (part: StoredPart): void => {
    const target = targets.get(part)!
    let before: TargetPart | null = null
    for (const child of part.children) {
      let childTarget = targets.get(child)
      if (!childTarget && !used.has(child)) {
        const { entity, section, key, record } = child
        childTarget = {
          sheetPart: null,
          storedPart: child,
          entity,
          section,
          owner: target,
          key,
          children: [],
          internal: null,
          id: record.id,
        }
        targets.set(child, childTarget)
        target.children.splice(before === null ? 0 : target.children.indexOf(before) + 1, 0, childTarget)
      }
      if (childTarget && childTarget.owner === target) before = childTarget
      if (childTarget) addUnnamed(child)
    }
  }
  addUnnamed(storedRoot)
}

/** Gives new parts, and with `prune` all parts, the internal names that preserve their keys. */
export function assignInternalNames(root: TargetPart, prune: boolean, language: string): void {
  for (const group of groupByKeyScope(walkParts(root))) {
    const { section, entity } = group[0]!
    const { internal } = section!
    if (internal === null) continue
    const titles = group.map(
      (target) =>
        (target.sheetPart && getSheetTitle(target.sheetPart, language)) ??
        (target.storedPart ? getStoredTitle(target.storedPart, language) : ''),
    )
    const names = sheetLines.deriveInternalNames(
      group.map(({ key }) => key),
      titles,
      fallbackKey(entity),
    )
    for (const [index, target] of group.entries()) {
      if (!target.sheetPart || target.sheetPart.fields.has(internal)) continue
      const present = String(target.storedPart?.record.values[internal] ?? '')
      target.internal = !prune && present !== '' ? present : names[index]!
    }
  }
}

/** Loads the existing product of a sheet before the transaction, so writers do not wait while thousands of parts are read. */
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
  return [versions.get(topic), versions.get(shopperCalls.storeTopic)]
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
export async function loadSheetFiles(
  files: storedFiles.FileStore,
  root: SheetPart,
): Promise<ReadonlyMap<string, storedFiles.FileMetadata>> {
  const metadataByName = new Map<string, storedFiles.FileMetadata>()
  for (const part of walkParts(root)) {
    const own = new Set(entityModel.listFileProperties(part.entity).map(({ name }) => name))
    for (const [name, { value }] of part.fields) {
      if (!own.has(name) || typeof value !== 'string' || !/^[\w-][\w.-]{0,254}$/.test(value) || metadataByName.has(value))
        continue
      const bytes = await files.get(value)
      if (bytes !== null) metadataByName.set(value, await storedFiles.readFileMetadata(value, bytes))
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
  return rows.every(({ entity }) => entity === storedFiles.mediaLibraryEntity || isCatalogEntity(context.registry, entity))
}

function isCatalogEntity(registry: Registry, entity: string): boolean {
  return registry.entities.get(entity)?.area === registry.entities.get('product')?.area
}

/** Parts level by level, owners first; within a level grouped by entity, in order. */
export function* walkByDepth(root: TargetPart): Generator<TargetPart> {
  let level: readonly TargetPart[] = [root]
  while (level.length > 0) {
    const groups = new Map<string, TargetPart[]>()
    for (const target of level) {
      const group = groups.get(target.entity.name)
      if (group) group.push(target)
      else groups.set(target.entity.name, [target])
    }
    for (const group of groups.values()) yield* group
    level = level.flatMap(({ children }) => children)
  }
}
