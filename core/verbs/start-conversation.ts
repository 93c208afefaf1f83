// Begins a conversation with the advisor.
import { conversationShape } from '../advisor/shape.js'
import { later } from '../ground/later.js'
import { boolean } from '../model/properties/boolean.js'
import { string } from '../model/properties/string.js'
import { defineVerb } from '../verb/define.js'
import { serve } from '../verb/serve.js'

const load = later(() => import('../advisor/conversation.js'))

export const startConversation = defineVerb({
  name: 'start-conversation',
  description: 'Begins a conversation with the advisor, about a configuration or about nothing yet.',
  method: 'POST',
  path: 'conversations',
  input: {
    consent: boolean('Consent', { required: true, help: 'The shopper agrees to what `advisor` tells.' }),
    configuration: string('Configuration', { help: 'The token of a configuration that it is about.' }),
  },
  status: 201,
  location: ({ conversation }) => `conversations/${conversation}`,
  access: { limit: 'conversations' },
  reply: conversationShape,
  handler: async (visit, { consent, configuration }) =>
    (await load()).beginConversation(visit, serve, { consent, configuration }),
})
