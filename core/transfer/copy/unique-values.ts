// Makes unique values of a copy free with a suffix -2, -3 and so on, like labels that are derived from titles.
import { shortText } from '../../foundation/property/text.js'
import type { Entity } from '../../model/entity/define.js'
import { quoteName } from '../../storage/database/dialect.js'
import { findTextHoldersInUnit, isUniqueText, preloadFreeTexts } from '../../storage/pipeline/unique-values.js'
import { getFlatKeys } from '../../storage/record/layout.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { CopyFields } from './fields.js'

/** Replaces the texts of unique fields with the next free text. */
export async function makeValuesUnique(
  { unit }: ServiceContext & TransactionContext,
  entity: Entity,
  fields: CopyFields,
  languages: readonly string[],
): Promise<void> {
  const unique = [...getFlatKeys(entity, languages).values()].filter(({ property }) => isUniqueText(entity, property))
  const texts = unique.flatMap((flat) => {
    const text = fields[flat.key]
    return typeof text === 'string' && text !== '' ? [{ flat, text }] : []
  })
  await preloadFreeTexts(unit, entity, texts)
  for (const flat of unique) {
    const isDuplicate = async (candidate: string): Promise<boolean> =>
      (await findTextHoldersInUnit(unit, entity, flat, candidate)).length > 0
    fields[flat.key] = await findFreeText(fields[flat.key], isDuplicate)
  }
  for (const [name, ...otherNames] of entity.unique ?? []) {
    if (name === undefined || otherNames.length > 0 || !Object.hasOwn(fields, name)) continue
    const sql = `SELECT id FROM ${quoteName(entity.table)} WHERE ${quoteName(name)} = ? LIMIT 1`
    fields[name] = await findFreeText(fields[name], async (candidate) => (await unit.query(sql, [candidate])).length > 0)
  }
}

/** A value that is empty or not a text stays: the write pipeline validates it. */
async function findFreeText(value: unknown, isDuplicate: (wanted: string) => Promise<boolean>): Promise<unknown> {
  if (typeof value !== 'string' || value === '') return value
  const base = [...value.replace(/-\d{1,6}$/, '')].slice(0, shortText - 8).join('')
  let free = value
  for (let n = 2; await isDuplicate(free); n++) free = `${base}-${n}`
  return free
}
