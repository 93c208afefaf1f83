// Reports data of a product that is not exported, with the reason.
import { createLabel, createMessage } from '../../foundation/message.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions, findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { quote } from '../../storage/database/dialect.js'
import { toInList, splitIntoPortions } from '../../storage/database/statement.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { GraphRecord } from '../graph.js'
import { createOmission, type OmittedContent } from '../package/format.js'

/** Records outside the products that reference them, such as data of shoppers, orders and lists. One statement for hundreds of products. */
export async function listReferencingRecords(
  work: ServiceContext,
  products: readonly number[],
): Promise<readonly OmittedContent[]> {
  const { registry } = work.context
  const { area } = requireEntity(registry, 'product')
  const omissions: OmittedContent[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      if (join?.entity !== 'product' || (entity.area === area && join.owner)) continue
      let count = 0
      for (const portion of splitIntoPortions([...new Set(products)])) {
        const { sql: list, params } = toInList(portion)
        const sql = `SELECT COUNT(*) AS count FROM ${quote(entity.table)} WHERE ${quote(property.name)} IN ${list}`
        const [row] = await work.on.query<{ count: number }>(sql, params)
        count += Number(row?.count ?? 0)
      }
      if (count === 0) continue
      const [owner] = findOwnerJoins(entity)
      const isListed = entity.area === area && owner
      const why = isListed
        ? createMessage('transfer.shopOwn', {
            entities: createLabel('entity', requireEntity(registry, owner.entity).pluralLabel),
          })
        : createMessage('transfer.shopperData')
      omissions.push(createOmission(entity.pluralLabel, count, why))
    }
  }
  return omissions
}

/** Write-only fields. */
export function listOmittedSecrets(members: readonly GraphRecord[]): readonly OmittedContent[] {
  const counts = new Map<string, number>()
  const secret = new Map<Entity, readonly Property[]>()
  for (const { entity, record } of members) {
    const hidden = secret.get(entity) ?? Object.values(entity.properties).filter(({ apiSensitive }) => apiSensitive === true)
    secret.set(entity, hidden)
    for (const { name, label } of hidden) {
      const value = record.row[name]
      if (value === null || value === undefined || value === '') continue
      const content = `${label} of ${entity.pluralLabel}`
      counts.set(content, (counts.get(content) ?? 0) + 1)
    }
  }
  return [...counts].map(([content, count]) => createOmission(content, count, createMessage('transfer.secret')))
}

/** Sums equal entries of several products. */
export function sumOmissions(all: readonly OmittedContent[]): readonly OmittedContent[] {
  const sums = new Map<string, OmittedContent>()
  for (const omission of all) {
    const key = `${omission.what}\n${omission.why}`
    sums.set(key, { ...omission, count: (sums.get(key)?.count ?? 0) + omission.count })
  }
  return [...sums.values()]
}
