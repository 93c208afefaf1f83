// Verbs of shoppers' conversations with the advisor.
import { advisorShape, conversationShape, maxMessageLength, receiptShape } from './define.js'
import { defineVerb, boolean, string, tokenArgument, shape, type Verb } from 'product-configurator-service'
import { shopperCalls } from '#core/surface.js'

const readAdvisor = defineVerb({
  name: 'read-advisor',
  description: 'Reports whether the shop has an advisor, and the terms that a shopper accepts by using it.',
  method: 'GET',
  path: 'advisor',
  input: {},
  access: { unnamed: true },
  reply: advisorShape,
  handler: async (shopperContext) => (await import('./conversation.js')).loadAdvisorReply(shopperContext),
})

const startConversation = defineVerb({
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
    (await import('./conversation.js')).beginConversation(shopperContext, { consent, configuration }),
})

const readConversation = defineVerb({
  name: 'read-conversation',
  description: 'Reads a conversation with the advisor and the state of its configuration.',
  method: 'GET',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: {},
  reply: conversationShape,
  handler: async (shopperContext, { token }) => (await import('./conversation.js')).loadConversation(shopperContext, token),
})

const sendMessage = defineVerb({
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
    (await import('./conversation.js')).storeShopperMessage(shopperContext, token, text),
})

const streamConversation = defineVerb({
  name: 'stream-conversation',
  description: "Streams the advisor's reply as it is written, as server-sent events.",
  method: 'GET',
  path: 'conversations/:token/stream',
  input: {
    token: tokenArgument('conversation'),
    after: string('After', {
      help: 'The id of the last received event. The stream continues after it. Browsers send Last-Event-ID.',
    }),
    follow: boolean('Follow', { help: 'The stream stays open for further messages, at most five minutes.' }),
  },
  access: {},
  reply: shape.eventStream('Events `state`, `begin`, `text`, `tool`, `facts`, `person` and `reply`, each with JSON data.'),
  handler: async (shopperContext, { token, after, follow }) =>
    (await import('./stream.js')).openStream(shopperContext, token, { after, follow: follow ?? false }),
})

const stopReply = defineVerb({
  name: 'stop-reply',
  description: "Stops the advisor's current reply.",
  method: 'POST',
  path: 'conversations/:token/stop',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => (await import('./conversation.js')).requestReplyStop(shopperContext, token),
})

const claimConversation = defineVerb({
  name: 'claim-conversation',
  description: "Assigns a guest's conversation with the advisor, and its configuration, to the signed-in account.",
  method: 'POST',
  path: 'conversations/:token/claim',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: conversationShape,
  handler: async (shopperContext, { token }) => (await import('./conversation.js')).assignConversation(shopperContext, token),
})

const askForPerson = defineVerb({
  name: 'ask-for-person',
  description: 'Hands a conversation over to a member of staff. The advisor no longer replies.',
  method: 'POST',
  path: 'conversations/:token/person',
  input: {
    token: tokenArgument('conversation'),
    email: string('E-mail', { length: 255, help: 'The address for the reply. Required for guests without a phone number.' }),
    phone: string('Phone', { length: 40 }),
    note: shopperCalls.noteArgument(),
  },
  access: { limit: 'orders' },
  reply: conversationShape,
  handler: async (shopperContext, { token, email, phone, note }) =>
    (await import('./conversation.js')).requestHandover(shopperContext, token, { email, phone, note }),
})

const deleteConversation = defineVerb({
  name: 'delete-conversation',
  description: 'Deletes a conversation with the advisor and all its messages.',
  method: 'DELETE',
  path: 'conversations/:token',
  input: { token: tokenArgument('conversation') },
  access: { limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => (await import('./conversation.js')).removeConversation(shopperContext, token),
})

export const advisorVerbs: readonly Verb[] = [
  askForPerson,
  claimConversation,
  deleteConversation,
  readAdvisor,
  readConversation,
  sendMessage,
  startConversation,
  stopReply,
  streamConversation,
]
