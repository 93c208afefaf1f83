// A list as a file for spreadsheets: all that the filters find, cells that a spreadsheet would run made harmless.
import { Readable } from 'node:stream'
import { requireScopes } from '#core/ground/access/require.js'
import { scopesOf } from '#core/model/entity/scopes.js'
import { requireEntity } from '#core/model/registry.js'
import { requireOperation } from '#core/storage/record/refusals.js'
import { content, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { sayIn } from '../wording/label.js'
import { listOf } from './list-query.js'

/** Rows that are read at a time. */
const portion = 500

/** Texts that begin so are formulas to spreadsheets; numbers of ours are not texts. */
const formula = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  const text = formula.test(written) ? `'${written}` : written
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`

export async function csvOf(scope: AdminScope, name: string): Promise<Reply> {
  const { app, visitor, language } = scope
  const entity = requireEntity(app.registry, name)
  requireScopes(visitor.grant, scopesOf(entity, 'list'))
  requireOperation(entity, 'list')
  const query = { ...listOf(scope), limit: portion, unbounded: true }
  const say = sayIn(app.registry, language)
  // What is refused is refused before a byte is sent.
  const first = await app.list(entity.name, { ...query, offset: 0 })

  async function* lines(): AsyncGenerator<string> {
    const names = first.fields.map((field) => field.name)
    yield `\uFEFF${line(first.fields.map((field) => say(field.label)))}`
    for (let page = first, offset = 0; page.records.length > 0; ) {
      yield page.records.map((record) => line(names.map((field) => record[field]))).join('')
      if (page.records.length < portion) return
      offset += portion
      page = await app.list(entity.name, { ...query, offset })
    }
  }
  return content(Readable.from(lines(), { objectMode: false }), 'text/csv; charset=utf-8', {
    'content-disposition': `attachment; filename="${entity.name}.csv"`,
  })
}
