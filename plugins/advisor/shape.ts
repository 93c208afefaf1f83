// JSON shapes of the replies of the advisor's verbs.
import { type Shape, shape } from 'product-configurator-service'
import { currencyShape, priceShape } from '#core/surface.js'
import type {
  AdvisorReply,
  ConversationReply,
  ConfigurationFacts,
  TextMark,
  ReplyMetadata,
  MessageReceipt,
  ConversationTurn,
} from './define.js'

const { choice, figure, flag, listOf, withName, nullable, object, text, whole } = shape

/** Maximum characters of one message. */
export const maxMessageLength = 2_000

export const advisorShape: Shape<AdvisorReply> = withName(
  'Advisor',
  object({
    available: flag(),
    scripted: flag('True: no model answers, but a script, for demonstration; label it so.'),
    consent: text('What the shopper agrees to before the first message.'),
    longest_message: whole('Characters of one message.'),
  }),
)

const factsShape: Shape<ConfigurationFacts> = withName(
  'Facts',
  object({
    configuration: text(
      "The token of the configuration that the conversation is about; '' in turns from before another one was begun.",
    ),
    revision: whole(),
    product_id: whole(),
    product: text(),
    selected: listOf(object({ question_id: whole(), question: text(), text: text('With its unit.') })),
    missing: listOf(object({ question_id: whole(), message: text() })),
    finished: flag('True where it can be ordered.'),
    price: nullable(priceShape, "null where the shopper's group may not see prices."),
    currency: currencyShape,
    weight: figure(),
  }),
)

const markShape: Shape<TextMark> = withName(
  'Mark',
  object({
    start: whole('Characters from the beginning of the text.'),
    end: whole(),
    kind: choice('money', 'figure', 'id', 'link'),
    status: choice('unverified', 'shopper'),
  }),
)

const replyPartShape: Shape<ReplyMetadata> = withName(
  'ReplyPart',
  object({
    answers: whole("The shopper's turn that it answers."),
    outcome: choice('whole', 'stopped', 'left', 'failed', 'limit', 'length'),
    notice: text("What the service says where the reply is not whole; '' where it is."),
    marks: listOf(markShape, "What of the text the service's data does not hold."),
    facts: nullable(factsShape, 'How the configuration stood after the turn, from the data of the shop.'),
    recommended: listOf(object({ product_id: whole(), title: text() })),
  }),
)

const turnShape: Shape<ConversationTurn> = withName(
  'Turn',
  object({
    role: choice('shopper', 'advisor', 'person'),
    turn: whole(),
    text: text('Plain text: draw no markup of it.'),
    created: text('ISO 8601.'),
    reply: nullable(replyPartShape, 'The reply. null for messages of the shopper.'),
  }),
)

export const conversationShape: Shape<ConversationReply> = withName(
  'Conversation',
  object({
    conversation: text('The token: the only key to the conversation.'),
    state: choice('open', 'person'),
    language: text(),
    pending: nullable(whole(), "The shopper's turn that is being answered."),
    turns: listOf(turnShape),
    facts: nullable(factsShape, 'How the configuration stands now, from the data of the shop.'),
  }),
)

export const receiptShape: Shape<MessageReceipt> = withName(
  'Sent',
  object({ conversation: text(), turn: whole("The shopper's turn: its reply comes on the stream.") }),
)
