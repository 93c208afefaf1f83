// Copies the parts of a frozen document to another one: lines, selections, rates and files, without recomputation.
import { formatIsoTime } from '../../foundation/clock.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { DocumentEntity, FrozenDocument, FrozenLine } from './define.js'
import { type ConfigFields, type LineFields, partsOf, type RateFields } from './parts.js'
import { requireBalance } from './require-balance.js'

const copied = { copied: true } as const

const fileColumns = 'original_name, media_type, size, width, height'

/** The part's own fields, without its id and parent id. */
function lineOf({ values }: FrozenLine): LineFields {
  const { id: _id, ...fields } = values
  if ('quote_id' in fields) {
    const { quote_id: _of, ...line } = fields
    return line
  }
  const { sales_order_id: _of, ...line } = fields as LineFields & { readonly sales_order_id: number }
  return line
}

function configOf(held: FrozenLine['config'][number]): ConfigFields {
  const { id: _id, ...fields } = held
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

function rateOf(held: FrozenDocument['rates'][number]): RateFields {
  const { id: _id, ...fields } = held
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
export async function copyParts(work: Work & InUnit, from: FrozenDocument, entity: DocumentEntity, id: number): Promise<void> {
  const parts = partsOf[entity]
  const lines = from.lines.map(lineOf)
  const rates = from.rates.map(rateOf)
  requireBalance(from.values, lines, rates)
  const held = await parts.storeLines(work, id, lines, copied)
  const configs = from.lines.flatMap(({ config }, index) =>
    config.map((one) => ({ line: held[index]!.id, fields: configOf(one) })),
  )
  await parts.storeConfigs(work, configs, copied)
  await parts.storeRates(work, id, rates, copied)
  await copyFiles(work, from, entity, id)
}

/** Copies the logo and the files of the lines. Lines are matched by configuration, which is unique per line. */
async function copyFiles({ unit, now }: Work & InUnit, from: FrozenDocument, entity: DocumentEntity, id: number): Promise<void> {
  const [old, own] = [partsOf[from.entity].line, partsOf[entity].line]
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
