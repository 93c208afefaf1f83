// Merges the content of a part: fields, texts by language, bodies cell by cell, tables row by row.
import { isObject } from '../../foundation/object.js'
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'
import { cellKey, coordinateOf, type MatrixShape, matrixOf, sameAmount, sameAxes } from '../diff/cells.js'
import type { Body, Values } from '../diff/values.js'
import { sheetBody } from '../sheet/bodies.js'
import type { SaidPart } from '../sheet/read.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { sameNaming } from '../sheet/same.js'
import { sheetValue } from '../sheet/values.js'
import { type SaidVariants, spellVariants } from '../sheet/variant-lines.js'
import type { MergeConflict, MergeSide } from './define.js'
import { three, threeMaps } from './three.js'

type Told = Pick<MergeConflict, 'field' | 'language' | 'cell' | 'base' | 'ours' | 'theirs'>

/** The three versions of one part; `base` is null if both sides added it. */
export interface Trio {
  readonly base: SaidPart | null
  readonly ours: SaidPart
  readonly theirs: SaidPart
}

export interface FieldMerging {
  readonly values: Readonly<Record<'base' | MergeSide, Values>>
  readonly languages: readonly string[]
  readonly prefer: MergeSide
  /** True if two values of a field are equivalent. */
  same(property: Property, a: unknown, b: unknown): boolean
  /** The side whose value the field must have; null if undecided. */
  forced(field: string): MergeSide | null
  conflict(told: Told): void
}

const missing = Symbol('missing')

/** The merged value of one property. */
export function mergedField(merging: FieldMerging, trio: Trio, property: Property): unknown {
  const { values, prefer } = merging
  const { name } = property
  const ours = values.ours.field(trio.ours, property)
  const theirs = values.theirs.field(trio.theirs, property)
  const forced = merging.forced(name)
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.field(trio.base, property) : missing
  const same = (a: unknown, b: unknown): boolean => a !== missing && b !== missing && merging.same(property, a, b)
  const outcome = three<unknown>(base, ours, theirs, same, (a, b) => a !== missing && b !== missing && sameNaming(a, b))
  if ('value' in outcome) return outcome.value
  const told = (value: unknown, side: 'base' | MergeSide): unknown =>
    value === missing ? null : sheetValue(property, value, values[side].scope)
  const keyed = listsOf(base === missing ? [] : base, ours, theirs)
  if (keyed) {
    const { value, conflicts } = threeMaps(keyed.base, keyed.ours, keyed.theirs, isSameJson, keyed[prefer])
    if (conflicts.length === 0) return [...value.values()]
    merging.conflict({ field: name, base: told(base, 'base'), ours: told(ours, 'ours'), theirs: told(theirs, 'theirs') })
    return [...value.values()]
  }
  merging.conflict({ field: name, base: told(base, 'base'), ours: told(ours, 'ours'), theirs: told(theirs, 'theirs') })
  return prefer === 'ours' ? ours : theirs
}

type Lists = Readonly<Record<'base' | MergeSide, ReadonlyMap<string, unknown>>>

/** Lists whose entries have unique keys: selections by question, prices by group, plain entries by value. Null for other values. */
function listsOf(base: unknown, ours: unknown, theirs: unknown): Lists | null {
  const mapOf = (list: unknown): ReadonlyMap<string, unknown> | null => {
    if (!Array.isArray(list)) return null
    const entries = list.map((entry: unknown) => [keyOf(entry), entry] as const)
    const map = new Map(entries.flatMap(([key, entry]) => (key === null ? [] : [[key, entry] as const])))
    return map.size === list.length ? map : null
  }
  const [a, b, c] = [mapOf(base), mapOf(ours), mapOf(theirs)]
  return a && b && c ? { base: a, ours: b, theirs: c } : null
}

function keyOf(entry: unknown): string | null {
  if (typeof entry === 'string' || typeof entry === 'number') return JSON.stringify(entry)
  if (!isObject(entry)) return null
  const id = entry['question_id'] ?? entry['customer_group_id']
  return typeof id === 'number' ? String(id) : null
}

/** Merged texts by flat key. */
export function mergedTexts(merging: FieldMerging, trio: Trio, property: Property): ReadonlyMap<string, string> {
  const { values, prefer, languages } = merging
  const texts = new Map<string, string>()
  for (const tag of languages) {
    const base = trio.base ? values.base.text(trio.base, property, tag) : null
    const [ours, theirs] = [values.ours.text(trio.ours, property, tag), values.theirs.text(trio.theirs, property, tag)]
    const equal = (a: string | null, b: string | null): boolean => a === b
    const outcome = three<string | null>(base, ours, theirs, equal, equal)
    if ('conflict' in outcome) merging.conflict({ field: property.name, language: tag, base, ours, theirs })
    texts.set(flatKey(property.name, tag), ('value' in outcome ? outcome.value : prefer === 'ours' ? ours : theirs) ?? '')
  }
  return texts
}

export function sameBodies(a: Body | null, b: Body | null): boolean {
  if (a === null || b === null) return a === b
  if (a.type !== b.type) return false
  if (a.type !== 'matrix') return isSameJson(a.body, b.body)
  const [one, other] = [matrixOf(a.body), matrixOf(b.body)]
  return sameSettings(one, other) && sameCells(one, other)
}

