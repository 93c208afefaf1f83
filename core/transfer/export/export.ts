// Writes products with all their parts into a package; holds one large or a few small products in memory at a time.
import { sha256 } from '../../foundation/digest.js'
import { ServiceError, withErrorTrail } from '../../foundation/errors.js'
import { getCoreVersion } from '../../foundation/version.js'
import { requireEntity } from '../../model/registry.js'
import { currentVersions, type Topic } from '../../storage/database/versions.js'
import { recordFiles } from '../../storage/files/record-files.js'
import type { Work } from '../../storage/work.js'
import { namingFields } from '../copy/fields.js'
import { graphsOf, type Member } from '../graph.js'
import {
  type Checksum,
  filePath,
  type LeftOut,
  type Manifest,
  type ManifestProduct,
  manifestName,
  type OutsideRecord,
  packageFormat,
  packageVersion,
  recordsPath,
} from '../package/format.js'
import { namesOf } from '../package/identity.js'
import { fileNameOf, holdsFile, inert, rowOf, travelling } from '../package/rows.js'
import type { ZipWriter } from '../package/write-zip.js'
import { namingProducts, secretsOf, summed } from './left-out.js'

export interface ExportReport {
  readonly products: readonly ManifestProduct[]
  readonly left_out: readonly LeftOut[]
}

interface Writing {
  readonly work: Work
  readonly zip: ZipWriter
  readonly files: Record<string, Checksum>
  readonly outside: Map<string, OutsideRecord>
  readonly leftOut: LeftOut[]
}

/** Maximum number of products loaded together, and their approximate total number of records. */
const [mostTogether, recordsTogether] = [32, 1_000]

/** Writes the products in the given order. NOT_FOUND for an unknown one. */
export async function exportProducts(work: Work, ids: readonly number[], zip: ZipWriter): Promise<ExportReport> {
  const at = await work.at()
  const writing: Writing = { work: at, zip, files: {}, outside: new Map(), leftOut: [] }
  const products: ManifestProduct[] = []
  for (let [from, ahead] = [0, 1]; from < ids.length; ) {
    const some = ids.slice(from, from + ahead)
    const graphs = await withErrorTrail(`product ${some.join(', ')}`, () => wholeGraphs(at, some))
    for (const id of some) products.push(await withErrorTrail(`product ${id}`, () => exportProduct(writing, id, graphs.get(id)!)))
    from += some.length
    const count = [...graphs.values()].reduce((sum, members) => sum + members.length, 0)
    ahead = Math.max(1, Math.min(mostTogether, Math.floor((recordsTogether * some.length) / count)))
  }
  const manifest: Manifest = {
    format: packageFormat,
    version: packageVersion,
    service: getCoreVersion(),
    languages: at.moment.snapshot.languages,
    products,
    outside: [...writing.outside.values()].sort((a, b) => (a.entity < b.entity ? -1 : a.entity > b.entity ? 1 : a.id - b.id)),
    files: writing.files,
  }
  await zip.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return { products, left_out: summed([...(await namingProducts(at, ids)), ...writing.leftOut]) }
}

async function exportProduct(writing: Writing, id: number, members: readonly Member[]): Promise<ManifestProduct> {
  const { work } = writing
  const { languages } = work.moment.snapshot
  await noteOutside(writing, members)
  writing.leftOut.push(...secretsOf(members))
  const records: Record<string, number> = {}
  let files = 0
  for (const entity of new Set(members.map((member) => member.entity))) {
    const { name } = entity
    const lines: string[] = []
    const holding = travelling(entity).filter(holdsFile)
    for (const member of members.filter((one) => one.entity === entity)) {
      const holds = holding.some((property) => member.record.values[property.name])
      const names = holds ? await addFiles(writing, id, member) : none
      files += names.size
      lines.push(`${JSON.stringify(rowOf(member, id, languages, work.context.registry, names))}\n`)
    }
    records[name] = lines.length
    await addEntry(writing, recordsPath(id, name), Buffer.from(lines.join('')))
  }
  const title = members[0]!.record.values['title']
  return { id, title: String(title ?? ''), records, files }
}

/** Attempts before giving up on a product that changes constantly. */
const attempts = 5

/** Loads a consistent state of each product: it is read again if it changed during the read. */
async function wholeGraphs(work: Work, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Member[]>> {
  const whole = new Map<number, readonly Member[]>()
  let left = ids
  for (let attempt = 0; attempt < attempts && left.length > 0; attempt++) {
    const topics = left.map((id): Topic => `product:${id}`)
    const before = await currentVersions(work.on, topics)
    const graphs = await graphsOf(work, 'product', left, work.moment.snapshot.languages)
    const after = await currentVersions(work.on, topics)
    for (const [id, members] of graphs) if (before.get(`product:${id}`) === after.get(`product:${id}`)) whole.set(id, members)
    left = left.filter((id) => !whole.has(id))
  }
  if (left.length === 0) return whole
  throw new ServiceError('NOT_READY', `Product ${left[0]} is being changed all the time. Try again when that is done.`)
}

async function addEntry({ zip, files }: Writing, path: string, bytes: Uint8Array): Promise<void> {
  files[path] = { sha256: sha256(bytes), size: bytes.length }
  await zip.add(path, bytes)
}

const none: ReadonlyMap<string, string> = new Map()

/** The original names by field; a file without bytes is not exported. */
async function addFiles(writing: Writing, product: number, { entity, record }: Member): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const { context } = writing.work
  for (const { field, name, stored } of await recordFiles(context, entity.name, record.id)) {
    const held = await context.files.get(stored)
    if (held) {
      const bytes = await inert(context, name, held)
      names.set(field, name)
      await addEntry(writing, filePath(product, fileNameOf(entity.name, record.id, field, name)), bytes)
    } else {
      const why = 'Their bytes are no longer in the file store.'
      writing.leftOut.push({ what: `files of ${entity.pluralLabel}`, count: 1, why })
    }
  }
  return names
}

/** Adds the referenced records that are not exported, with the texts by which another shop finds its own. */
async function noteOutside({ work, outside }: Writing, members: readonly Member[]): Promise<void> {
  const { registry } = work.context
  const { languages } = work.moment.snapshot
  const inside = new Set(members.map(({ entity, record }) => `${entity.name} ${record.id}`))
  for (const member of members) {
    for (const { entity: name, id } of namingFields(member, registry).flatMap(({ names }) => names)) {
      const key = `${name} ${id}`
      if (inside.has(key) || outside.has(key) || !registry.entities.has(name)) continue
      const [found] = await work.list(name, { column: 'id', values: [id] }, languages)
      if (!found) continue
      outside.set(key, { entity: name, id, names: namesOf(requireEntity(registry, name), found.values, languages) })
    }
  }
}
