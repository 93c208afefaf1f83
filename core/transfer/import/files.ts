// Pictures and files of an import: validated one by one, stored before the import, referenced by records within the unit of work.
import { createMessage, getMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { sha256 } from '../../foundation/digest.js'
import { addFileRows, type FileMetadata, validateFile, storeFileBytes } from '../../storage/files/store-record-file.js'
import { loadRecordFiles } from '../../storage/files/record-files.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { createTransferFinding, type TransferFinding } from '../findings.js'
import type { Package } from '../package/open.js'
import { sanitizeExportedFile } from '../package/rows.js'
import type { ProductImportOptions } from './define.js'
import type { GraphRecord } from '../graph.js'
import type { ParsedProduct } from './parsed-product.js'

/** The file that a field of a member will reference. */
interface ImportedFile {
  readonly stored: string
  /** null: the record already has this file. */
  readonly added: FileMetadata | null
}

const toFileKey = ({ entity, record }: GraphRecord, field: string): string => `${entity.name} ${record.id} ${field}`

export class ImportFiles {
  private readonly held = new Map<string, ImportedFile>()
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
          this.findings.push(
            createTransferFinding('missing-file', createMessage('transfer.fileMissing', { name: file.slice(0, 200) }), place),
          )
          continue
        }
        const same = existingFiles.get(field)
        if (same?.digest === sha256(name, bytes)) this.held.set(toFileKey(member, field), same)
        else await this.add(member, field, name, bytes, place)
      }
    }
  }

  private async add(
    member: GraphRecord,
    field: string,
    name: string,
    bytes: Uint8Array,
    place: Partial<TransferFinding>,
  ): Promise<void> {
    const property = member.entity.properties[field]!
    try {
      const file = await validateFile(this.work.context, property, name, bytes)
      // Recorded before the write: `drop` must also remove a partly written file.
      this.held.set(toFileKey(member, field), { stored: file.facts.stored, added: file.facts })
      if (this.canStoreFiles) await storeFileBytes(this.work.context, file)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      for (const issue of error.issues) this.findings.push(createTransferFinding('invalid-file', getMessage(issue), place))
    }
  }

  /** The files of the shop's own record, with the digests that they would have in a package. */
  private async findExistingPointer({
    entity,
    record,
  }: GraphRecord): Promise<ReadonlyMap<string, ImportedFile & { readonly digest: string }>> {
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

  /** True if records reference files of the package. */
  get brings(): boolean {
    return this.held.size > 0
  }

  /** The stored name of the field's file; '' if the package has none. */
  nameOf(member: GraphRecord, field: string): string {
    // Most packages have no files.
    return this.held.size === 0 ? '' : (this.held.get(toFileKey(member, field))?.stored ?? '')
  }

  /** Adds the file rows of a member that is stored under the id; returns their number. */
  async addRows(
    { context, unit }: ServiceContext & TransactionContext,
    member: GraphRecord,
    id: number,
    fields: Iterable<string>,
  ): Promise<number> {
    let count = 0
    for (const field of fields) {
      const added = this.held.get(toFileKey(member, field))?.added
      if (!added) continue
      await addFileRows(context, unit, { entity: member.entity.name, id, field }, added)
      count++
    }
    return count
  }

  /** Removes the bytes that this import stored. */
  async drop(): Promise<void> {
    const { files } = this.work.context
    for (const { added, stored } of this.held.values()) {
      if (!added) continue
      await files.remove(stored)
      if (added.shown !== null) await files.remove(toStorefrontCopyName(stored))
    }
  }
}
