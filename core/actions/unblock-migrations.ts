// Lifts the freeze of a failed migration and, where asked, moves a track's pointer (spec 4.4).
import { type MigrationOverview, migrationOverview } from '../action/migration-overview.js'
import { defineAction } from '../action/define.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'

export const unblockMigrations = defineAction({
  name: 'unblock-migrations',
  description:
    'Clears the freeze that a failed migration left; use it after the cause was mended. ' +
    'With set_version scripts at or below it count as applied without running.',
  input: {
    set_version: string('Version', {
      help: 'Four digits such as 0003, or <customization>@0003.',
    }),
    track: dropdown('Track', {
      choices: { core: 'Core', customization: 'Customization' },
      help: 'Whose pointer moves; core if left out. Only with set_version.',
    }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:migrations:unblock',
  outdatesProcesses: true,
  example: {},
  nextStep: ({ code }) =>
    code === 'VALIDATION_FAILED' ? 'Call the action describe-install to see where both tracks stand.' : null,
  async run({ migrations }, { set_version, track }): Promise<MigrationOverview & { readonly unblocked: true }> {
    await migrations.unblock({ setVersion: set_version, track })
    return { unblocked: true, ...migrationOverview(await migrations.state()) }
  },
})
