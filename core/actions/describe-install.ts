// Describes the installation and its state: version, host, languages, migrations, charset, orphans and variables.
import { type MigrationOverview, createMigrationOverview } from './migration-overview.js'
import { defineAction } from './define-action.js'
import type { Platform } from '../foundation/property/kind.js'
import { getCoreVersion } from '../foundation/version.js'
import { type CharsetState, readCharsetState } from '../storage/migration/charset.js'
import { countOrphans, type OrphanCounts } from '../storage/record/record-texts.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { signingSecretVariable, listSystemVariables } from '../storage/system-variables.js'

interface Output extends MigrationOverview {
  readonly version: string
  readonly platform: Platform
  readonly languages: readonly string[]
  readonly customizations: readonly { readonly name: string; readonly version: string }[]
  readonly database: string
  readonly charset: CharsetState
  readonly orphanedStrings: OrphanCounts
  readonly systemVariables: readonly { readonly name: string; readonly value: string }[]
}

const hiddenVariables: ReadonlySet<string> = new Set([signingSecretVariable])

export const describeInstall = defineAction({
  name: 'describe-install',
  description:
    'Describes this installation: version, host platform, languages, migrations, charset; call it before maintenance. ' +
    'Also counts orphaned strings and lists internal variables.',
  input: {},
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['system:read'] },
  command: 'svc:install:describe',
  example: {},
  async run({ context, migrations }): Promise<Output> {
    const { database, registry, platform } = context
    const { snapshot } = await getVersionedSnapshot(context)
    return {
      version: getCoreVersion(),
      platform,
      languages: snapshot.languages,
      customizations: context.plugins.flatMap(({ name, version }) => (version === null ? [] : [{ name, version }])),
      database: database.dialect.name,
      ...createMigrationOverview(await migrations.state()),
      charset: await readCharsetState(database, registry),
      orphanedStrings: await countOrphans(database, registry),
      systemVariables: await listSystemVariables(database, hiddenVariables),
    }
  },
})
