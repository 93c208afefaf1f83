// Deletes a conversation with the advisor, with everything that was said.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const deleteConversation = defineVerb({
  name: 'delete-conversation',
  description: 'Deletes a conversation with the advisor, with everything that was said.',
  method: 'DELETE',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (visit, { token }) => (await import('../advisor/conversation.js')).deleteConversation(visit, token),
})
