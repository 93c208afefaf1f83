// Deletes a conversation with the advisor and all its messages.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { removeConversation } from '../advisor/conversation.js'

export const deleteConversation = defineVerb({
  name: 'delete-conversation',
  description: 'Deletes a conversation with the advisor and all its messages.',
  method: 'DELETE',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => removeConversation(shopperContext, token),
})
