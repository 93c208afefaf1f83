// Finds out whether the shop has amounts in the base currency: prices, surcharges, discounts and their calculations.
import type { Property } from '../../foundation/property/kind.js'
import { hasColumn } from '../../model/entity/define.js'
import type { Registry } from '../../model/registry.js'
import { type Queryable, quoteName, toInList, type SqlParameter } from '../database/dialect.js'

/** Selects records with an amount other than 0 in the property. Amounts by customer group are lists. */
function createCondition(property: Property): { readonly sql: string; readonly params: readonly SqlParameter[] } {
  const { inBaseCurrency: when, kind } = property
  const column = quoteName(property.name)
  const isList = kind.column(property)?.type === 'text'
  const filled = isList ? `${column} NOT IN ('', '[]')` : `${column} <> 0`
  if (when === undefined || when === true) return { sql: filled, params: [] }
  const choices = toInList(when.values.map(String))
  return { sql: `(${filled} AND ${quoteName(when.property)} IN ${choices.sql})`, params: choices.params }
}

/** True if another base currency without a conversion would change the value of something. */
export async function hasBaseAmounts(on: Queryable, { entities }: Registry): Promise<boolean> {
  for (const { table, properties } of entities.values()) {
    const conditions = Object.values(properties)
      .filter((property) => property.inBaseCurrency !== undefined && hasColumn(property))
      .map(createCondition)
    if (conditions.length === 0) continue
    const sql = `SELECT 1 AS found FROM ${quoteName(table)} WHERE ${conditions.map((condition) => condition.sql).join(' OR ')} LIMIT 1`
    const rows = await on.query(
      sql,
      conditions.flatMap(({ params }) => params),
    )
    if (rows.length > 0) return true
  }
  return false
}
