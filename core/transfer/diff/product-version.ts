// A product version from the shop, a package or a sheet, always read as a sheet.
import { getMessage } from '../../foundation/message.js'
import { sha256 } from '../../foundation/digest.js'
import { flatKey } from '../../foundation/language.js'
import { createIssue, type Issue, ValidationError } from '../../foundation/errors.js'
import { Turn } from '../../foundation/long-work.js'
import { requireEntity } from '../../model/registry.js'
import { resolveDefaultValue } from '../../storage/pipeline/prepare-for-storage.js'
import { loadRecordFiles } from '../../storage/files/record-files.js'
import { getLayout, toColumnValue } from '../../storage/record/present.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { GraphRecord } from '../graph.js'
import { parsePackageProduct } from '../import/parsed-product.js'
import type { Package } from '../package/open.js'
import { isFileProperty, sanitizeExportedFile } from '../package/rows.js'
import {
  type StoredPart,
  buildStoredProduct,
  loadStoredProduct,
  toStoredPartKeys,
  findNamingField,
  listOutsideEntities,
  createSheetNames,
} from '../sheet/stored-part.js'
import { type OutsideNames, SheetNames } from '../sheet/sheet-names.js'
import { walkParts } from '../sheet/part-tree.js'
import { readSheet, type SheetPart, type ParsedSheet } from '../sheet/read.js'
import { SourcePositions } from '../sheet/source-positions.js'
import { writeStoredSheet } from '../sheet/write.js'

export interface ProductVersion {
  readonly sheet: ParsedSheet
  /** The ids of the parts that are stored records. */
  readonly ids: ReadonlyMap<SheetPart, number>
  /** Digest of the bytes of the field's file; null if they are unavailable. */
  digest(part: SheetPart, field: string): Promise<string | null>
}

/** NOT_FOUND for an unknown product. */
export async function loadShopVersion(work: ServiceContext, id: number): Promise<ProductVersion> {
  const root = await loadStoredProduct(work, id)
  const names = await createSheetNames(work, toStoredPartKeys(walkParts(root)))
  const { sheet, ids } = await read(work, root, names)
  return {
    sheet,
    ids,
    async digest(part, field) {
      const record = ids.get(part)
      if (record === undefined) return null
      const file = (await loadRecordFiles(work.context, part.entity.name, record)).find(
        (recordFile) => recordFile.field === field,
      )
      const bytes = file && (await work.context.files.get(file.stored))
      return file && bytes ? sha256(await sanitizeExportedFile(work.context, file.name, bytes)) : null
    },
  }
}

/** VALIDATION_FAILED if the product's records are inconsistent. */
export async function loadPackageVersion(
  work: ServiceContext,
  pack: Package,
  product: number,
  argument: string,
): Promise<ProductVersion> {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const { languages: packageLanguages, outside, files } = pack.manifest
  const parsedProduct = await parsePackageProduct(work.context, {
    product,
    rows: await pack.records(product),
    languages,
    written: packageLanguages,
  })
  const blockers = parsedProduct.findings.filter(({ grade }) => grade === 'blocker')
  if (blockers.length > 0) {
    throw new ValidationError(blockers.slice(0, 20).map((blocker): Issue => createIssue(argument, getMessage(blocker))))
  }
  const members: GraphRecord[] = []
  const turn = new Turn()
  await turn.pause()
  for (const member of parsedProduct.members) {
    if (turn.isOver) await turn.pause()
    members.push(toStoredMember(work, member, parsedProduct.getFiles(member)))
  }
  const root = buildStoredProduct(registry, members, languages)
  const { sheet, ids } = await read(work, root, createPackageNames(work, root, outside))
  const pointers = new Map<string, string>(
    parsedProduct.members.flatMap((member) =>
      [...parsedProduct.getFiles(member)].map(
        ([field, { file }]) => [`${member.entity.name} ${member.record.id} ${field}`, file] as const,
      ),
    ),
  )
  return {
    sheet,
    ids,
    digest: async (part, field) => files[pointers.get(`${part.entity.name} ${ids.get(part)} ${field}`) ?? '']?.sha256 ?? null,
  }
}

/** The version that a sheet describes. Its parts have no ids, and its files no stored content. */
export const versionOfSheet = (sheet: ParsedSheet): ProductVersion => ({ sheet, ids: new Map(), digest: async () => null })

/** A record of a package in the form that the database would return; file fields contain the original names. */
function toStoredMember(
  work: ServiceContext,
  { entity, record }: GraphRecord,
  files: ReadonlyMap<string, { readonly name: string }>,
): GraphRecord {
  const values: Record<string, unknown> = { ...record.values }
  const row: Record<string, unknown> & { id: number; revision: number } = { id: record.id, revision: 0 }
  for (const property of getLayout(entity).stored) {
    const { name } = property
    if (isFileProperty(property)) values[name] = files.get(name)?.name ?? ''
    else if (values[name] === undefined) values[name] = resolveDefaultValue(property, work)
    row[name] = toColumnValue(property, values[name])
  }
  return { entity, record: { ...record, row: row as never, values: values as never } }
}

/** Names of the records outside the package, from its manifest. */
function createPackageNames(work: ServiceContext, root: StoredPart, outside: Package['manifest']['outside']): SheetNames {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const outsideNames: OutsideNames = new Map(
    listOutsideEntities(registry).map((name) => {
      const field = findNamingField(requireEntity(registry, name)) ?? ''
      const texts = [...languages.map((tag) => flatKey(field, tag)), field]
      const records = outside.filter(({ entity }) => entity === name)
      return [name, records.map(({ id, names }) => ({ id, name: texts.map((key) => names[key]).find(Boolean) ?? '' }))]
    }),
  )
  return new SheetNames(toStoredPartKeys(walkParts(root)), outsideNames, new Set(registry.functions.keys()))
}

async function read(work: ServiceContext, root: StoredPart, names: SheetNames): Promise<Pick<ProductVersion, 'sheet' | 'ids'>> {
  // The caller has just read the records.
  await new Turn().pause()
  const sheetText = await writeStoredSheet(work, root, names)
  const text = { value: sheetText, places: new SourcePositions() }
  const sheet = await readSheet(work.context.registry, work.versionedSnapshot.snapshot.languages, text)
  const ids = new Map<SheetPart, number>()
  const pair = (part: SheetPart, storedPart: StoredPart): void => {
    ids.set(part, storedPart.record.id)
    // Both lists are in section order.
    for (const [index, child] of part.children.entries()) pair(child, storedPart.children[index]!)
  }
  pair(sheet.root, root)
  return { sheet, ids }
}
