// Assigns a guest's conversation with the advisor to the account after signing in.
import { conversationShape } from '../advisor/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { assignConversation } from '../advisor/conversation.js'

export const claimConversation = defineVerb({
  name: 'claim-conversation',
  description: "Assigns a guest's conversation with the advisor, and its configuration, to the signed-in account.",
  method: 'POST',
  path: 'conversations/:token/claim',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: conversationShape,
  handler: async (shopperContext, { token }) => assignConversation(shopperContext, runVerbForShopper, token),
})
