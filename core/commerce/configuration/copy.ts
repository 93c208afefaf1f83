// Copies a configuration and its uploaded files to a new configuration with its own token.
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { toInList } from '../../storage/database/dialect.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type InitialConfigurationState, insertConfiguration, type StoredConfiguration } from './rows.js'
import { fileColumns } from './uploads.js'

/** Stores the copy in the current transaction and returns its id. The caller has locked the source's row. Files share their bytes. */
export async function copyConfiguration(
  work: ServiceContext & TransactionContext,
  source: StoredConfiguration,
  { token, state }: { readonly token: string; readonly state: InitialConfigurationState },
): Promise<number> {
  const { id: _id, revision: _revision, state: _state, changed: _changed, history: _history, ...rest } = source
  const { name: _name, saved: _saved, ...fields } = rest
  const id = await insertConfiguration(work, { ...fields, token }, state)
  const values = source.selections.map(({ value }) => value)
  if (values.length === 0) return id
  const list = toInList(values)
  const files = `SELECT name, entity, ?, property, original_name, media_type, size, ? FROM svc_files WHERE entity = ? AND entity_id = ? AND name IN ${list.sql}`
  const params = [id, formatIsoTime(work.now), configurationEntity.name, source.id, ...list.params]
  await work.unit.run(`INSERT INTO svc_files (${fileColumns.join(', ')}) ${files}`, params)
  return id
}
