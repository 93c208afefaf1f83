// The pictures and files of a copy: its own file rows for the same bytes, which stay until no record needs them.
import { formatIsoTime } from '../../foundation/clock.js'
import { listFileProperties } from '../../storage/files/record-files.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { toInList } from '../../storage/database/statement.js'
import type { GraphRecord } from '../graph.js'

const columns = 'name, property, original_name, media_type, size, width, height'

/** Returns the number of files of the copy. */
export async function copyFiles(
  { unit, now }: ServiceContext & TransactionContext,
  { entity, record }: GraphRecord,
  copy: number,
): Promise<number> {
  const filledProperties = listFileProperties(entity).filter(({ name }) => (record.values[name] ?? '') !== '')
  if (filledProperties.length === 0) return 0
  const list = toInList(filledProperties.flatMap(({ name }) => [name, toStorefrontCopyName(name)]))
  await unit.run(
    `INSERT INTO svc_files (${columns}, entity, entity_id, created)
      SELECT ${columns}, entity, ?, ? FROM svc_files WHERE entity = ? AND entity_id = ? AND property IN ${list.sql}`,
    [copy, formatIsoTime(now), entity.name, record.id, ...list.params],
  )
  return filledProperties.length
}
