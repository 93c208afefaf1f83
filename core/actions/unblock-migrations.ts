// Unblocks migrations after a failed script and optionally moves the pointer of a track.
import { createMessage } from '../foundation/message.js'
import { type MigrationOverview, createMigrationOverview } from './migration-overview.js'
import { defineAction } from './define-action.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'

export const unblockMigrations = defineAction({
  name: 'unblock-migrations',
  description:
    'Unblocks migrations after a failed script; use it after its cause was fixed. ' +
    'With set_version, scripts up to that version count as applied without running.',
  input: {
    set_version: string('Version', {
      help: 'Four digits such as 0003, or <customization>@0003.',
    }),
    track: dropdown('Track', {
      choices: { core: 'Core', customization: 'Customization' },
      help: 'The track of set_version. Default: core.',
    }),
  },
  maintenance: true,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:migrations:unblock',
  outdatesProcesses: true,
  example: {},
  nextStep: ({ code }) => (code === 'VALIDATION_FAILED' ? createMessage('steps.describeInstall') : null),
  async run({ migrations }, { set_version, track }): Promise<MigrationOverview & { readonly unblocked: true }> {
    await migrations.unblock({ setVersion: set_version, track })
    return { unblocked: true, ...createMigrationOverview(await migrations.state()) }
  },
})
