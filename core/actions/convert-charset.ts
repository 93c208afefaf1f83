// Converts tables of foreign origin to utf8mb4 with its unicode_ci collation.
import { createMessage, type Message } from '../foundation/message.js'
import { defineAction } from './define-action.js'
import { readCharsetState, type CharsetState, convertCharset as convert } from '../storage/migration/charset.js'

interface Output extends CharsetState {
  readonly converted: readonly string[]
  readonly note: Message
}

export const convertCharset = defineAction({
  name: 'convert-charset',
  description:
    'Converts tables whose charset or collation differs to utf8mb4_unicode_ci; use it when the action describe-install lists some.',
  input: {},
  maintenance: true,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['system:write'] },
  command: 'svc:charset:convert',
  outdatesProcesses: true,
  example: {},
  async run({ context: { database, registry }, progress }): Promise<Output> {
    const converted = await convert(database, registry, (table) => progress(createMessage('results.converting', { table })))
    const state = await readCharsetState(database, registry)
    const note = !state.applies
      ? createMessage('results.oneCharset')
      : converted.length === 0
        ? createMessage('results.charsetConforms')
        : createMessage('results.converted', { count: converted.length })
    return { converted, note, ...state }
  },
})
