// Makes a guest's conversation with the advisor that of the account that he has signed in to.
import { conversationShape } from '../advisor/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { serve } from '../verb/serve.js'

const load = later(() => import('../advisor/conversation.js'))

export const claimConversation = defineVerb({
  name: 'claim-conversation',
  description: "Makes a guest's conversation with the advisor the account's, with what is configured in it.",
  method: 'POST',
  path: 'conversations/:token/claim',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: conversationShape,
  handler: async (visit, { token }) => (await load()).claimConversation(visit, serve, token),
})
