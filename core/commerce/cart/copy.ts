// Copies a configuration with the files that were uploaded to it: the copy is its own, under a new token.
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { isoTime } from '../../ground/clock.js'
import { insertRows } from '../../storage/database/dialect.js'
import type { InUnit, Work } from '../../storage/work.js'
import { insertConfiguration, newToken, type StoredConfiguration } from '../configuration/rows.js'

interface FileRow {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
}

const columns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'created'] as const

/** Stores the copy in the unit and returns its id. Bytes that a rolled back unit leaves behind are swept like any other orphan. */
export async function copyConfiguration(
  work: Work & InUnit,
  source: StoredConfiguration,
  { token, state }: { readonly token: string; readonly state: 'open' | 'in_cart' },
): Promise<number> {
  const { unit } = work
  const { files: store } = work.context
  const renamed = new Map<string, string>()
  const sql = 'SELECT name, property, original_name, media_type, size FROM svc_files WHERE entity = ? AND entity_id = ?'
  const held = new Set(source.selections.map((one) => one.value))
  const files = (await unit.query<FileRow & Record<string, string | number>>(sql, ['configuration', source.id])).filter(
    ({ name }) => held.has(name),
  )
  for (const { name } of files) {
    const bytes = await store.get(name)
    if (bytes === null) continue
    const copy = newToken()
    await store.put(copy, bytes)
    renamed.set(name, copy)
  }
  const selections = source.selections.map((one) => ({ ...one, value: renamed.get(one.value) ?? one.value }))
  const { product_id, customer_id, customer_group_id, currency_id, tax_context, language_tag, catalog_version } = source
  const fields = { product_id, customer_id, customer_group_id, currency_id, tax_context, language_tag, catalog_version }
  const id = await insertConfiguration(work, { ...fields, token, selections })
  if (state !== 'open') await work.write(configurationEntity, { state }, { id })
  const created = isoTime(work.now)
  for (const { name, property, original_name, media_type, size } of files) {
    const copy = renamed.get(name)
    if (copy === undefined) continue
    await unit.run(insertRows('svc_files', columns), [
      copy,
      'configuration',
      id,
      property,
      original_name,
      media_type,
      size,
      created,
    ])
  }
  return id
}
