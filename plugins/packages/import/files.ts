// Pictures and files of an import: validated one by one, stored before the import, referenced by records within the unit of work.
import {
  type Entity,
  type Property,
  getMessage,
  loadRecordFiles,
  longWork,
  requireEntity,
  storedFiles,
  type recordGraphs,
} from '#core/surface.js'
import {
  createMessage,
  type Message,
  ValidationError,
  sha256,
  type TransactionContext,
  type ServiceContext,
} from '#core/contract.js'
import { createTransferFinding, type TransferFinding } from '../transfer-finding.js'
import { isPicturePath } from '../package/format.js'
import type { Package } from '../package/open.js'
import { sanitizeExportedFile } from '../package/rows.js'
import type { ProductImportOptions } from './define.js'
import { type ParsedProduct, packageRootEntity } from './parsed-product.js'
import { maxFindings, type RowValues } from './read-row.js'

/** The file that a field of a member will reference. */
interface ImportedFile {
  readonly stored: string
  /** null: the record already has this file. */
  readonly added: storedFiles.FileMetadata | null
}

const toFileKey = ({ entity, record }: recordGraphs.GraphRecord, field: string): string => `${entity.name} ${record.id} ${field}`

const describeMissingFile = (path: string): Message => createMessage('transfer.fileMissing', { name: path.slice(0, 200) })

type TextField = Partial<TransferFinding>

/** Calls `replace` for each address of a picture or link in the product's formatted texts, and stores the changed texts. */
async function replaceTextAddresses(
  { members, getFallbackTexts, product }: ParsedProduct,
  languages: readonly string[],
  replace: (address: string, field: TextField) => string | null,
): Promise<void> {
  const turn = new longWork.Turn()
  const fieldsByEntity = new Map<Entity, readonly string[]>()
  for (const member of members) {
    if (turn.isOver) await turn.pause()
    const { entity, record } = member
    const fields = fieldsByEntity.get(entity) ?? storedFiles.mediaLibrary.listRichTextKeys(entity, languages)
    fieldsByEntity.set(entity, fields)
    for (const field of fields) {
      for (const values of [record.values as RowValues, getFallbackTexts(member) as RowValues]) {
        const text = values[field]
        // Most texts are empty.
        if (typeof text !== 'string' || text === '') continue
        const place = { product, entity: entity.name, id: record.id, field }
        const changed = storedFiles.mediaLibrary.replaceAddresses(text, (address) => replace(address, place))
        if (changed !== text) values[field] = changed
      }
    }
  }
}

export class ImportFiles {
  private readonly held = new Map<string, ImportedFile>()
  /** The addresses in this shop of the pictures in texts, by path in the package. */
  private readonly addresses = new Map<string, string>()
  private readonly addedPictures: storedFiles.FileMetadata[] = []
  readonly findings: TransferFinding[] = []

  /** Validates every file of the product. With `keeps` the bytes are written to the file store; `drop` removes them again. */
  constructor(
    private readonly work: ServiceContext,
    private readonly canStoreFiles: boolean,
  ) {}

  async validate(pack: Package, parsedProduct: ParsedProduct, { mode }: ProductImportOptions): Promise<void> {
    for (const member of parsedProduct.members) {
      const { entity, record } = member
      const pointers = parsedProduct.getFiles(member)
      if (pointers.size === 0) continue
      const existingFiles =
        mode === 'exact' ? await this.findExistingPointer(member) : new Map<string, ImportedFile & { readonly digest: string }>()
      for (const [field, { file, name }] of pointers) {
        const place = { product: parsedProduct.product, entity: entity.name, id: record.id, field }
        const bytes = await pack.file(file)
        if (bytes === null) {
          this.findings.push(createTransferFinding('missing-file', describeMissingFile(file), place))
          continue
        }
        const same = existingFiles.get(field)
        if (same?.digest === sha256(name, bytes)) this.held.set(toFileKey(member, field), same)
        else await this.add(member, field, name, bytes, place)
      }
    }
  }

  private async add(
    member: recordGraphs.GraphRecord,
    field: string,
    name: string,
    bytes: Uint8Array,
    place: Partial<TransferFinding>,
  ): Promise<void> {
    const file = await this.validateBytes(member.entity.properties[field]!, name, bytes, place)
    if (file === null) return
    // Recorded before the write: `drop` must also remove a partly written file.
    this.held.set(toFileKey(member, field), { stored: file.facts.stored, added: file.facts })
    if (this.canStoreFiles) await storedFiles.storeFileBytes(this.work.context, file)
  }

