// Pictures and files of an import: validated one by one, stored before the import, referenced by records within the unit of work.
import { ValidationError } from '../../foundation/errors.js'
import { sha256 } from '../../foundation/digest.js'
import { addFileRows, type FileFacts, judgeFile, keepBytes } from '../../storage/files/store-record-file.js'
import { recordFiles } from '../../storage/files/record-files.js'
import { shownName } from '../../storage/pipeline/files.js'
import type { InUnit, Work } from '../../storage/work.js'
import { finding, type TransferFinding } from '../check/findings.js'
import type { Package } from '../package/open.js'
import { inert } from '../package/rows.js'
import type { ImportHow } from './define.js'
import type { Member } from '../graph.js'
import type { Staged } from './stage.js'

/** The file that a field of a member will reference. */
interface Held {
  readonly stored: string
  /** null: the record already has this file. */
  readonly added: FileFacts | null
}

const keyOf = ({ entity, record }: Member, field: string): string => `${entity.name} ${record.id} ${field}`

export class ImportFiles {
  private readonly held = new Map<string, Held>()
  readonly findings: TransferFinding[] = []

  /** Validates every file of the product. With `keeps` the bytes are written to the file store; `drop` removes them again. */
  constructor(
    private readonly work: Work,
    private readonly keeps: boolean,
  ) {}

  async judge(pack: Package, staged: Staged, { mode }: ImportHow): Promise<void> {
    for (const member of staged.members) {
      const { entity, record } = member
      const pointers = staged.filesOf(member)
      if (pointers.size === 0) continue
      const standing = mode === 'exact' ? await this.standing(member) : new Map<string, Held & { readonly digest: string }>()
      for (const [field, { file, name }] of pointers) {
        const place = { product: staged.product, entity: entity.name, id: record.id, field }
        const bytes = await pack.file(file)
        if (bytes === null) {
          this.findings.push(finding('missing-file', `The package has no '${file.slice(0, 200)}', which a record names.`, place))
          continue
        }
        const same = standing.get(field)
        if (same?.digest === sha256(name, bytes)) this.held.set(keyOf(member, field), same)
        else await this.add(member, field, name, bytes, place)
      }
    }
  }

  private async add(
    member: Member,
    field: string,
    name: string,
    bytes: Uint8Array,
    place: Partial<TransferFinding>,
  ): Promise<void> {
    const property = member.entity.properties[field]!
    try {
      const file = await judgeFile(this.work.context, property, name, bytes)
      // Recorded before the write, so that `drop` also removes a partly written file.
      this.held.set(keyOf(member, field), { stored: file.facts.stored, added: file.facts })
      if (this.keeps) await keepBytes(this.work.context, file)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      this.findings.push(finding('invalid-file', error.message, place))
    }
  }

  /** The files of the shop's own record, with the digests that they would have in a package. */
  private async standing({ entity, record }: Member): Promise<ReadonlyMap<string, Held & { readonly digest: string }>> {
    const { context } = this.work
    const found = new Map<string, Held & { readonly digest: string }>()
    if (!(await this.work.read(entity.name, record.id))) return found
    for (const { field, name, stored } of await recordFiles(context, entity.name, record.id)) {
      const bytes = await context.files.get(stored)
      if (bytes) found.set(field, { stored, added: null, digest: sha256(name, await inert(context, name, bytes)) })
    }
    return found
  }

  /** True if records reference files of the package. */
  get brings(): boolean {
    return this.held.size > 0
  }

  /** The stored name of the field's file; '' if the package has none. */
  nameOf(member: Member, field: string): string {
    // Most packages have no files.
    return this.held.size === 0 ? '' : (this.held.get(keyOf(member, field))?.stored ?? '')
  }

  /** Adds the file rows of a member that is stored under the id; returns their number. */
  async addRows({ context, unit }: Work & InUnit, member: Member, id: number, fields: Iterable<string>): Promise<number> {
    let count = 0
    for (const field of fields) {
      const added = this.held.get(keyOf(member, field))?.added
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
      if (added.shown !== null) await files.remove(shownName(stored))
    }
  }
}
