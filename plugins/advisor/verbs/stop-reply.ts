// Stops the advisor's current reply.
import { tokenArgument, defineVerb } from 'product-configurator-service'

export const stopReply = defineVerb({
  name: 'stop-reply',
  description: "Stops the advisor's current reply.",
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => (await import('../conversation.js')).requestReplyStop(shopperContext, token),
})
