// Opens the parts of an installation for commands that work on them without an app.
import { type Database, openDatabase } from '../storage/database/connection.js'
import type { FileStore } from '../storage/files/file-store.js'
import type { MigrationSchema } from '../storage/migration/migrations.js'
import type { Assembly } from './assemble.js'
import { createContainer } from './bindings.js'
import { filesToken, logToken, migrationSchemaToken, openDatabaseToken } from './tokens.js'

export interface InstallationParts {
  readonly files: FileStore
  readonly schema: MigrationSchema
  /** The database of the installation, or of the URL. Opened without checking its contents. The caller closes it. */
  openDatabase(url?: string): Promise<Database>
}

export function createInstallationParts(assembly: Assembly): InstallationParts {
  const container = createContainer(assembly)
  return {
    files: container.get(filesToken),
    schema: container.get(migrationSchemaToken),
    openDatabase: (url) =>
      url === undefined ? container.get(openDatabaseToken)() : openDatabase(url, { log: container.get(logToken) }),
  }
}
