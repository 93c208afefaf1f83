// Merges the content of a part: fields, texts by language, bodies cell by cell, tables row by row.
import { isObject, isSameJson, textGaps, type Property } from '#core/surface.js'
import { formatAxisCoordinate, type VariantContent, formatVariants } from '../sheet/table-notation.js'
import { toCellKey, type MatrixShape, toMatrixShape, isSameAmount, hasSameAxes } from '../diff/align.js'
import type { PartValues } from '../diff/part-values.js'
import { formatBody, type TypedBody } from '../sheet/bodies.js'
import type { SheetPart } from '../sheet/read.js'
import { isSameReferenceValue, formatSheetValue } from '../sheet/values.js'
import type { MergeConflict, MergeSide } from '../reports.js'

type ConflictDetails = Pick<MergeConflict, 'field' | 'language' | 'cell' | 'base' | 'ours' | 'theirs'>

/** The three versions of one part; `base` is null if both sides added it. */
export interface PartVersions {
  readonly base: SheetPart | null
  readonly ours: SheetPart
  readonly theirs: SheetPart
}

export interface FieldMergeContext {
  readonly values: Readonly<Record<'base' | MergeSide, PartValues>>
  readonly languages: readonly string[]
  readonly prefer: MergeSide
  /** True if two values of a field are equivalent. */
  same(property: Property, a: unknown, b: unknown): boolean
  /** The side whose value the field must have; null if undecided. */
  forced(field: string): MergeSide | null
  conflict(told: ConflictDetails): void
}

const absentValue = Symbol('missing')

/** `conflict`: both sides changed the value, and to different values. */
type MergeOutcome<T> = { readonly value: T } | { readonly conflict: true }

/** `same` compares the meaning, `exactly` the notation. A change in notation alone yields to a change in meaning. */
export function mergeValue<T>(
  base: T,
  ours: T,
  theirs: T,
  same: (a: T, b: T) => boolean,
  exactly: (a: T, b: T) => boolean,
): MergeOutcome<T> {
  const [isOurs, isTheirs] = [!same(base, ours), !same(base, theirs)]
  if (!isOurs && !isTheirs) return { value: exactly(base, ours) ? theirs : ours }
  if (!isOurs) return { value: theirs }
  if (!isTheirs || same(ours, theirs)) return { value: ours }
  return { conflict: true }
}

/** Merges each entry separately. `conflicts` has the keys in conflict; their entries come from `prevailing`. */
function mergeMaps<T>(
  base: ReadonlyMap<string, T>,
  ours: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  same: (a: T | undefined, b: T | undefined) => boolean,
  prevailing: ReadonlyMap<string, T>,
): { readonly value: ReadonlyMap<string, T>; readonly conflicts: readonly string[] } {
  const value = new Map<string, T>()
  const conflicts: string[] = []
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const outcome = mergeValue<T | undefined>(base.get(key), ours.get(key), theirs.get(key), same, same)
    const chosen = 'value' in outcome ? outcome.value : prevailing.get(key)
    if ('conflict' in outcome) conflicts.push(key)
    if (chosen !== undefined) value.set(key, chosen)
  }
  return { value, conflicts }
}

/** The merged value of one property. */
export function mergeField(merging: FieldMergeContext, trio: PartVersions, property: Property): unknown {
  const { values, prefer } = merging
  const { name } = property
  const ours = values.ours.field(trio.ours, property)
  const theirs = values.theirs.field(trio.theirs, property)
  const forced = merging.forced(name)
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.field(trio.base, property) : absentValue
  const same = (a: unknown, b: unknown): boolean => a !== absentValue && b !== absentValue && merging.same(property, a, b)
  const outcome = mergeValue<unknown>(
    base,
    ours,
    theirs,
    same,
    (a, b) => a !== absentValue && b !== absentValue && isSameReferenceValue(a, b),
  )
  if ('value' in outcome) return outcome.value
  const formatSide = (value: unknown, side: 'base' | MergeSide): unknown =>
    value === absentValue ? null : formatSheetValue(property, value, values[side].scope)
  const keyed = toListVersions(base === absentValue ? [] : base, ours, theirs)
  const merged = keyed && mergeMaps(keyed.base, keyed.ours, keyed.theirs, isSameJson, keyed[prefer])
  if (merged?.conflicts.length === 0) return [...merged.value.values()]
  merging.conflict({
    field: name,
    base: formatSide(base, 'base'),
    ours: formatSide(ours, 'ours'),
    theirs: formatSide(theirs, 'theirs'),
  })
  if (merged) return [...merged.value.values()]
  return prefer === 'ours' ? ours : theirs
}

