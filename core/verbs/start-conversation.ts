// Starts a conversation with the advisor.
import { conversationShape } from '../advisor/shape.js'
import { boolean } from '../model/properties/boolean.js'
import { string } from '../model/properties/string.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { beginConversation } from '../advisor/conversation.js'

export const startConversation = defineVerb({
  name: 'start-conversation',
  description: 'Starts a conversation with the advisor, optionally about a configuration.',
  method: 'POST',
  path: 'conversations',
  input: {
    consent: boolean('Consent', { required: true, help: 'The shopper accepts the terms returned by `advisor`.' }),
    configuration: string('Configuration', { help: 'The token of the configuration to discuss.' }),
  },
  status: 201,
  location: ({ conversation }) => `conversations/${conversation}`,
  access: { limit: 'conversations' },
  reply: conversationShape,
  handler: async (shopperContext, { consent, configuration }) =>
    beginConversation(shopperContext, runVerbForShopper, { consent, configuration }),
})