  /** Null for refused bytes, with findings. */
  private async validateBytes(
    property: Property,
    name: string,
    bytes: Uint8Array,
    place: Partial<TransferFinding>,
  ): Promise<storedFiles.ValidatedFile | null> {
    try {
      return await storedFiles.validateFile(this.work.context, property, name, bytes)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      for (const issue of error.issues) this.findings.push(createTransferFinding('invalid-file', getMessage(issue), place))
      return null
    }
  }

  /**
   * Validates the pictures in the product's formatted texts, and puts their addresses in this shop into the texts. A picture that the
   * media library has already is not added again. For comparisons, `addsMissing` is false: texts keep the paths of other pictures.
   */
  async importTextPictures(pack: Package, parsedProduct: ParsedProduct, addsMissing = true): Promise<void> {
    const { languages } = this.work.versionedSnapshot.snapshot
    const fieldsByPath = new Map<string, TextField>()
    await replaceTextAddresses(parsedProduct, languages, (address, field) => {
      if (!isPicturePath(address) || fieldsByPath.has(address)) return null
      if (Object.hasOwn(pack.manifest.files, address)) fieldsByPath.set(address, field)
      else if (this.findings.length < maxFindings)
        this.findings.push(createTransferFinding('missing-file', describeMissingFile(address), field))
      return null
    })
    if (fieldsByPath.size === 0) return
    for (const [path, field] of fieldsByPath) await this.addTextPicture(pack, path, field, addsMissing)
    await replaceTextAddresses(parsedProduct, languages, (address) => this.addresses.get(address) ?? null)
  }

  private async addTextPicture(pack: Package, path: string, field: TextField, addsMissing: boolean): Promise<void> {
    const { context } = this.work
    const { pictures = {} } = pack.manifest
    const name = Object.hasOwn(pictures, path) ? pictures[path]! : path.slice(path.lastIndexOf('/') + 1)
    const property = requireEntity(context.registry, packageRootEntity).properties['image']!
    const file = await this.validateBytes(property, name, (await pack.file(path))!, field)
    if (file === null) return
    const existing = await storedFiles.mediaLibrary.findSamePicture(context, file)
    if (existing === null && !addsMissing) return
    this.addresses.set(path, storedFiles.mediaLibrary.toPictureAddress(context, existing ?? file.facts.stored))
    if (existing !== null) return
    this.addedPictures.push(file.facts)
    if (this.canStoreFiles) await storedFiles.storeFileBytes(context, file)
  }

  /** Adds the new pictures of texts to the media library; returns their number. */
  async addPictures({ context, unit }: ServiceContext & TransactionContext): Promise<number> {
    for (const facts of this.addedPictures) await storedFiles.mediaLibrary.addPicture(context, unit, facts)
    return this.addedPictures.length
  }

  /** The files of the shop's own record, with the digests that they would have in a package. */
  private async findExistingPointer({
    entity,
    record,
  }: recordGraphs.GraphRecord): Promise<ReadonlyMap<string, ImportedFile & { readonly digest: string }>> {
    const { context } = this.work
    const existingFiles = new Map<string, ImportedFile & { readonly digest: string }>()
    if (!(await this.work.read(entity.name, record.id))) return existingFiles
    for (const { field, name, stored } of await loadRecordFiles(context, entity.name, record.id)) {
      const bytes = await context.files.get(stored)
      if (bytes)
        existingFiles.set(field, { stored, added: null, digest: sha256(name, await sanitizeExportedFile(context, name, bytes)) })
    }
    return existingFiles
  }

  /** True if records or texts refer to files of the package. */
  get brings(): boolean {
    return this.held.size > 0 || this.addresses.size > 0
  }

  /** The stored name of the field's file; '' if the package has none. */
  nameOf(member: recordGraphs.GraphRecord, field: string): string {
    // Most packages have no files.
    return this.held.size === 0 ? '' : (this.held.get(toFileKey(member, field))?.stored ?? '')
  }

  /** Adds the file rows of a member that is stored under the id; returns their number. */
  async addRows(
    { context, unit }: ServiceContext & TransactionContext,
    member: recordGraphs.GraphRecord,
    id: number,
    fields: Iterable<string>,
  ): Promise<number> {
    let count = 0
    for (const field of fields) {
      const added = this.held.get(toFileKey(member, field))?.added
      if (!added) continue
      await storedFiles.addFileRows(context, unit, { entity: member.entity.name, id, field }, added)
      count++
    }
    return count
  }

  /** Removes the bytes that this import stored. */
  async drop(): Promise<void> {
    const { files } = this.work.context
    const addedFiles = [...this.held.values()].flatMap(({ added }) => added ?? [])
    for (const { stored, shown: copySize } of [...addedFiles, ...this.addedPictures]) {
      await files.remove(stored)
      if (copySize !== null) await files.remove(storedFiles.toStorefrontCopyName(stored))
    }
  }
}
