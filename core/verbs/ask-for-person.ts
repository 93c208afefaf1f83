// Hands a conversation over to a member of staff.
import { conversationShape } from '../advisor/shape.js'
import { string } from '../model/properties/string.js'
import { noteArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { requestHandover } from '../advisor/conversation.js'

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
    requestHandover(shopperContext, runVerbForShopper, token, { email, phone, note }),
})
