// Deletes a conversation with the advisor and all its messages.
import { tokenArgument, defineVerb } from 'product-configurator-service'

export const deleteConversation = defineVerb({
  name: 'delete-conversation',
  description: 'Deletes a conversation with the advisor and all its messages.',
  method: 'DELETE',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => (await import('../conversation.js')).removeConversation(shopperContext, token),
})
