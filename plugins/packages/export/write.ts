// Exports records to a package file at the location that the caller names, complete or not at all.
import {
  type Property,
  type Entity,
  requireEntity,
  toInList,
  splitIntoPortions,
  loadVersions,
  type Topic,
  loadRecordFiles,
  storedFiles,
  messageFormat,
  serviceState,
  entityModel,
  installationTables,
  zipFiles,
  recordGraphs,
} from '#core/surface.js'
import {
  messageText,
  sha256,
  createMessage,
  createLabel,
  type MessageText,
  type Message,
  type Caller,
  ServiceError,
  ValidationError,
  type ServiceContext,
} from '#core/contract.js'
import {
  type Checksum,
  toPackageFilePath,
  type OmittedContent,
  type Manifest,
  type ManifestProduct,
  manifestName,
  type OutsideRecord,
  packageFormat,
  packageVersion,
  toRecordsPath,
  createTransferError,
} from '../package/format.js'
import {
  toIdentifyingTexts,
  createPackageFileName,
  isFileProperty,
  sanitizeExportedFile,
  createPackageRecord,
  createTextPictureName,
  listTextPictures,
  listExportedProperties,
} from '../package/rows.js'
import { createPackageLocation, resolvePackageLocation } from '../package/package-location.js'

interface ExportInput {
  readonly ids: readonly number[]
  /** null: in the transfer folder, under a name derived from the product ids. */
  readonly out: string | null
  readonly caller: Caller
  progress(message: MessageText): void
}

interface ExportReport {
  readonly products: readonly ManifestProduct[]
  readonly left_out: readonly OmittedContent[]
}

interface ExportContext {
  readonly work: ServiceContext
  readonly zip: zipFiles.ZipWriter
  readonly files: Record<string, Checksum>
  /** Original names of pictures in texts, by path. */
  readonly pictures: Record<string, string>
  readonly outside: Map<string, OutsideRecord>
  readonly leftOut: OmittedContent[]
}

/** Maximum number of products loaded together, and their approximate total number of records. */
const [mostTogether, recordsTogether] = [32, 1_000]

const labelEntities = ({ name, pluralLabel }: Entity): messageFormat.LabelReference =>
  createLabel('entity', pluralLabel, `labels.entities.${name}`)

/** Records outside the products that reference them, such as data of shoppers, orders and lists. One statement for hundreds of products. */
async function listReferencingRecords(work: ServiceContext, products: readonly number[]): Promise<readonly OmittedContent[]> {
  const { registry } = work.context
  const { area } = requireEntity(registry, 'product')
  const omissions: OmittedContent[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = entityModel.getJoinOptions(property)
      if (join?.entity !== 'product' || (entity.area === area && join.owner)) continue
      let count = 0
      for (const portion of splitIntoPortions([...new Set(products)])) {
        const { sql: list, params } = toInList(portion)
        const sql = `SELECT COUNT(*) AS count FROM ${installationTables.quoteName(entity.table)} WHERE ${installationTables.quoteName(property.name)} IN ${list}`
        const [row] = await work.on.query<{ count: number }>(sql, params)
        count += Number(row?.count ?? 0)
      }
      if (count === 0) continue
      const [owner] = entityModel.findOwnerJoins(entity)
      const isListed = entity.area === area && owner
      const why = isListed
        ? createMessage('transfer.shopOwn', {
            entities: createLabel('entity', requireEntity(registry, owner.entity).pluralLabel),
          })
        : createMessage('transfer.shopperData')
      omissions.push({ what: createMessage('results.entities', { entities: labelEntities(entity) }), count, why })
    }
  }
  return omissions
}

/** Write-only fields. */
function listOmittedSecrets(members: readonly recordGraphs.GraphRecord[]): readonly OmittedContent[] {
  const counts = new Map<Property, { readonly what: Message; count: number }>()
  const secret = new Map<Entity, readonly Property[]>()
  for (const { entity, record } of members) {
    const hidden = secret.get(entity) ?? Object.values(entity.properties).filter(({ apiSensitive }) => apiSensitive === true)
    secret.set(entity, hidden)
    for (const property of hidden) {
      const { name, label } = property
      const value = record.row[name]
      if (value === null || value === undefined || value === '') continue
      const field = createLabel('field', label, `labels-fields.${entity.name}.${name}`)
      const what = createMessage('results.fieldOf', { field, entities: labelEntities(entity) })
      counts.set(property, { what, count: (counts.get(property)?.count ?? 0) + 1 })
    }
  }
  return [...counts.values()].map((omission) => ({ ...omission, why: createMessage('transfer.secret') }))
}

