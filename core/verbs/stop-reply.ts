// Stops the advisor's current reply.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { requestReplyStop } from '../advisor/conversation.js'

export const stopReply = defineVerb({
  name: 'stop-reply',
  description: "Stops the advisor's current reply.",
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => requestReplyStop(shopperContext, token),
})
