// Matches the parts of several versions of a product: by id if the ids are comparable, else by key.
import {
  entityModel,
  isObject,
  isSameJson,
  propertyKinds,
  longWork,
  type Registry,
  sheetLines,
  type formulaLanguage,
} from '#core/surface.js'
import { listOutsideEntities, toPartKeys, walkParts } from '../sheet/stored-part.js'
import type { SheetPart } from '../sheet/read.js'
import type { ProductVersion } from './product-version.js'
import { groupByRow, type TableCell } from '../sheet/table-notation.js'

/** A version of the product whose parts have numbers; a number means the same part in every version. */
export interface AlignedVersion {
  readonly version: ProductVersion
  readonly numbers: ReadonlyMap<SheetPart, number>
  readonly parts: ReadonlyMap<number, SheetPart>
  /** Keys of this version by those numbers. */
  readonly names: sheetLines.SheetNames
}

/** Larger than every id that a sheet may name as `#12`. */
const firstOutsideId = 2 ** 52

interface AlignedPart {
  readonly part: SheetPart
  readonly id: number | undefined
  readonly owner: number | null
}

class VersionAligner {
  private next = 1
  private readonly known = new Map<number, AlignedPart>()
  private readonly byId = new Map<string, number>()
  private readonly byKey = new Map<string, number>()

  constructor(private readonly turn: longWork.Turn) {}

  /** Numbers the version's parts: known parts get their number, other parts a new one. */
  async take({ sheet, ids }: ProductVersion): Promise<ReadonlyMap<SheetPart, number>> {
    const parts = [...walkParts(sheet.root)]
    const numbers = new Map<SheetPart, number>()
    const used = new Set<number>()
    const give = (part: SheetPart, number: number | undefined): void => {
      if (number === undefined || used.has(number) || numbers.has(part)) return
      if (this.known.get(number)!.part.entity !== part.entity) return
      used.add(number)
      numbers.set(part, number)
    }
    if (this.known.size > 0) {
      give(sheet.root, 1)
      if (this.areSame(parts, ids)) for (const part of parts) give(part, this.byId.get(`${part.entity.name} ${ids.get(part)}`))
      for (const part of parts)
        if (part.section?.traits.isProductWide) give(part, this.byKey.get(`${part.entity.name} ${part.key}`))
      for (const part of parts) {
        if (this.turn.isOver) await this.turn.pause()
        give(part, this.byKey.get(toPartKey(part, numbers)))
        // A page with a changed title is recognized by a question on it.
        for (const child of part.children) {
          const number = child.section?.traits.isProductWide ? numbers.get(child) : undefined
          give(part, number === undefined ? undefined : (this.known.get(number)!.owner ?? undefined))
        }
      }
    }
    for (const part of parts) if (!numbers.has(part)) numbers.set(part, this.next++)
    for (const part of parts) {
      if (this.turn.isOver) await this.turn.pause()
      this.note(part, numbers, ids.get(part))
    }
    return numbers
  }

  /** True if the ids of both versions mean the same records: at least half of the common ids have the same key. */
  private areSame(parts: readonly SheetPart[], ids: ReadonlyMap<SheetPart, number>): boolean {
    let [both, alike] = [0, 0]
    for (const part of parts) {
      const number = this.byId.get(`${part.entity.name} ${ids.get(part)}`)
      if (number === undefined) continue
      both++
      if (this.known.get(number)!.part.key === part.key) alike++
    }
    return both > 0 && alike * 2 >= both
  }

  private note(part: SheetPart, numbers: ReadonlyMap<SheetPart, number>, id: number | undefined): void {
    const number = numbers.get(part)!
    if (!this.known.has(number)) this.known.set(number, { part, id, owner: part.owner && numbers.get(part.owner)! })
    if (id !== undefined) this.byId.set(`${part.entity.name} ${id}`, number)
    if (part.section?.traits.isProductWide) setIfAbsent(this.byKey, `${part.entity.name} ${part.key}`, number)
    setIfAbsent(this.byKey, toPartKey(part, numbers), number)
  }
}

function setIfAbsent(map: Map<string, number>, key: string, number: number): void {
  if (!map.has(key)) map.set(key, number)
}

const toPartKey = ({ entity, section, key, owner }: SheetPart, numbers: ReadonlyMap<SheetPart, number>): string =>
  `${entity.name} ${section?.traits.isProductWide ? 'anywhere' : ((owner && numbers.get(owner)) ?? '')} ${key}`

