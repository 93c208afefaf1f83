// Sends a message to the advisor. The reply arrives on the stream of the conversation.
import { maxMessageLength, receiptShape } from '../advisor/shape.js'
import { string } from '../model/properties/string.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { storeShopperMessage } from '../advisor/conversation.js'

export const sendMessage = defineVerb({
  name: 'send-message',
  description: 'Sends a message to the advisor. The reply arrives on the stream of the conversation.',
  method: 'POST',
  path: 'conversations/:token/messages',
  input: {
    token: tokenArgument('conversation'),
    text: string('Text', { required: true, lines: true, length: maxMessageLength, help: 'Plain text.' }),
  },
  status: 202,
  access: { limit: 'messages' },
  reply: receiptShape,
  handler: async (shopperContext, { token, text }) => storeShopperMessage(shopperContext, runVerbForShopper, token, text),
})
