// Reads a conversation with the advisor: its messages and the state of its configuration.
import { conversationShape } from '../advisor/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { loadConversation } from '../advisor/conversation.js'

export const readConversation = defineVerb({
  name: 'read-conversation',
  description: 'Reads a conversation with the advisor and the state of its configuration.',
  method: 'GET',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: {},
  reply: conversationShape,
  handler: async (shopperContext, { token }) => loadConversation(shopperContext, runVerbForShopper, token),
})
