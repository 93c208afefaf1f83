// Assigns a guest's conversation with the advisor to the account after signing in.
import { conversationShape } from '../define.js'
import { tokenArgument, defineVerb } from 'product-configurator-service'

export const claimConversation = defineVerb({
  name: 'claim-conversation',
  description: "Assigns a guest's conversation with the advisor, and its configuration, to the signed-in account.",
  method: 'POST',
  path: 'conversations/:token/claim',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: conversationShape,
  handler: async (shopperContext, { token }) => (await import('../conversation.js')).assignConversation(shopperContext, token),
})
