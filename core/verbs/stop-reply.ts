// Stops the advisor's current reply.
import { lazyImport } from '../foundation/lazy-import.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../advisor/conversation.js'))

export const stopReply = defineVerb({
  name: 'stop-reply',
  description: "Stops the advisor's current reply.",
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => (await load()).requestReplyStop(shopperContext, token),
})
