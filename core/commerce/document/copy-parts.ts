// Copies the parts of a frozen document to another one: lines, selections, rates and files, without recomputation.
import { formatIsoTime } from '../../foundation/clock.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument } from './define.js'
import { documentKinds } from './kinds.js'
import { requireBalance } from './sums.js'

const copyOptions = { copied: true } as const

const fileColumns = 'original_name, media_type, size, width, height'

/** The target has the same amounts and no lines yet. INTERNAL_ERROR, and nothing stored, if the amounts do not add up. */
export async function copyDocumentParts(
  work: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const [source, target] = [documentKinds[from.entity], documentKinds[entity]]
  const lines = from.lines.map(({ values }) => source.line.toFields(values))
  const rates = from.rates.map(source.rate.toFields)
  requireBalance(from.values, lines, rates)
  const storedLines = await target.line.store(
    work,
    lines.map((fields) => ({ parent: id, fields })),
    copyOptions,
  )
  const configs = from.lines.flatMap(({ config }, index) =>
    config.map((selection) => ({ parent: storedLines[index]!.id, fields: source.config.toFields(selection) })),
  )
  await target.config.store(work, configs, copyOptions)
  await target.rate.store(
    work,
    rates.map((fields) => ({ parent: id, fields })),
    copyOptions,
  )
  await copyFiles(work, from, entity, id)
}

/** Copies the logo and the files of the lines. Lines are matched by configuration, which is unique per line. */
async function copyFiles(
  { unit, now }: ServiceContext & TransactionContext,
  from: FrozenDocument,
  entity: DocumentEntity,
  id: number,
): Promise<void> {
  const [old, own] = [documentKinds[from.entity].line, documentKinds[entity].line]
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
