// Ends the reply of the advisor that is being written.
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../advisor/conversation.js'))

export const stopReply = defineVerb({
  name: 'stop-reply',
  description: 'Ends the reply of the advisor that is being written.',
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (visit, { token }) => (await load()).stopReply(visit, token),
})
