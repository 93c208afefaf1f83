// Deletes texts without a record and reports their number by entity.
import { defineAction } from './define-action.js'
import { type OrphanCounts, purgeOrphans } from '../storage/record/record-texts.js'

export const purgeOrphanedStrings = defineAction({
  name: 'purge-orphaned-strings',
  description:
    'Deletes translated texts whose record no longer exists; use it when the action describe-install counts orphaned strings.',
  input: {},
  maintenance: true,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:strings:purge',
  example: {},
  async run({ context: { database, registry } }): Promise<{ readonly purged: OrphanCounts; readonly total: number }> {
    const purged = await purgeOrphans(database, registry)
    return { purged, total: Object.values(purged).reduce((sum, count) => sum + count, 0) }
  },
})