/** Aligns the versions in order: parts of earlier versions are searched for in later ones. */
export async function alignVersions(registry: Registry, versions: readonly ProductVersion[]): Promise<readonly AlignedVersion[]> {
  const turn = new longWork.Turn()
  const aligning = new VersionAligner(turn)
  const numbers: ReadonlyMap<SheetPart, number>[] = []
  for (const version of versions) numbers.push(await aligning.take(version))
  const outside = await numberOutsideRecords(registry, versions)
  const functions = new Set(registry.functions.keys())
  const aligned: AlignedVersion[] = []
  for (const [index, version] of versions.entries()) {
    await turn.pause()
    const own = numbers[index]!
    const parts = toPartKeys(own.keys(), (part) => own.get(part)!)
    aligned.push({
      version,
      numbers: own,
      parts: new Map([...own].map(([part, number]) => [number, part])),
      names: new sheetLines.SheetNames(parts, outside, functions),
    })
  }
  return aligned
}

/** A number for each name of a record outside of the product: a name means the same in versions of different shops. */
export async function numberOutsideRecords(
  registry: Registry,
  versions: readonly ProductVersion[],
): Promise<Map<string, { readonly id: number; readonly name: string }[]>> {
  const outside = new Map(listOutsideEntities(registry).map((name) => [name, [] as { id: number; name: string }[]]))
  const countedPlaces = new Set<string>()
  const note = (entity: string, name: unknown): void => {
    const text = typeof name === 'number' ? String(name) : name
    const place = `${entity} ${String(text)}`
    if (typeof text !== 'string' || /^#[1-9]\d{0,15}$/.test(text) || countedPlaces.has(place)) return
    countedPlaces.add(place)
    outside.get(entity)?.push({ id: firstOutsideId + countedPlaces.size, name: text })
  }
  const turn = new longWork.Turn()
  for (const { sheet } of versions) {
    for (const { fields } of walkParts(sheet.root)) {
      if (turn.isOver) await turn.pause()
      for (const { property, value } of fields.values()) {
        const join = entityModel.getJoinOptions(property)
        if (join) note(join.entity, value)
        else if (
          (property.kind === propertyKinds.groupPriceKind || property.kind === propertyKinds.calculationOverrideKind) &&
          isObject(value)
        )
          for (const name of Object.keys(value)) note('customer-group', name)
      }
    }
  }
  return outside
}

/** Compares two price tables: their settings, and their cells by coordinates. */
export interface MatrixShape {
  readonly rows: formulaLanguage.Axis
  readonly columns: formulaLanguage.Axis
  readonly lookup: string
  readonly round?: number | null
  readonly cells: readonly TableCell[]
}

/** The authored body of a price table. */
export function toMatrixShape(body: Readonly<Record<string, unknown>>): MatrixShape {
  const { rows, columns, lookup, round, cells } = body as {
    readonly [K in keyof MatrixShape]: MatrixShape[K]
  }
  return { rows, columns, lookup, cells, ...(round !== undefined && { round }) }
}

interface CellChange {
  readonly row: number
  readonly column: number
  /** Null if there is no cell. */
  readonly from: string | null
  readonly to: string | null
}

export const toCellKey = ({ row, column }: Pick<TableCell, 'row' | 'column'>): string => `${row} ${column}`

/** True if both tables have the same axes. Only then can cells be compared one by one. */
export const hasSameAxes = (a: MatrixShape, b: MatrixShape): boolean =>
  isSameJson(a.rows, b.rows) && isSameJson(a.columns, b.columns)

/** `4.5` and `4.50` are the same amount. */
export const isSameAmount = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Number(a) === Number(b))

/** Sorted by row and column, ascending. */
export function findChangedCells(a: readonly TableCell[], b: readonly TableCell[]): readonly CellChange[] {
  const [before, after] = [groupByRow(a), groupByRow(b)]
  const changes: CellChange[] = []
  for (const cell of a) {
    const to = after.get(cell.row)?.get(cell.column) ?? null
    if (!isSameAmount(cell.value, to)) changes.push({ row: cell.row, column: cell.column, from: cell.value, to })
  }
  for (const cell of b) {
    if (!before.get(cell.row)?.has(cell.column)) changes.push({ row: cell.row, column: cell.column, from: null, to: cell.value })
  }
  return changes.sort((x, y) => x.row - y.row || x.column - y.column)
}