/** Sums equal entries of several products. */
function sumOmissions(all: readonly OmittedContent[]): readonly OmittedContent[] {
  const sums = new Map<string, OmittedContent>()
  for (const omission of all) {
    const key = `${messageText(omission.what)}\n${messageText(omission.why)}`
    sums.set(key, { ...omission, count: (sums.get(key)?.count ?? 0) + omission.count })
  }
  return [...sums.values()]
}

/** Writes the products in the given order. NOT_FOUND for an unknown one. */
async function exportProducts(work: ServiceContext, ids: readonly number[], zip: zipFiles.ZipWriter): Promise<ExportReport> {
  const at = await work.at()
  const writing: ExportContext = { work: at, zip, files: {}, pictures: {}, outside: new Map(), leftOut: [] }
  const products: ManifestProduct[] = []
  for (let [from, ahead] = [0, 1]; from < ids.length; ) {
    const portion = ids.slice(from, from + ahead)
    const graphs = await messageFormat.withErrorTrail(`product ${portion.join(', ')}`, () => loadConsistentGraphs(at, portion))
    for (const id of portion)
      products.push(await messageFormat.withErrorTrail(`product ${id}`, () => exportProduct(writing, id, graphs.get(id)!)))
    from += portion.length
    const count = [...graphs.values()].reduce((sum, members) => sum + members.length, 0)
    ahead = Math.max(1, Math.min(mostTogether, Math.floor((recordsTogether * portion.length) / count)))
  }
  const manifest: Manifest = {
    format: packageFormat,
    version: packageVersion,
    service: serviceState.getCoreVersion(),
    languages: at.versionedSnapshot.snapshot.languages,
    products,
    outside: [...writing.outside.values()].sort((a, b) => (a.entity < b.entity ? -1 : a.entity > b.entity ? 1 : a.id - b.id)),
    files: writing.files,
    ...(Object.keys(writing.pictures).length > 0 && { pictures: writing.pictures }),
  }
  await zip.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return { products, left_out: sumOmissions([...(await listReferencingRecords(at, ids)), ...writing.leftOut]) }
}

async function exportProduct(
  writing: ExportContext,
  id: number,
  members: readonly recordGraphs.GraphRecord[],
): Promise<ManifestProduct> {
  const { work } = writing
  const { languages } = work.versionedSnapshot.snapshot
  await collectOutsideRecords(writing, members)
  writing.leftOut.push(...listOmittedSecrets(members))
  const records: Record<string, number> = {}
  const pictures = await addTextPictures(writing, id, members)
  let files = new Set(pictures.values()).size
  for (const entity of new Set(members.map((member) => member.entity))) {
    const { name } = entity
    const lines: string[] = []
    const holding = listExportedProperties(entity).filter(isFileProperty)
    for (const member of members.filter((candidate) => candidate.entity === entity)) {
      const hasFiles = holding.some((property) => member.record.values[property.name])
      const names = hasFiles ? await addFiles(writing, id, member) : noFileNames
      files += names.size
      lines.push(`${JSON.stringify(createPackageRecord(member, id, languages, work.context.registry, { names, pictures }))}\n`)
    }
    records[name] = lines.length
    await addEntry(writing, toRecordsPath(id, name), Buffer.from(lines.join('')))
  }
  const title = members[0]!.record.values['title']
  return { id, title: String(title ?? ''), records, files }
}

/** Attempts before giving up on a product that changes constantly. */
const maxReadAttempts = 5

