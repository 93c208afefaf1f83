// A product version from the shop, a package or a sheet, always read as a sheet.
import { sha256 } from '../../foundation/digest.js'
import { flatKey } from '../../foundation/language/tags.js'
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { requireEntity } from '../../model/registry.js'
import { startingValue } from '../../storage/pipeline/defaults.js'
import { recordFiles } from '../../storage/files/record-files.js'
import { layoutOf } from '../../storage/record/layout.js'
import { toColumn } from '../../storage/record/values.js'
import type { Work } from '../../storage/work.js'
import type { Member } from '../graph.js'
import { stage } from '../import/stage.js'
import type { Package } from '../package/open.js'
import { holdsFile, inert } from '../package/rows.js'
import {
  type HeldPart,
  heldOf,
  heldProduct,
  namedParts,
  namingField,
  outsideEntities,
  partsOf,
  sheetNames,
} from '../sheet/held.js'
import { type OutsideNames, SheetNames } from '../sheet/names.js'
import { readSheet, type SaidPart, type SaidSheet } from '../sheet/read.js'
import { sheetOfHeld } from '../sheet/write.js'

export interface Version {
  readonly sheet: SaidSheet
  /** The ids of the parts that are stored records. */
  readonly ids: ReadonlyMap<SaidPart, number>
  /** Digest of the bytes of the field's file; null if they are unavailable. */
  digest(part: SaidPart, field: string): Promise<string | null>
}

/** NOT_FOUND for an unknown product. */
export async function versionInShop(work: Work, id: number): Promise<Version> {
  const root = await heldProduct(work, id)
  const names = await sheetNames(work, namedParts(partsOf(root)))
  const { sheet, ids } = read(work, root, names)
  return {
    sheet,
    ids,
    async digest(part, field) {
      const record = ids.get(part)
      if (record === undefined) return null
      const file = (await recordFiles(work.context, part.entity.name, record)).find((one) => one.field === field)
      const bytes = file && (await work.context.files.get(file.stored))
      return file && bytes ? sha256(await inert(work.context, file.name, bytes)) : null
    },
  }
}

/** VALIDATION_FAILED if the product's records are inconsistent. */
export async function versionInPackage(work: Work, pack: Package, product: number, argument: string): Promise<Version> {
  const { registry } = work.context
  const { languages } = work.moment.snapshot
  const { languages: written, outside, files } = pack.manifest
  const staged = await stage(work.context, { product, rows: await pack.records(product), languages, written })
  const blockers = staged.findings.filter(({ grade }) => grade === 'blocker')
  if (blockers.length > 0) {
    throw new ValidationError(
      blockers.slice(0, 20).map(({ message }): Issue => ({ field: argument, code: 'INVALID_VALUE', message })),
    )
  }
  const root = heldOf(
    registry,
    staged.members.map((member) => asStored(work, member, staged.filesOf(member))),
    languages,
  )
  const { sheet, ids } = read(work, root, packageNames(work, root, outside))
  const pointers = new Map<string, string>(
    staged.members.flatMap((member) =>
      [...staged.filesOf(member)].map(
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

/** VALIDATION_FAILED with the invalid lines. */
export function versionInText(work: Work, text: string): Version {
  const { context, moment } = work
  return versionOfSheet(readSheet(context.registry, moment.snapshot.languages, text))
}

/** The version that a sheet describes. Its parts have no ids, and its files no stored content. */
export const versionOfSheet = (sheet: SaidSheet): Version => ({ sheet, ids: new Map(), digest: async () => null })

/** A record of a package in the form that the database would return; file fields contain the original names. */
function asStored(work: Work, { entity, record }: Member, files: ReadonlyMap<string, { readonly name: string }>): Member {
  const values: Record<string, unknown> = { ...record.values }
  const row: Record<string, unknown> & { id: number; revision: number } = { id: record.id, revision: 0 }
  for (const property of layoutOf(entity).stored) {
    const { name } = property
    if (holdsFile(property)) values[name] = files.get(name)?.name ?? ''
    else if (values[name] === undefined) values[name] = startingValue(property, work)
    row[name] = toColumn(property, values[name])
  }
  return { entity, record: { ...record, row: row as never, values: values as never } }
}

/** Names of the records outside the package, from its manifest. */
function packageNames(work: Work, root: HeldPart, outside: Package['manifest']['outside']): SheetNames {
  const { registry } = work.context
  const { languages } = work.moment.snapshot
  const named: OutsideNames = new Map(
    outsideEntities(registry).map((name) => {
      const field = namingField(requireEntity(registry, name)) ?? ''
      const texts = [...languages.map((tag) => flatKey(field, tag)), field]
      const records = outside.filter(({ entity }) => entity === name)
      return [name, records.map(({ id, names }) => ({ id, name: texts.map((key) => names[key]).find(Boolean) ?? '' }))]
    }),
  )
  return new SheetNames(namedParts(partsOf(root)), named, new Set(registry.functions.keys()))
}

function read(work: Work, root: HeldPart, names: SheetNames): Pick<Version, 'sheet' | 'ids'> {
  const said = sheetOfHeld(work, root, names)
  const sheet = readSheet(work.context.registry, work.moment.snapshot.languages, said)
  const ids = new Map<SaidPart, number>()
  const pair = (part: SaidPart, held: HeldPart): void => {
    ids.set(part, held.record.id)
    // Both lists are in section order.
    for (const [index, child] of part.children.entries()) pair(child, held.children[index]!)
  }
  pair(sheet.root, root)
  return { sheet, ids }
}
