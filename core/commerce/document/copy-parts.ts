// Copies the parts of a frozen document to another one: lines, selections, rates and files, without recomputation.
import { formatIsoTime } from '../../foundation/clock.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument, FrozenLine } from './define.js'
import { type ConfigFields, type LineFields, documentPartStores, type RateFields } from './part-stores.js'
import { requireBalance } from './sums.js'

const copyOptions = { copied: true } as const

const fileColumns = 'original_name, media_type, size, width, height'

/** The part's own fields, without its id and parent id. */
function copyLineFields({ values }: FrozenLine): LineFields {
  const { id: _id, ...fields } = values
  if ('quote_id' in fields) {
    const { quote_id: _of, ...line } = fields
    return line
  }
  const { sales_order_id: _of, ...line } = fields as LineFields & { readonly sales_order_id: number }
  return line
}

function copyConfigFields(configRow: FrozenLine['config'][number]): ConfigFields {
  const { id: _id, ...fields } = configRow
  const {
    quote_line_id: _quote,
    order_line_id: _order,
    ...config
  } = fields as ConfigFields & {
    readonly quote_line_id?: number
    readonly order_line_id?: number
  }
  return config
}

function copyRateFields(rateRow: FrozenDocument['rates'][number]): RateFields {
  const { id: _id, ...fields } = rateRow
  const {
    quote_id: _quote,
    sales_order_id: _order,
    ...rate
  } = fields as RateFields & {
    readonly quote_id?: number
    readonly sales_order_id?: number
  }
  return rate
}

/** The target has the same amounts and no lines yet. INTERNAL_ERROR, and nothing stored, if the amounts do not add up. */
export async function copyDocumentParts(
  work: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const parts = documentPartStores[entity]
  const lines = from.lines.map(copyLineFields)
  const rates = from.rates.map(copyRateFields)
  requireBalance(from.values, lines, rates)
  const storedLines = await parts.storeLines(work, id, lines, copyOptions)
  const configs = from.lines.flatMap(({ config }, index) =>
    config.map((configRow) => ({ line: storedLines[index]!.id, fields: copyConfigFields(configRow) })),
  )
  await parts.storeConfigs(work, configs, copyOptions)
  await parts.storeRates(work, id, rates, copyOptions)
  await copyFiles(work, from, entity, id)
}

/** Copies the logo and the files of the lines. Lines are matched by configuration, which is unique per line. */
async function copyFiles(
  { unit, now }: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const [old, own] = [documentPartStores[from.entity].line, documentPartStores[entity].line]
  const rows = (of: string): string =>
    `INSERT INTO svc_files (name, entity, entity_id, property, ${fileColumns}, created)
      SELECT f.name, ?, ${of}, f.property, ${fileColumns}, ? FROM svc_files f`
  const at = formatIsoTime(now)
  await unit.run(`${rows('?')} WHERE f.entity = ? AND f.entity_id = ? ORDER BY f.id`, [entity, id, at, from.entity, from.id])
  await unit.run(
    `${rows('n.id')} JOIN ${old.table} o ON f.entity = ? AND f.entity_id = o.id
      JOIN ${own.table} n ON n.configuration_id = o.configuration_id AND n.${own.of} = ?
      WHERE o.${old.of} = ? ORDER BY n.id, f.id`,
    [own.entity, at, old.entity, id, from.id],
  )
}