const sameSettings = (a: MatrixShape, b: MatrixShape): boolean =>
  sameAxes(a, b) && a.lookup === b.lookup && (a.round ?? null) === (b.round ?? null)

const cellsOf = ({ cells }: MatrixShape): ReadonlyMap<string, string> => new Map(cells.map((cell) => [cellKey(cell), cell.value]))

function sameCells(a: MatrixShape, b: MatrixShape): boolean {
  const [one, other] = [cellsOf(a), cellsOf(b)]
  return one.size === other.size && [...one].every(([key, value]) => sameAmount(value, other.get(key) ?? null))
}

export function mergedBody(merging: FieldMerging, trio: Trio): Body | null {
  const { values, prefer } = merging
  const [ours, theirs] = [values.ours.body(trio.ours), values.theirs.body(trio.theirs)]
  const forced = merging.forced('body')
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.body(trio.base) : null
  const outcome = three<Body | null>(base, ours, theirs, sameBodies, isSameJson)
  if ('value' in outcome) return outcome.value
  const cells = base && ours && theirs ? mergedCells(merging, base, ours, theirs) : null
  if (cells) return cells
  const told = (body: Body | null, side: 'base' | MergeSide): unknown =>
    body && sheetBody(body.type, body.body, values[side].scope)
  merging.conflict({
    field: (prefer === 'ours' ? ours : theirs)?.type ?? 'body',
    ...{ base: told(base, 'base'), ours: told(ours, 'ours'), theirs: told(theirs, 'theirs') },
  })
  return prefer === 'ours' ? ours : theirs
}

/** Merges matrices over the same axes cell by cell; null for other bodies. */
function mergedCells(merging: FieldMerging, base: Body, ours: Body, theirs: Body): Body | null {
  if ([base, ours, theirs].some(({ type }) => type !== 'matrix')) return null
  const [old, one, other] = [base, ours, theirs].map(({ body }) => matrixOf(body)) as [MatrixShape, MatrixShape, MatrixShape]
  if (!sameAxes(one, other) || !sameAxes(old, one)) return null
  const { prefer, values } = merging
  const preferred = prefer === 'ours' ? one : other
  const setting = <K extends 'lookup' | 'round'>(name: K): MatrixShape[K] => {
    const equal = (a: MatrixShape[K], b: MatrixShape[K]): boolean => (a ?? null) === (b ?? null)
    const outcome = three(old[name], one[name], other[name], equal, equal)
    if ('value' in outcome) return outcome.value
    merging.conflict({ field: name, base: old[name] ?? null, ours: one[name] ?? null, theirs: other[name] ?? null })
    return preferred[name]
  }
  const [a, b, c] = [cellsOf(old), cellsOf(one), cellsOf(other)]
  const { value, conflicts } = threeMaps(a, b, c, (x, y) => sameAmount(x ?? null, y ?? null), cellsOf(preferred))
  for (const key of conflicts) {
    const [row, column] = key.split(' ').map(Number) as [number, number]
    const { names } = values[b.has(key) ? 'ours' : 'theirs'].scope
    merging.conflict({
      field: 'matrix',
      cell: { row: coordinateOf(one.rows, row, names), column: coordinateOf(one.columns, column, names) },
      ...{ base: a.get(key) ?? null, ours: b.get(key) ?? null, theirs: c.get(key) ?? null },
    })
  }
  const cells = [...value].map(([key, amount]) => {
    const [row, column] = key.split(' ').map(Number) as [number, number]
    return { row, column, value: amount }
  })
  const round = setting('round')
  const body = { rows: one.rows, columns: one.columns, lookup: setting('lookup'), cells, ...(round !== undefined && { round }) }
  return { type: 'matrix', body }
}

const rowsBy = (table: SaidVariants | null): ReadonlyMap<string, SaidVariants['rows'][number]> =>
  new Map(table?.rows.map((row) => [JSON.stringify(row), row]))

export function mergedTable(merging: FieldMerging, trio: Trio): SaidVariants | null {
  const { values, prefer } = merging
  const [ours, theirs] = [values.ours.table(trio.ours), values.theirs.table(trio.theirs)]
  const forced = merging.forced('table')
  if (forced) return forced === 'ours' ? ours : theirs
  const base = trio.base ? values.base.table(trio.base) : null
  const outcome = three(base, ours, theirs, isSameJson, isSameJson)
  if ('value' in outcome) return outcome.value
  const [a, b, c] = [base, ours, theirs]
  if (a && b && c && isSameJson(a.question_ids, b.question_ids) && isSameJson(b.question_ids, c.question_ids)) {
    const { value } = threeMaps(rowsBy(a), rowsBy(b), rowsBy(c), isSameJson, rowsBy(prefer === 'ours' ? b : c))
    return { question_ids: b.question_ids, rows: [...value.values()] }
  }
  const told = (table: SaidVariants | null, side: 'base' | MergeSide): unknown =>
    table && spellVariants(table, values[side].scope.names)
  merging.conflict({ field: 'table', base: told(a, 'base'), ours: told(b, 'ours'), theirs: told(c, 'theirs') })
  return prefer === 'ours' ? b : c
}
