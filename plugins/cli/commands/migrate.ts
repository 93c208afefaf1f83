// Runs all pending migrations, core first, and prints the version of every track.
import { createMessage, ServiceError } from '#core/contract.js'
import { createFreezeMessage, type MigrationReport } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { formatTable } from '../result-format.js'

interface MigrateResult {
  readonly ran: readonly string[]
  readonly tracks: readonly { readonly owner: string; readonly version: string | null }[]
  readonly backup: string | null
}

export const migrateCommand = defineCliCommand({
  name: 'svc:migrate',
  description: 'Runs all pending migrations of the core and the customizations.',
  examples: ['svc:migrate', 'svc:migrate --json'],
  text({ ran, tracks, backup }: MigrateResult, write) {
    const rows = tracks.map(({ owner, version }) => [`${owner}:`, version ?? write(createMessage('results.nothingYet'))])
    const summary =
      ran.length === 0 ? createMessage('results.nothingPending') : createMessage('results.migrated', { migrations: ran })
    const saved = backup === null ? [] : [createMessage('results.databaseSaved', { path: backup })]
    return [...[summary, ...saved].map(write), formatTable(rows)].join('\n')
  },
  async run({ open }): Promise<MigrateResult> {
    let report: MigrationReport | null = null
    const app = await open({ migrations: 'run', starts: false, onMigrated: (outcome) => (report = outcome) })
    const { ran, failure, backup } = report as unknown as MigrationReport
    if (failure) {
      const reason = failure.message.replace(/\.?$/, '.')
      const message = createMessage('commands.migrationFailed', {
        name: failure.name,
        reason,
        next: createFreezeMessage(failure),
      })
      throw new ServiceError('NOT_READY', message)
    }
    const { tracks } = await app.operations.migrations.state()
    return {
      ran: ran.map(({ owner, version, name }) => `${owner} ${version} ${name}`),
      tracks: tracks.map(({ owner, version }) => ({ owner, version })),
      backup,
    }
  },
})
