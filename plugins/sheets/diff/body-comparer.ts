// Compares the bodies of two calculations, and two variant tables, cell by cell and row by row.
import { isSameJson } from '#core/surface.js'
import {
  createMessage,
  formatValue,
  type Message,
  type MessageKey,
  type MessageValue,
  type MessageValues,
} from '#core/contract.js'
import { formatBody, type TypedBody } from '../sheet/bodies.js'
import type { SheetPart } from '../sheet/read.js'
import { formatVariants, formatAxisCoordinate } from '../sheet/table-notation.js'
import { type AlignedVersion, findChangedCells, toMatrixShape, hasSameAxes, type MatrixShape } from './align.js'
import type { ProductChange } from '../reports.js'
import { type PartValues, nothing, type PartFormatter, quote } from './part-values.js'

/** Maximum number of cells or rows of one table reported individually. */
const maxReportedCells = 100

const maxValueLength = 160

/** Compares the bodies of calculations, and variant tables. */
export class BodyComparer {
  constructor(
    private readonly tell: PartFormatter,
    private readonly a: AlignedVersion,
    private readonly b: AlignedVersion,
    private readonly values: readonly [PartValues, PartValues],
  ) {}

  *changes(before: SheetPart, after: SheetPart): Generator<ProductChange> {
    const [beforeValues, other] = this.values
    if (before.section?.traits.hasBody) {
      const [from, to] = [beforeValues.body(before), other.body(after)]
      if (from?.type === 'matrix' && to?.type === 'matrix') yield* this.matrix(before, from, to)
      else if (!isSameJson(from, to)) yield this.whole(before, from, to)
    }
    if (before.section?.traits.hasTable) yield* this.table(before, after)
  }

  private change(
    part: SheetPart,
    [key, values]: readonly [key: MessageKey, values: MessageValues],
    more: Omit<Partial<ProductChange>, 'sentence'>,
  ): ProductChange {
    const sentence = createMessage(key, { part: this.tell.begin(part), ...values })
    return { kind: 'changed', entity: part.entity.name, key: this.tell.key(part), ...more, sentence }
  }

  private changeField(
    part: SheetPart,
    name: Message,
    [from, to]: readonly [MessageValue, MessageValue],
    more: Omit<Partial<ProductChange>, 'sentence'>,
  ): ProductChange {
    return this.change(part, ['comparison.field', { field: name, language: '', from, to, unit: '' }], more)
  }

  private said(body: TypedBody | null, { scope }: PartValues): unknown {
    return body && formatBody(body.type, body.body, scope)
  }

  private whole(part: SheetPart, from: TypedBody | null, to: TypedBody | null): ProductChange {
    const [fromValue, toValue] = [this.said(from, this.values[0]), this.said(to, this.values[1])]
    const formatBodyValue = (body: TypedBody | null, value: unknown): MessageValue => {
      if (body === null) return nothing
      return body.type === 'matrix' ? createMessage('comparison.priceTable') : formatValue(value, maxValueLength)
    }
    const name = createMessage(from && to && from.type === to.type ? `comparison.${to.type}` : 'comparison.body')
    const values = [formatBodyValue(from, fromValue), formatBodyValue(to, toValue)] as const
    return this.changeField(part, name, values, { field: to?.type ?? from?.type ?? '', from: fromValue, to: toValue })
  }

  private *matrix(part: SheetPart, from: TypedBody, to: TypedBody): Generator<ProductChange> {
    const [old, now] = [toMatrixShape(from.body), toMatrixShape(to.body)]
    if (!hasSameAxes(old, now)) {
      const axes = ({ body, type }: TypedBody, { scope }: PartValues): string => {
        const { rows = 'nothing', columns = 'nothing' } = formatBody(type, body, scope) as { rows?: string; columns?: string }
        return `${rows} × ${columns}`
      }
      const [before, after] = [axes(from, this.values[0]), axes(to, this.values[1])]
      yield this.change(part, ['comparison.axes', { from: before, to: after }], { field: 'matrix', from: before, to: after })
      return
    }
    for (const field of ['lookup', 'round'] as const) {
      const [before, after] = [old[field] ?? null, now[field] ?? null]
      if (before === after) continue
      const name = createMessage(`comparison.${field}`)
      const values = [before === null ? nothing : String(before), after === null ? nothing : String(after)] as const
      yield this.changeField(part, name, values, { field, from: before, to: after })
    }
    const cells = findChangedCells(old.cells, now.cells)
    for (const { row, column, from: value, to: other } of cells.slice(0, maxReportedCells)) {
      const edge = (axis: MatrixShape['rows'], at: number): string => {
        const { names } = value === null ? this.b : this.a
        return formatAxisCoordinate(axis, at, names)
      }
      const cell = { row: edge(old.rows, row), column: edge(old.columns, column) }
      const edges = [this.edge(old.rows, cell.row), this.edge(old.columns, cell.column)].filter((at) => at !== null)
      const values = {
        cell: edges.length === 0 ? createMessage('comparison.onlyCell') : edges,
        ...(value !== null && { from: String(value) }),
        ...(other !== null && { to: String(other) }),
      }
      const key = value === null ? 'comparison.newCell' : other === null ? 'comparison.removedCell' : 'comparison.changedCell'
      yield this.change(part, [key, values], { field: 'matrix', cell, from: value, to: other })
    }
    if (cells.length > maxReportedCells) {
      const count = cells.length - maxReportedCells
      yield this.change(part, ['comparison.moreCells', { count }], { field: 'matrix', from: null, to: null })
    }
  }

  /** `Width 1200`; null if the table has no such axis. */
  private edge(axis: MatrixShape['rows'], at: string): Message | null {
    if (axis === null) return null
    const number = 'question' in axis ? axis.question : axis.calculation
    const part = this.a.parts.get(number) ?? this.b.parts.get(number)
    const answer = part?.children.find(({ key, section }) => section?.traits.isWithin && key === at)
    return createMessage('comparison.coordinate', {
      title: part ? this.tell.title(part) : '#',
      value: answer ? quote(this.tell.title(answer)) : at,
    })
  }

  private *table(before: SheetPart, after: SheetPart): Generator<ProductChange> {
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
      const none = createMessage('comparison.none')
      const values = { from: head || none, to: title || none }
      yield this.change(before, ['comparison.columns', values], { field: 'table', from: head, to: title })
      return
    }
    const [oldRowSet, newRowSet] = [new Set(rows), new Set(newRows)]
    const removedRows = rows.filter((row) => !newRowSet.has(row)).map((row) => ({ row, isNew: false }))
    const all = [...removedRows, ...newRows.filter((row) => !oldRowSet.has(row)).map((row) => ({ row, isNew: true }))]
    for (const { row, isNew } of all.slice(0, maxReportedCells)) {
      const key = isNew ? 'comparison.newRow' : 'comparison.removedRow'
      yield this.change(before, [key, { columns: title, row }], {
        field: 'table',
        from: isNew ? null : row,
        to: isNew ? row : null,
      })
    }
    if (all.length > maxReportedCells)
      yield this.change(before, ['comparison.moreRows', { count: all.length - maxReportedCells }], {
        field: 'table',
        from: null,
        to: null,
      })
  }
}
