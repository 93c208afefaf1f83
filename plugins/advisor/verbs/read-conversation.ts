// Reads a conversation with the advisor: its messages and the state of its configuration.
import { conversationShape } from '../define.js'
import { tokenArgument, defineVerb } from 'product-configurator-service'

export const readConversation = defineVerb({
  name: 'read-conversation',
  description: 'Reads a conversation with the advisor and the state of its configuration.',
  method: 'GET',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: {},
  reply: conversationShape,
  handler: async (shopperContext, { token }) => (await import('../conversation.js')).loadConversation(shopperContext, token),
})