type ListVersions = Readonly<Record<'base' | MergeSide, ReadonlyMap<string, unknown>>>

/** Lists whose entries have unique keys: selections by question, prices by group, plain entries by value. Null for other values. */
function toListVersions(base: unknown, ours: unknown, theirs: unknown): ListVersions | null {
  const mapOf = (list: unknown): ReadonlyMap<string, unknown> | null => {
    if (!Array.isArray(list)) return null
    const entries = list.map((entry: unknown) => [getEntryKey(entry), entry] as const)
    const map = new Map(entries.flatMap(([key, entry]) => (key === null ? [] : [[key, entry] as const])))
    return map.size === list.length ? map : null
  }
  const [a, b, c] = [mapOf(base), mapOf(ours), mapOf(theirs)]
  return a && b && c ? { base: a, ours: b, theirs: c } : null
}

function getEntryKey(entry: unknown): string | null {
  if (typeof entry === 'string' || typeof entry === 'number') return JSON.stringify(entry)
  if (!isObject(entry)) return null
  const id = entry['question_id'] ?? entry['customer_group_id']
  return typeof id === 'number' ? String(id) : null
}

/** Merged texts by flat key. */
export function mergeTexts(merging: FieldMergeContext, trio: PartVersions, property: Property): ReadonlyMap<string, string> {
  const { values, prefer, languages } = merging
  const texts = new Map<string, string>()
  for (const tag of languages) {
    const base = trio.base ? values.base.text(trio.base, property, tag) : null
    const [ours, theirs] = [values.ours.text(trio.ours, property, tag), values.theirs.text(trio.theirs, property, tag)]
    const equal = (a: string | null, b: string | null): boolean => a === b
    const outcome = mergeValue<string | null>(base, ours, theirs, equal, equal)
    if ('conflict' in outcome) merging.conflict({ field: property.name, language: tag, base, ours, theirs })
    texts.set(
      textGaps.flatKey(property.name, tag),
      ('value' in outcome ? outcome.value : prefer === 'ours' ? ours : theirs) ?? '',
    )
  }
  return texts
}

export function isSameTypedBody(a: TypedBody | null, b: TypedBody | null): boolean {
  if (a === null || b === null) return a === b
  if (a.type !== b.type) return false
  if (a.type !== 'matrix') return isSameJson(a.body, b.body)
  const [firstShape, other] = [toMatrixShape(a.body), toMatrixShape(b.body)]
  return hasSameSettings(firstShape, other) && hasSameCells(firstShape, other)
}

const hasSameSettings = (a: MatrixShape, b: MatrixShape): boolean =>
  hasSameAxes(a, b) && a.lookup === b.lookup && (a.round ?? null) === (b.round ?? null)

const indexCells = ({ cells }: MatrixShape): ReadonlyMap<string, string> =>
  new Map(cells.map((cell) => [toCellKey(cell), cell.value]))

function hasSameCells(a: MatrixShape, b: MatrixShape): boolean {
  const [firstCells, other] = [indexCells(a), indexCells(b)]
  return firstCells.size === other.size && [...firstCells].every(([key, value]) => isSameAmount(value, other.get(key) ?? null))
}

export function mergeBody(merging: FieldMergeContext, trio: PartVersions): TypedBody | null {
  const { values, prefer } = merging
  const [ours, theirs] = [values.ours.body(trio.ours), values.theirs.body(trio.theirs)]
  const forced = merging.forced('body')
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.body(trio.base) : null
  const outcome = mergeValue<TypedBody | null>(base, ours, theirs, isSameTypedBody, isSameJson)
  if ('value' in outcome) return outcome.value
  const cells = base && ours && theirs ? mergeCells(merging, base, ours, theirs) : null
  if (cells) return cells
  const formatSide = (body: TypedBody | null, side: 'base' | MergeSide): unknown =>
    body && formatBody(body.type, body.body, values[side].scope)
  merging.conflict({
    field: (prefer === 'ours' ? ours : theirs)?.type ?? 'body',
    base: formatSide(base, 'base'),
    ours: formatSide(ours, 'ours'),
    theirs: formatSide(theirs, 'theirs'),
  })
  return prefer === 'ours' ? ours : theirs
}

