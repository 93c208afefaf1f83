// Sends a message to the advisor. The reply arrives on the stream of the conversation.
import { maxMessageLength, receiptShape } from '../define.js'
import { string, tokenArgument, defineVerb } from 'product-configurator-service'

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
  handler: async (shopperContext, { token, text }) =>
    (await import('../conversation.js')).storeShopperMessage(shopperContext, token, text),
})
