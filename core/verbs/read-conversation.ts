// Reads a conversation with the advisor: its messages and the state of its configuration.
import { conversationShape } from '../advisor/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'

const load = lazyImport(() => import('../advisor/conversation.js'))

export const readConversation = defineVerb({
  name: 'read-conversation',
  description: 'Reads a conversation with the advisor and the state of its configuration.',
  method: 'GET',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: {},
  reply: conversationShape,
  handler: async (shopperContext, { token }) => (await load()).loadConversation(shopperContext, runVerbForShopper, token),
})
