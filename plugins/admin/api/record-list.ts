// Lists of records: their query, and their export as CSV.
import { Readable } from 'node:stream'
import { typedText, type ListQuery } from '#core/surface.js'
import { requireTargetEntity, readListQuery } from '../../http/record-query.js'
import { createReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadTimeZone } from '../gate/admin-scope.js'
import { createLabelTranslator, toFieldKeys } from '../wording/label-translator.js'
import { orderEntity, toOrderListQuery } from './order-list.js'

/** `also` names further parameters of the page. They are accepted and ignored here. */
export function parseRecordListQuery({ request }: AdminScope, also: readonly string[] = []): ListQuery {
  const query = readListQuery(request, ['search', ...also])
  const search = request.query.values.get('search') ?? ''
  const name = request.params['entity']?.replace(/\.csv$/, '')
  if (name === orderEntity) return toOrderListQuery(query, search)
  return search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }
}

/** Rows per read. */
const rowsPerBatch = 500

/**
 * Spreadsheets treat text with such a start as a formula, full-width signs included. Some spreadsheets remove white space of any kind first.
 * Does not apply to our numbers.
 */
const formulaPattern = /^[\t\r\n]|^[\s\u200B]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/
/**
 * A formula sign after a possible separator. Spreadsheets guess the separator. If the guess is wrong, they ignore our quotes and may start
 * a new cell there.
 */
const innerFormulaPattern = /([,;\t\r\n"](?:[^\S\t\r\n]|\u200B)*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

const neutralizeFormula = (text: string): string =>
  (formulaPattern.test(text) ? `'${text}` : text).replace(innerFormulaPattern, "$1'")

/** How a spreadsheet in the user's language reads numbers and times and separates cells. */
interface CsvFormat {
  readonly separator: ',' | ';'
  readonly decimal: string
  readonly language: string
  /** IANA name of the shop's time zone. */
  readonly timeZone: string
}

export function getCsvFormat(language: string, timeZone: string): CsvFormat {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return { separator: decimal === ',' ? ';' : ',', decimal, language, timeZone }
}

/**
 * `27.11.2026 14:05` in German. English spreadsheets disagree about the order of day and month, but all of them read
 * `2026-11-27 14:05`.
 */
function formatTime(time: Date, { language, timeZone }: CsvFormat): string {
  const [day = '', clock = ''] = typedText.formatLocalTime(time.getTime(), timeZone).split('T')
  return `${language === 'de' ? day.split('-').toReversed().join('.') : day} ${clock}`
}

function cell(value: unknown, format: CsvFormat): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', format.decimal)
  if (value instanceof Date) return formatTime(value, format)
  if (typeof value === 'boolean') return String(value)
  const text = neutralizeFormula(typeof value === 'string' ? value : JSON.stringify(value))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record as a line of the file. */
export const formatCsvLine = (cells: readonly unknown[], format: CsvFormat): string =>
  `${cells.map((value) => cell(value, format)).join(format.separator)}\r\n`

const toDate = (value: unknown): Date | null => (typeof value === 'string' && value !== '' ? new Date(value) : null)

export async function exportCsv(scope: AdminScope, name: string): Promise<Reply> {
  const { app, language } = scope
  const entity = requireTargetEntity(app, scope.request, 'list', name)
  const query = { ...parseRecordListQuery(scope), limit: rowsPerBatch, unbounded: true }
  const translate = createLabelTranslator(app.context.registry, language)
  const format = getCsvFormat(language, await loadTimeZone(scope))
  // Refusals must come before the first byte is sent.
  const first = await app.records.list(entity.name, { ...query, offset: 0 })

  async function* lines(): AsyncGenerator<string> {
    const fields = first.fields.map(({ name }) => ({ name, isTime: entity.properties[name]?.kind.control === 'datetime' }))
    yield `\uFEFF${formatCsvLine(
      first.fields.map((field) => translate(field.label, toFieldKeys(entity.name, field.name).label)),
      format,
    )}`
    for (let page = first, offset = 0; page.records.length > 0; ) {
      yield page.records
        .map((record) =>
          formatCsvLine(
            fields.map(({ name, isTime }) => (isTime ? toDate(record[name]) : record[name])),
            format,
          ),
        )
        .join('')
      if (page.records.length < rowsPerBatch) return
      offset += rowsPerBatch
      page = await app.records.list(entity.name, { ...query, offset })
    }
  }
  return createReply(Readable.from(lines(), { objectMode: false }), 'text/csv; charset=utf-8', {
    'content-disposition': `attachment; filename="${entity.name}.csv"`,
  })
}
