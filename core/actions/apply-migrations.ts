// Runs all pending migration scripts of all tracks and reports which ran.
import { createMessage, type Message } from '../foundation/message.js'
import { type MigrationOverview, createMigrationOverview } from './migration-overview.js'
import { defineAction } from './define-action.js'
import { boolean } from '../model/properties/boolean.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import type { FinishedMigration } from '../storage/migration/runner.js'

interface Output extends MigrationOverview {
  readonly ran: readonly FinishedMigration[]
  readonly note: Message
}

function describeResult(count: number, isBlocked: boolean): Message {
  if (isBlocked) return createMessage('results.migrationsBlocked')
  return count === 0 ? createMessage('results.nothingPending') : createMessage('results.scriptsRan', { count })
}

export const applyMigrations = defineAction({
  name: 'apply-migrations',
  description:
    'Runs all pending migrations; use it if the action describe-install shows pending ones. ' +
    'A failed script blocks all others and is reported as migrations.frozenBy.',
  input: {
    clear_failed_flag: boolean('Clear the failed flag', {
      help: 'True: unblocks migrations first and runs the failed script again.',
    }),
  },
  maintenance: true,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:migrations:apply',
  outdatesProcesses: true,
  example: {},
  async run({ context, migrations, progress }, { clear_failed_flag }): Promise<Output> {
    if (clear_failed_flag) await migrations.unblock()
    const { ran } = await migrations.run(({ owner, version, name, number, total }) =>
      progress(createMessage('results.migration', { number, all: total, owner, version, name })),
    )
    if (ran.length > 0) {
      await unit(context.database, (u) => Promise.resolve(u.changeSet.raiseAllVersions()))
      context.caches.clear()
    }
    const overview = createMigrationOverview(await migrations.state())
    return { ran, note: describeResult(ran.length, overview.migrations.frozenBy !== null), ...overview }
  },
})
