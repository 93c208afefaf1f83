// Compares the bodies of calculations, and variant tables.
import { formatBody } from '../sheet/bodies.js'
import type { SheetPart } from '../sheet/read.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { formatValue } from '../../foundation/format-value.js'
import { formatVariants } from '../sheet/variant-lines.js'
import type { AlignedVersion } from './align.js'
import { findChangedCells, formatAxisCoordinate, toMatrixShape, type MatrixShape, hasSameAxes } from './cells.js'
import type { DiffChange } from './define.js'
import type { PartFormatter } from './part-formatter.js'
import type { TypedBody, PartValues } from './part-values.js'

/** Maximum number of cells or rows of one table reported individually. */
const maxReportedCells = 100
const maxValueLength = 160

export class BodyComparer {
  constructor(
    private readonly tell: PartFormatter,
    private readonly a: AlignedVersion,
    private readonly b: AlignedVersion,
    private readonly values: readonly [PartValues, PartValues],
  ) {}

  *changes(before: SheetPart, after: SheetPart): Generator<DiffChange> {
    const [beforeValues, other] = this.values
    if (before.section?.traits.hasBody) {
      const [from, to] = [beforeValues.body(before), other.body(after)]
      if (from?.type === 'matrix' && to?.type === 'matrix') yield* this.matrix(before, from, to)
      else if (!isSameJson(from, to)) yield this.whole(before, from, to)
    }
    if (before.section?.traits.hasTable) yield* this.table(before, after)
  }

  private change(part: SheetPart, detail: string, more: Partial<DiffChange>): DiffChange {
    const sentence = `${this.tell.begin(part)}${detail}`
    return { kind: 'changed', entity: part.entity.name, key: this.tell.key(part), ...more, sentence }
  }

  private said(body: TypedBody | null, { scope }: PartValues): unknown {
    return body && formatBody(body.type, body.body, scope)
  }

  private whole(part: SheetPart, from: TypedBody | null, to: TypedBody | null): DiffChange {
    const [fromValue, toValue] = [this.said(from, this.values[0]), this.said(to, this.values[1])]
    const formatBodyValue = (body: TypedBody | null, value: unknown): string =>
      body === null ? 'nothing' : body.type === 'matrix' ? 'a price table' : formatValue(value, maxValueLength)
    const name = from?.type === to?.type ? (to?.type ?? '') : 'body'
    const detail = `: ${name} ${formatBodyValue(from, fromValue)} → ${formatBodyValue(to, toValue)}.`
    return this.change(part, detail, { field: to?.type ?? from?.type ?? '', from: fromValue, to: toValue })
  }

  private *matrix(part: SheetPart, from: TypedBody, to: TypedBody): Generator<DiffChange> {
    const [old, now] = [toMatrixShape(from.body), toMatrixShape(to.body)]
    if (!hasSameAxes(old, now)) {
      const axes = ({ body, type }: TypedBody, { scope }: PartValues): string => {
        const { rows = 'nothing', columns = 'nothing' } = formatBody(type, body, scope) as { rows?: string; columns?: string }
        return `${rows} × ${columns}`
      }
      const [before, after] = [axes(from, this.values[0]), axes(to, this.values[1])]
      yield this.change(part, ` is a table by ${after} instead of ${before}.`, { field: 'matrix', from: before, to: after })
      return
    }
    for (const field of ['lookup', 'round'] as const) {
      const [before, after] = [old[field] ?? null, now[field] ?? null]
      if (before === after) continue
      yield this.change(part, `: ${field} ${before ?? 'nothing'} → ${after ?? 'nothing'}.`, { field, from: before, to: after })
    }
    const cells = findChangedCells(old.cells, now.cells)
    for (const { row, column, from: value, to: other } of cells.slice(0, maxReportedCells)) {
      const edge = (axis: MatrixShape['rows'], at: number): string => {
        const { names } = value === null ? this.b : this.a
        return formatAxisCoordinate(axis, at, names)
      }
      const cell = { row: edge(old.rows, row), column: edge(old.columns, column) }
      const place = [this.edge(old.rows, cell.row), this.edge(old.columns, cell.column)].filter(Boolean).join(', ')
      const cellChange = value === null ? `new: ${other}` : other === null ? `${value} is gone` : `${value} → ${other}`
      yield this.change(part, `, ${place || 'the only cell'}: ${cellChange}.`, { field: 'matrix', cell, from: value, to: other })
    }
    if (cells.length > maxReportedCells) {
      const more = cells.length - maxReportedCells
      yield this.change(part, `: ${more} more cells are otherwise.`, { field: 'matrix', from: null, to: null })
    }
  }

  /** `Width 1200`; '' if the table has no such axis. */
  private edge(axis: MatrixShape['rows'], at: string): string {
    if (axis === null) return ''
    const number = 'question' in axis ? axis.question : axis.calculation
    const part = this.a.parts.get(number) ?? this.b.parts.get(number)
    const answer = part?.children.find(({ key, section }) => section?.traits.isWithin && key === at)
    return `${part ? this.tell.title(part) : '#'} ${answer ? `'${this.tell.title(answer)}'` : at}`
  }

  private *table(before: SheetPart, after: SheetPart): Generator<DiffChange> {
    const [old, now] = [this.values[0].table(before), this.values[1].table(after)]
    if (isSameJson(old, now)) return
    const lines = (table: typeof old, { names }: AlignedVersion): readonly string[] =>
      table
        ? formatVariants(table, names)
            .trimEnd()
            .split('\n')
            .map((line) => line.replaceAll(/\s+/g, ' '))
        : []
    const [[head = '', ...rows], [title = '', ...newRows]] = [lines(old, this.a), lines(now, this.b)]
    if (!isSameJson(old?.question_ids, now?.question_ids)) {
      yield this.change(before, `: its columns are ${title || 'none'} instead of ${head || 'none'}.`, {
        field: 'table',
        from: head,
        to: title,
      })
      return
    }
    const [oldRowSet, newRowSet] = [new Set(rows), new Set(newRows)]
    const removedRows = rows.filter((row) => !newRowSet.has(row)).map((row) => ({ row, isNew: false }))
    const all = [...removedRows, ...newRows.filter((row) => !oldRowSet.has(row)).map((row) => ({ row, isNew: true }))]
    for (const { row, isNew } of all.slice(0, maxReportedCells)) {
      const detail = ` (${title}): the row ${row} is ${isNew ? 'new' : 'gone'}.`
      yield this.change(before, detail, { field: 'table', from: isNew ? null : row, to: isNew ? row : null })
    }
    if (all.length > maxReportedCells)
      yield this.change(before, `: ${all.length - maxReportedCells} more rows are otherwise.`, {
        field: 'table',
        from: null,
        to: null,
      })
  }
}
