// Streams the events of a conversation: the advisor's reply as it is written, and changes of the configuration.
import { boolean } from '../model/properties/boolean.js'
import { string } from '../model/properties/string.js'
import { events } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { runVerbForShopper } from '../verb/run-for-shopper.js'
import { openStream } from '../advisor/stream.js'

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
  reply: events('Events `state`, `begin`, `text`, `deed`, `facts`, `person` and `reply`, each with JSON data.'),
  handler: async (shopperContext, { token, after, follow }) =>
    openStream(shopperContext, runVerbForShopper, token, { after, follow: follow ?? false }),
})
