// Exports records to a package file at the location that the caller names, complete or not at all.
import { messageText } from '../../foundation/message-format.js'
import { sha256 } from '../../foundation/digest.js'
import { createMessage, createLabel, type MessageText, type LabelReference, type Message } from '../../foundation/message.js'
import type { Caller } from '../../foundation/access.js'
import { ServiceError, ValidationError, withErrorTrail } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { getCoreVersion } from '../../foundation/version.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions, findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { quoteName, toInList, splitIntoPortions } from '../../storage/database/dialect.js'
import { loadVersions } from '../../storage/caches.js'
import type { Topic } from '../../storage/unit-of-work/identity-map.js'
import { loadRecordFiles } from '../../storage/files/record-files.js'
import type { ZipLocation } from '../../storage/files/zip-store.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { findPropertyReferences } from '../copy/fields.js'
import { loadGraphs, type GraphRecord } from '../graph.js'
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
  listExportedProperties,
} from '../package/rows.js'
import { createPackageLocation, resolvePackageLocation, explainWriteError } from '../package/package-location.js'
import { createZip, type ZipWriter } from '../package/write-zip.js'

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
  readonly zip: ZipWriter
  readonly files: Record<string, Checksum>
  readonly outside: Map<string, OutsideRecord>
  readonly leftOut: OmittedContent[]
}

/** Maximum number of products loaded together, and their approximate total number of records. */
const [mostTogether, recordsTogether] = [32, 1_000]

const labelEntities = ({ name, pluralLabel }: Entity): LabelReference =>
  createLabel('entity', pluralLabel, `labels.entities.${name}`)

/** Records outside the products that reference them, such as data of shoppers, orders and lists. One statement for hundreds of products. */
async function listReferencingRecords(work: ServiceContext, products: readonly number[]): Promise<readonly OmittedContent[]> {
  const { registry } = work.context
  const { area } = requireEntity(registry, 'product')
  const omissions: OmittedContent[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      if (join?.entity !== 'product' || (entity.area === area && join.owner)) continue
      let count = 0
      for (const portion of splitIntoPortions([...new Set(products)])) {
        const { sql: list, params } = toInList(portion)
        const sql = `SELECT COUNT(*) AS count FROM ${quoteName(entity.table)} WHERE ${quoteName(property.name)} IN ${list}`
        const [row] = await work.on.query<{ count: number }>(sql, params)
        count += Number(row?.count ?? 0)
      }
      if (count === 0) continue
      const [owner] = findOwnerJoins(entity)
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
function listOmittedSecrets(members: readonly GraphRecord[]): readonly OmittedContent[] {
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
async function exportProducts(work: ServiceContext, ids: readonly number[], zip: ZipWriter): Promise<ExportReport> {
  const at = await work.at()
  const writing: ExportContext = { work: at, zip, files: {}, outside: new Map(), leftOut: [] }
  const products: ManifestProduct[] = []
  for (let [from, ahead] = [0, 1]; from < ids.length; ) {
    const portion = ids.slice(from, from + ahead)
    const graphs = await withErrorTrail(`product ${portion.join(', ')}`, () => loadConsistentGraphs(at, portion))
    for (const id of portion)
      products.push(await withErrorTrail(`product ${id}`, () => exportProduct(writing, id, graphs.get(id)!)))
    from += portion.length
    const count = [...graphs.values()].reduce((sum, members) => sum + members.length, 0)
    ahead = Math.max(1, Math.min(mostTogether, Math.floor((recordsTogether * portion.length) / count)))
  }
  const manifest: Manifest = {
    format: packageFormat,
    version: packageVersion,
    service: getCoreVersion(),
    languages: at.versionedSnapshot.snapshot.languages,
    products,
    outside: [...writing.outside.values()].sort((a, b) => (a.entity < b.entity ? -1 : a.entity > b.entity ? 1 : a.id - b.id)),
    files: writing.files,
  }
  await zip.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return { products, left_out: sumOmissions([...(await listReferencingRecords(at, ids)), ...writing.leftOut]) }
}

async function exportProduct(writing: ExportContext, id: number, members: readonly GraphRecord[]): Promise<ManifestProduct> {
  const { work } = writing
  const { languages } = work.versionedSnapshot.snapshot
  await collectOutsideRecords(writing, members)
  writing.leftOut.push(...listOmittedSecrets(members))
  const records: Record<string, number> = {}
  let files = 0
  for (const entity of new Set(members.map((member) => member.entity))) {
    const { name } = entity
    const lines: string[] = []
    const holding = listExportedProperties(entity).filter(isFileProperty)
    for (const member of members.filter((candidate) => candidate.entity === entity)) {
      const hasFiles = holding.some((property) => member.record.values[property.name])
      const names = hasFiles ? await addFiles(writing, id, member) : noFileNames
      files += names.size
      lines.push(`${JSON.stringify(createPackageRecord(member, id, languages, work.context.registry, names))}\n`)
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
): Promise<ReadonlyMap<number, readonly GraphRecord[]>> {
  const whole = new Map<number, readonly GraphRecord[]>()
  let pendingIds = ids
  for (let attempt = 0; attempt < maxReadAttempts && pendingIds.length > 0; attempt++) {
    const topics = pendingIds.map((id): Topic => `product:${id}`)
    const before = await loadVersions(work.on, topics)
    const graphs = await loadGraphs(work, 'product', pendingIds, work.versionedSnapshot.snapshot.languages)
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
  { entity, record }: GraphRecord,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const { context } = writing.work
  for (const { field, name, stored } of await loadRecordFiles(context, entity.name, record.id)) {
    const storedBytes = await context.files.get(stored)
    if (storedBytes) {
      const bytes = await sanitizeExportedFile(context, name, storedBytes)
      names.set(field, name)
      await addEntry(writing, toPackageFilePath(product, createPackageFileName(entity.name, record.id, field, name)), bytes)
    } else {
      const why = createMessage('transfer.bytesGone')
      const what = createMessage('results.filesOf', { entities: labelEntities(entity) })
      writing.leftOut.push({ what, count: 1, why })
    }
  }
  return names
}

/** Adds the referenced records that are not exported, with the texts by which another shop finds its own. */
async function collectOutsideRecords({ work, outside }: ExportContext, members: readonly GraphRecord[]): Promise<void> {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const inside = new Set(members.map(({ entity, record }) => `${entity.name} ${record.id}`))
  for (const member of members) {
    for (const { entity: name, id } of findPropertyReferences(member, registry).flatMap(({ names }) => names)) {
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

async function createPackageZip(file: ZipLocation, displayPath: string): Promise<ZipWriter> {
  try {
    return await createZip(file)
  } catch (error) {
    throw toWriteRefusal(error, displayPath) ?? error
  }
}

/** VALIDATION_FAILED for an error that the caller can fix; null for all others. */
function toWriteRefusal(error: unknown, displayPath: string): ValidationError | null {
  const reason = explainWriteError(error)
  return reason === null
    ? null
    : ValidationError.of('out', createMessage('transfer.cannotWrite', { path: displayPath.slice(0, 200), reason }))
}
