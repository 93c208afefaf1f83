// Compares the bodies of calculations, and variant tables.
import { sheetBody } from '../sheet/bodies.js'
import type { SaidPart } from '../sheet/read.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { formatValue } from '../../foundation/format-value.js'
import { spellVariants } from '../sheet/variant-lines.js'
import type { Aligned } from './align.js'
import { changedCells, coordinateOf, matrixOf, type MatrixShape, sameAxes } from './cells.js'
import type { DiffChange } from './define.js'
import type { Teller } from './tell.js'
import type { Body, Values } from './values.js'

/** Maximum number of cells or rows of one table reported individually. */
const mostCells = 100
const longest = 160

export class BodyComparer {
  constructor(
    private readonly tell: Teller,
    private readonly a: Aligned,
    private readonly b: Aligned,
    private readonly values: readonly [Values, Values],
  ) {}

  *changes(before: SaidPart, after: SaidPart): Generator<DiffChange> {
    const [one, other] = this.values
    if (before.section?.traits.hasBody) {
      const [from, to] = [one.body(before), other.body(after)]
      if (from?.type === 'matrix' && to?.type === 'matrix') yield* this.matrix(before, from, to)
      else if (!isSameJson(from, to)) yield this.whole(before, from, to)
    }
    if (before.section?.traits.hasTable) yield* this.table(before, after)
  }

  private change(part: SaidPart, what: string, more: Partial<DiffChange>): DiffChange {
    const sentence = `${this.tell.begin(part)}${what}`
    return { kind: 'changed', entity: part.entity.name, key: this.tell.key(part), ...more, sentence }
  }

  private said(body: Body | null, { scope }: Values): unknown {
    return body && sheetBody(body.type, body.body, scope)
  }

  private whole(part: SaidPart, from: Body | null, to: Body | null): DiffChange {
    const [said, says] = [this.said(from, this.values[0]), this.said(to, this.values[1])]
    const shown = (body: Body | null, value: unknown): string =>
      body === null ? 'nothing' : body.type === 'matrix' ? 'a price table' : formatValue(value, longest)
    const name = from?.type === to?.type ? (to?.type ?? '') : 'body'
    const what = `: ${name} ${shown(from, said)} → ${shown(to, says)}.`
    return this.change(part, what, { field: to?.type ?? from?.type ?? '', from: said, to: says })
  }

  private *matrix(part: SaidPart, from: Body, to: Body): Generator<DiffChange> {
    const [old, now] = [matrixOf(from.body), matrixOf(to.body)]
    if (!sameAxes(old, now)) {
      const axes = ({ body, type }: Body, { scope }: Values): string => {
        const { rows = 'nothing', columns = 'nothing' } = sheetBody(type, body, scope) as { rows?: string; columns?: string }
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
    const cells = changedCells(old.cells, now.cells)
    for (const { row, column, from: value, to: other } of cells.slice(0, mostCells)) {
      const edge = (axis: MatrixShape['rows'], at: number): string => {
        const { names } = value === null ? this.b : this.a
        return coordinateOf(axis, at, names)
      }
      const cell = { row: edge(old.rows, row), column: edge(old.columns, column) }
      const place = [this.edge(old.rows, cell.row), this.edge(old.columns, cell.column)].filter(Boolean).join(', ')
      const what = value === null ? `new: ${other}` : other === null ? `${value} is gone` : `${value} → ${other}`
      yield this.change(part, `, ${place || 'the only cell'}: ${what}.`, { field: 'matrix', cell, from: value, to: other })
    }
    if (cells.length > mostCells) {
      const more = cells.length - mostCells
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

  private *table(before: SaidPart, after: SaidPart): Generator<DiffChange> {
    const [old, now] = [this.values[0].table(before), this.values[1].table(after)]
    if (isSameJson(old, now)) return
    const lines = (table: typeof old, { names }: Aligned): readonly string[] =>
      table
        ? spellVariants(table, names)
            .trimEnd()
            .split('\n')
            .map((line) => line.replaceAll(/\s+/g, ' '))
        : []
    const [[head = '', ...rows], [title = '', ...others]] = [lines(old, this.a), lines(now, this.b)]
    if (!isSameJson(old?.question_ids, now?.question_ids)) {
      yield this.change(before, `: its columns are ${title || 'none'} instead of ${head || 'none'}.`, {
        field: 'table',
        from: head,
        to: title,
      })
      return
    }
    const [held, wanted] = [new Set(rows), new Set(others)]
    const gone = rows.filter((row) => !wanted.has(row)).map((row) => ({ row, isNew: false }))
    const all = [...gone, ...others.filter((row) => !held.has(row)).map((row) => ({ row, isNew: true }))]
    for (const { row, isNew } of all.slice(0, mostCells)) {
      const what = ` (${title}): the row ${row} is ${isNew ? 'new' : 'gone'}.`
      yield this.change(before, what, { field: 'table', from: isNew ? null : row, to: isNew ? row : null })
    }
    if (all.length > mostCells)
      yield this.change(before, `: ${all.length - mostCells} more rows are otherwise.`, { field: 'table', from: null, to: null })
  }
}
