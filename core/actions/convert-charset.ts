// Converts tables of foreign origin to utf8mb4 with its unicode_ci collation.
import { defineAction } from './define-action.js'
import { readCharsetState, type CharsetState, convertCharset as convert } from '../storage/migration/charset.js'

interface Output extends CharsetState {
  readonly converted: readonly string[]
  readonly note: string
}

export const convertCharset = defineAction({
  name: 'convert-charset',
  description:
    'Converts tables whose charset or collation differs to utf8mb4_unicode_ci; use it when the action describe-install lists some.',
  input: {},
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:charset:convert',
  outdatesProcesses: true,
  example: {},
  async run({ context: { database, registry }, progress }): Promise<Output> {
    const converted = await convert(database, registry, (table) => progress(`Converting ${table}.`))
    const state = await readCharsetState(database, registry)
    const note = !state.applies
      ? 'This database uses one charset for all texts, so no conversion is needed.'
      : converted.length === 0
        ? 'All tables conform. Nothing was changed.'
        : `${converted.length} tables were converted.`
    return { converted, note, ...state }
  },
})
