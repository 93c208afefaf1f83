// Resolves the pictures and files that a sheet names; only existing catalog files can be referenced, never changed.
import { listFileProperties } from '../../storage/files/record-files.js'
import type { FileStore } from '../../storage/files/file-store.js'
import { type FileMetadata, readFileMetadata } from '../../storage/files/store-record-file.js'
import type { Registry } from '../../model/registry.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ApplyOptions } from './define.js'
import { type SheetPart, walkSheetParts } from './read.js'

/** The files that the sheet names and the file store has; called before a unit of work opens. */
export async function loadSheetFiles(files: FileStore, root: SheetPart): Promise<ReadonlyMap<string, FileMetadata>> {
  const metadataByName = new Map<string, FileMetadata>()
  for (const part of walkSheetParts(root)) {
    const own = new Set(listFileProperties(part.entity).map(({ name }) => name))
    for (const [name, { value }] of part.fields) {
      if (!own.has(name) || typeof value !== 'string' || !/^[\w-][\w.-]{0,254}$/.test(value) || metadataByName.has(value))
        continue
      const bytes = await files.get(value)
      if (bytes !== null) metadataByName.set(value, await readFileMetadata(value, bytes))
    }
  }
  return metadataByName
}

/** True if the file exists and only the catalog uses it: files of other areas, such as shoppers' uploads, may not be referenced. */
export async function canReferenceFile(
  { unit, context }: ServiceContext & TransactionContext,
  name: string,
  files: ApplyOptions['files'],
): Promise<boolean> {
  if (!files.has(name)) return false
  const rows = await unit.query<{ entity: string }>('SELECT entity FROM svc_files WHERE name = ?', [name])
  return rows.every(({ entity }) => isCatalogEntity(context.registry, entity))
}

function isCatalogEntity(registry: Registry, entity: string): boolean {
  return registry.entities.get(entity)?.area === registry.entities.get('product')?.area
}
