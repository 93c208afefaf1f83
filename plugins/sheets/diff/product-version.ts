// A product version from the shop, a package or a sheet, always read as a sheet.
import {
  ImportFiles,
  type Package,
  isFileProperty,
  openPackage,
  parsePackageProduct,
  resolvePackageLocation,
  sanitizeExportedFile,
} from '../../packages/surface.js'
import {
  getMessage,
  textGaps,
  messageFormat,
  longWork,
  requireEntity,
  recordWriting,
  loadRecordFiles,
  storedValues,
  type recordGraphs,
  sheetLines,
  zipFiles,
} from '#core/surface.js'
import {
  createMessage,
  type Message,
  sha256,
  type Issue,
  ValidationError,
  NotFoundError,
  type ServiceContext,
  type Caller,
} from '#core/contract.js'
import {
  type StoredPart,
  buildStoredProduct,
  loadStoredProduct,
  toStoredPartKeys,
  findNamingField,
  listOutsideEntities,
  createSheetNames,
  walkParts,
  findProductByKey,
} from '../sheet/stored-part.js'
import { readSheet, type SheetPart, type ParsedSheet, parseSheet } from '../sheet/read.js'
import { SourcePositions } from '../sheet/yaml.js'
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
    throw new ValidationError(
      blockers.slice(0, 20).map((blocker): Issue => messageFormat.createIssue(argument, getMessage(blocker))),
    )
  }
  await new ImportFiles(work, false).importTextPictures(pack, parsedProduct, false)
  const members: recordGraphs.GraphRecord[] = []
  const turn = new longWork.Turn()
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
  { entity, record }: recordGraphs.GraphRecord,
  files: ReadonlyMap<string, { readonly name: string }>,
): recordGraphs.GraphRecord {
  const values: Record<string, unknown> = { ...record.values }
  const row: Record<string, unknown> & { id: number; revision: number } = { id: record.id, revision: 0 }
  for (const property of storedValues.getLayout(entity).stored) {
    const { name } = property
    if (isFileProperty(property)) values[name] = files.get(name)?.name ?? ''
    else if (values[name] === undefined) values[name] = recordWriting.resolveDefaultValue(property, work)
    row[name] = storedValues.toColumnValue(property, values[name])
  }
  return { entity, record: { ...record, row: row as never, values: values as never } }
}

/** Names of the records outside the package, from its manifest. */
function createPackageNames(
  work: ServiceContext,
  root: StoredPart,
  outside: Package['manifest']['outside'],
): sheetLines.SheetNames {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const outsideNames: sheetLines.OutsideNames = new Map(
    listOutsideEntities(registry).map((name) => {
      const field = findNamingField(requireEntity(registry, name)) ?? ''
      const texts = [...languages.map((tag) => textGaps.flatKey(field, tag)), field]
      const records = outside.filter(({ entity }) => entity === name)
      return [name, records.map(({ id, names }) => ({ id, name: texts.map((key) => names[key]).find(Boolean) ?? '' }))]
    }),
  )
  return new sheetLines.SheetNames(toStoredPartKeys(walkParts(root)), outsideNames, new Set(registry.functions.keys()))
}

async function read(
  work: ServiceContext,
  root: StoredPart,
  names: sheetLines.SheetNames,
): Promise<Pick<ProductVersion, 'sheet' | 'ids'>> {
  // The caller has just read the records.
  await new longWork.Turn().pause()
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
    if (error instanceof zipFiles.PackageFault) throw ValidationError.of(argument, getMessage(error))
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