/** Loads a consistent state of each product: it is read again if it changed during the read. */
async function loadConsistentGraphs(
  work: ServiceContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly recordGraphs.GraphRecord[]>> {
  const whole = new Map<number, readonly recordGraphs.GraphRecord[]>()
  let pendingIds = ids
  for (let attempt = 0; attempt < maxReadAttempts && pendingIds.length > 0; attempt++) {
    const topics = pendingIds.map((id): Topic => `product:${id}`)
    const before = await loadVersions(work.on, topics)
    const graphs = await recordGraphs.loadGraphs(work, 'product', pendingIds, work.versionedSnapshot.snapshot.languages)
    const after = await loadVersions(work.on, topics)
    for (const [id, members] of graphs) if (before.get(`product:${id}`) === after.get(`product:${id}`)) whole.set(id, members)
    pendingIds = pendingIds.filter((id) => !whole.has(id))
  }
  if (pendingIds.length === 0) return whole
  throw new ServiceError('NOT_READY', createMessage('transfer.beingChanged', { id: pendingIds[0]! }))
}

async function addEntry({ zip, files }: ExportContext, path: string, bytes: Uint8Array): Promise<void> {
  files[path] = { sha256: sha256(bytes), size: bytes.length }
  await zip.add(path, bytes)
}

const noFileNames: ReadonlyMap<string, string> = new Map()

/** The original names by field; a file without bytes is not exported. */
async function addFiles(
  writing: ExportContext,
  product: number,
  { entity, record }: recordGraphs.GraphRecord,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const { context } = writing.work
  for (const { field, name, stored } of await loadRecordFiles(context, entity.name, record.id)) {
    const bytes = await loadExportedFile(writing, entity, name, stored)
    if (bytes === null) continue
    names.set(field, name)
    await addEntry(writing, toPackageFilePath(product, createPackageFileName(entity.name, record.id, field, name)), bytes)
  }
  return names
}

const noPictures: ReadonlyMap<string, string> = new Map()

/** Adds the pictures of the media library that texts show. Returns their paths by stored name. All other addresses stay. */
async function addTextPictures(
  writing: ExportContext,
  product: number,
  members: readonly recordGraphs.GraphRecord[],
): Promise<ReadonlyMap<string, string>> {
  const { on, versionedSnapshot } = writing.work
  const entitiesByName = new Map<string, Entity>()
  for (const member of members)
    for (const name of listTextPictures(member, versionedSnapshot.snapshot.languages)) entitiesByName.set(name, member.entity)
  if (entitiesByName.size === 0) return noPictures
  const originalNames = await storedFiles.mediaLibrary.findPictureNames(on, [...entitiesByName.keys()])
  const paths = new Map<string, string>()
  for (const [stored, entity] of entitiesByName) {
    const original = originalNames.get(stored)
    if (original === undefined) continue
    const bytes = await loadExportedFile(writing, entity, original, stored)
    if (bytes === null) continue
    const path = toPackageFilePath(product, createTextPictureName(sha256(bytes), original))
    paths.set(stored, path)
    if (Object.hasOwn(writing.files, path)) continue
    writing.pictures[path] = original
    await addEntry(writing, path, bytes)
  }
  return paths
}

/** Null for a file whose bytes are gone. The export reports it. */
async function loadExportedFile(
  { work: { context }, leftOut }: ExportContext,
  entity: Entity,
  name: string,
  stored: string,
): Promise<Uint8Array | null> {
  const bytes = await context.files.get(stored)
  if (bytes !== null) return sanitizeExportedFile(context, name, bytes)
  const what = createMessage('results.filesOf', { entities: labelEntities(entity) })
  leftOut.push({ what, count: 1, why: createMessage('transfer.bytesGone') })
  return null
}

/** Adds the referenced records that are not exported, with the texts by which another shop finds its own. */
async function collectOutsideRecords(
  { work, outside }: ExportContext,
  members: readonly recordGraphs.GraphRecord[],
): Promise<void> {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const inside = new Set(members.map(({ entity, record }) => `${entity.name} ${record.id}`))
  for (const member of members) {
    for (const { entity: name, id } of recordGraphs.findPropertyReferences(member, registry).flatMap(({ names }) => names)) {
      const key = `${name} ${id}`
      if (inside.has(key) || outside.has(key) || !registry.entities.has(name)) continue
      const [outsideRecord] = await work.list(name, { column: 'id', values: [id] }, languages)
      if (!outsideRecord) continue
      outside.set(key, {
        entity: name,
        id,
        names: toIdentifyingTexts(requireEntity(registry, name), outsideRecord.values, languages),
      })
    }
  }
}

export interface ExportedPackage extends ExportReport {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

/** NOT_FOUND for an unknown product; VALIDATION_FAILED on `out` if the file cannot be written. */
export async function writePackage(work: ServiceContext, { ids, out, caller, progress }: ExportInput): Promise<ExportedPackage> {
  const { context } = work
  const { file, shown: displayPath } =
    out === null ? createPackageLocation(context, caller, ids) : resolvePackageLocation(context, caller, 'out', out)
  const zip = await createPackageZip(file, displayPath)
  try {
    progress(createMessage('results.writingProducts', { count: ids.length }))
    const report = await exportProducts(work, ids, zip)
    const size = await zip.finish()
    return { path: displayPath, size, ...report }
  } catch (error) {
    await zip.drop()
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw toWriteRefusal(error, displayPath) ?? createTransferError(context, 'export', error)
  }
}

async function createPackageZip(file: zipFiles.ZipLocation, displayPath: string): Promise<zipFiles.ZipWriter> {
  try {
    return await zipFiles.createZip(file)
  } catch (error) {
    throw toWriteRefusal(error, displayPath) ?? error
  }
}

/** VALIDATION_FAILED for an error that the caller can fix; null for all others. */
function toWriteRefusal(error: unknown, displayPath: string): ValidationError | null {
  const reason = zipFiles.explainWriteError(error)
  return reason === null
    ? null
    : ValidationError.of('out', createMessage('transfer.cannotWrite', { path: displayPath.slice(0, 200), reason }))
}