/** Merges matrices over the same axes cell by cell; null for other bodies. */
function mergeCells(merging: FieldMergeContext, base: TypedBody, ours: TypedBody, theirs: TypedBody): TypedBody | null {
  if ([base, ours, theirs].some(({ type }) => type !== 'matrix')) return null
  const [old, ourShape, other] = [base, ours, theirs].map(({ body }) => toMatrixShape(body)) as [
    MatrixShape,
    MatrixShape,
    MatrixShape,
  ]
  if (!hasSameAxes(ourShape, other) || !hasSameAxes(old, ourShape)) return null
  const { prefer, values } = merging
  const preferred = prefer === 'ours' ? ourShape : other
  const setting = <K extends 'lookup' | 'round'>(name: K): MatrixShape[K] => {
    const equal = (a: MatrixShape[K], b: MatrixShape[K]): boolean => (a ?? null) === (b ?? null)
    const outcome = mergeValue(old[name], ourShape[name], other[name], equal, equal)
    if ('value' in outcome) return outcome.value
    merging.conflict({ field: name, base: old[name] ?? null, ours: ourShape[name] ?? null, theirs: other[name] ?? null })
    return preferred[name]
  }
  const [a, b, c] = [indexCells(old), indexCells(ourShape), indexCells(other)]
  const { value, conflicts } = mergeMaps(a, b, c, (x, y) => isSameAmount(x ?? null, y ?? null), indexCells(preferred))
  for (const key of conflicts) {
    const [row, column] = key.split(' ').map(Number) as [number, number]
    const { names } = values[b.has(key) ? 'ours' : 'theirs'].scope
    merging.conflict({
      field: 'matrix',
      cell: {
        row: formatAxisCoordinate(ourShape.rows, row, names),
        column: formatAxisCoordinate(ourShape.columns, column, names),
      },
      base: a.get(key) ?? null,
      ours: b.get(key) ?? null,
      theirs: c.get(key) ?? null,
    })
  }
  const cells = [...value].map(([key, amount]) => {
    const [row, column] = key.split(' ').map(Number) as [number, number]
    return { row, column, value: amount }
  })
  const round = setting('round')
  const body = {
    rows: ourShape.rows,
    columns: ourShape.columns,
    lookup: setting('lookup'),
    cells,
    ...(round !== undefined && { round }),
  }
  return { type: 'matrix', body }
}

const indexRows = (table: VariantContent | null): ReadonlyMap<string, VariantContent['rows'][number]> =>
  new Map(table?.rows.map((row) => [JSON.stringify(row), row]))

export function mergeTable(merging: FieldMergeContext, trio: PartVersions): VariantContent | null {
  const { values, prefer } = merging
  const [ours, theirs] = [values.ours.table(trio.ours), values.theirs.table(trio.theirs)]
  const forced = merging.forced('table')
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.table(trio.base) : null
  const outcome = mergeValue(base, ours, theirs, isSameJson, isSameJson)
  if ('value' in outcome) return outcome.value
  const [a, b, c] = [base, ours, theirs]
  if (a && b && c && isSameJson(a.question_ids, b.question_ids) && isSameJson(b.question_ids, c.question_ids)) {
    const { value } = mergeMaps(indexRows(a), indexRows(b), indexRows(c), isSameJson, indexRows(prefer === 'ours' ? b : c))
    return { question_ids: b.question_ids, rows: [...value.values()] }
  }
  const formatSide = (table: VariantContent | null, side: 'base' | MergeSide): unknown =>
    table && formatVariants(table, values[side].scope.names)
  merging.conflict({ field: 'table', base: formatSide(a, 'base'), ours: formatSide(b, 'ours'), theirs: formatSide(c, 'theirs') })
  return prefer === 'ours' ? b : c
}
