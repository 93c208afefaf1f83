// Ends the reply of the advisor that is being written.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const stopReply = defineVerb({
  name: 'stop-reply',
  description: 'Ends the reply of the advisor that is being written.',
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (visit, { token }) => (await import('../advisor/conversation.js')).stopReply(visit, token),
})
