// Streams the events of a conversation: the advisor's reply as it is written, and changes of the configuration.
import { boolean, shape, string, tokenArgument, defineVerb } from 'product-configurator-service'

export const streamConversation = defineVerb({
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
    (await import('../stream.js')).openStream(shopperContext, token, { after, follow: follow ?? false }),
})
