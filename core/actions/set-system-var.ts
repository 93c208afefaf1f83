// Sets an internal bookkeeping variable, except those with an action or a meaning of their own.
import { clockReportPrefix } from '../commerce/account/assertion.js'
import { transferPrefix } from '../transfer/transfer-note.js'
import { backupStateVariable } from '../storage/backup-state.js'
import { createMessage } from '../foundation/message.js'
import { defineAction } from './define-action.js'
import { ValidationError } from '../foundation/errors.js'
import { string } from '../model/properties/string.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import { fileScopeVariable } from '../storage/files/file-store.js'
import { signingSecretVariable, lockSystemVariable, setSystemVariable as set } from '../storage/system-variables.js'

const keyPattern = {
  expression: '^[A-Za-z0-9_.@:-]([A-Za-z0-9_. @:-]{0,98}[A-Za-z0-9_.@:-])?$',
  words: createMessage('fields.variableName'),
}

/** True for a variable that the service itself uses: a change could skip or repeat work, or hide a failure. */
async function isReservedName(key: string): Promise<boolean> {
  const plugins = ['admin_setup_ended', 'demo.seed', 'statistics']
  const names = ['account_creation', 'admin_account_creation', 'default_notifications', backupStateVariable, ...plugins]
  const prefixes = ['task_last_run ', 'task_last_failure ', 'vat_check_last ', transferPrefix, 'landed ', clockReportPrefix]
  return names.includes(key) || prefixes.some((prefix) => key.startsWith(prefix.trim()))
}

async function requireUnreserved(key: string): Promise<void> {
  if (key === signingSecretVariable) {
    throw ValidationError.of('key', createMessage('errors.variableIsSecret', { key }))
  }
  if (key === fileScopeVariable) {
    throw ValidationError.of('key', createMessage('errors.variableIsFileScope', { key }))
  }
  if (key.startsWith('migration')) {
    throw ValidationError.of('key', createMessage('errors.variableOfMigrations', { key }))
  }
  if (await isReservedName(key)) {
    throw ValidationError.of('key', createMessage('errors.variableReserved', { key }))
  }
}

export const setSystemVar = defineAction({
  name: 'set-system-var',
  description:
    'Sets an internal bookkeeping variable, as listed by the action describe-install. ' +
    'Store settings are fields of the entity settings.',
  input: {
    key: string('Key', { required: true, pattern: keyPattern, help: 'The name of the variable.' }),
    value: string('Value', { long: true, blank: true, required: true, help: "Its text. '' clears the variable." }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:variable:set',
  example: { key: 'season', value: 'winter' },
  async run({ context }, { key, value }): Promise<{ readonly key: string; readonly value: string; readonly previous: string }> {
    await requireUnreserved(key)
    const previous = await unit(context.database, async (u) => {
      const previousValue = await lockSystemVariable(u, key, '')
      await set(u, key, value)
      return previousValue
    })
    return { key, value, previous }
  },
})
