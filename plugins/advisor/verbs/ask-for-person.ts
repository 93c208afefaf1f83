// Hands a conversation over to a member of staff.
import { conversationShape } from '../define.js'
import { defineVerb, string, tokenArgument } from 'product-configurator-service'
import { noteArgument } from '#core/surface.js'

export const askForPerson = defineVerb({
  name: 'ask-for-person',
  description: 'Hands a conversation over to a member of staff. The advisor no longer replies.',
  method: 'POST',
  path: 'conversations/:token/person',
  input: {
    token: tokenArgument('conversation'),
    email: string('E-mail', { length: 255, help: 'The address for the reply. Required for guests without a phone number.' }),
    phone: string('Phone', { length: 40 }),
    note: noteArgument(),
  },
  access: { limit: 'orders' },
  reply: conversationShape,
  handler: async (shopperContext, { token, email, phone, note }) =>
    (await import('../conversation.js')).requestHandover(shopperContext, token, { email, phone, note }),
})
