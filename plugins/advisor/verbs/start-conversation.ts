// Starts a conversation with the advisor.
import { conversationShape } from '../define.js'
import { boolean, string, defineVerb } from 'product-configurator-service'

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
    (await import('../conversation.js')).beginConversation(shopperContext, { consent, configuration }),
})
