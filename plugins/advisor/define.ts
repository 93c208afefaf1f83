// The types of an advisor conversation, and the JSON shapes of its API replies.
import { currencyShape, priceShape } from '#core/surface.js'
import { shape } from 'product-configurator-service'

/** A range of a text that the service's data does not support, from `start` to `end` in characters. */
export type TextMark = shape.ShapeValue<typeof markShape>

/** The state of the conversation's configuration, from the service's data, never from the model. */
export type ConfigurationFacts = shape.ShapeValue<typeof factsShape>

/** A product that the advisor started to configure in a turn, as the shop shows it. */
export type RecommendedProduct = ReplyMetadata['recommended'][number]

/** How a reply ended. */
export type ReplyOutcome = ReplyMetadata['outcome']

/** The parts of a reply other than its text. */
export type ReplyMetadata = shape.ShapeValue<typeof replyPartShape>

export type ConversationTurn = shape.ShapeValue<typeof turnShape>

export type ConversationReply = shape.ShapeValue<typeof conversationShape>

/** Whether an advisor is available, and the consent text that the shopper must read first. */
export type AdvisorReply = shape.ShapeValue<typeof advisorShape>

export type MessageReceipt = shape.ShapeValue<typeof receiptShape>

/** The events of the stream, with their data as JSON. */
export interface ReplyStreamEventMap {
  /** Sent first, and on each change of the conversation: the pending turn, and whether a person answers. */
  readonly state: { readonly state: 'open' | 'person'; readonly pending: number | null }
  /** A reply begins or restarts. Discard its text shown so far. */
  readonly begin: { readonly turn: number }
  /** The next piece of the reply. */
  readonly text: { readonly text: string }
  /** The advisor uses a tool. `sentence` is for the shopper. */
  readonly tool: { readonly tool: string; readonly done: boolean; readonly refused: boolean; readonly sentence: string }
  /** The state of the configuration, after each change. */
  readonly facts: ConfigurationFacts
  /** The advisor wants to hand over: offer a contact form to the shopper. */
  readonly person: { readonly turn: number }
  /** The stored reply, which replaces the streamed one. */
  readonly reply: ConversationTurn
}

export type StreamEventName = keyof ReplyStreamEventMap

/** One event of the stream, as stored and as sent. */
export interface ReplyStreamEvent {
  /** The shopper's turn, the attempt at its reply, and the position within the attempt. */
  readonly turn: number
  readonly attempt: number
  readonly place: number
  readonly event: StreamEventName
  /** JSON. */
  readonly data: string
}

const { choice, figure, flag, listOf, withName, nullable, object, text, whole } = shape

/** Maximum characters of one message. */
export const maxMessageLength = 2_000

export const advisorShape = withName(
  'Advisor',
  object({
    available: flag(),
    scripted: flag('True if a demo script replies instead of a model. Tell the shopper.'),
    consent: text('The consent text that the shopper accepts before the first message.'),
    longest_message: whole('Maximum length of a message in characters.'),
  }),
)

const factsShape = withName(
  'Facts',
  object({
    configuration: text("The token of the configuration. '' in turns before a later configuration was started."),
    revision: whole(),
    product_id: whole(),
    product: text(),
    selected: listOf(object({ question_id: whole(), question: text(), text: text('With its unit.') })),
    missing: listOf(object({ question_id: whole(), message: text() })),
    finished: flag('True if the configuration can be ordered.'),
    price: nullable(priceShape, "null where the shopper's group may not see prices."),
    currency: currencyShape,
    weight: figure(),
  }),
)

const markShape = withName(
  'Mark',
  object({
    start: whole('Offset from the start of the text in characters.'),
    end: whole(),
    kind: choice('money', 'figure', 'id', 'link'),
    status: choice('unverified', 'shopper'),
  }),
)

const replyPartShape = withName(
  'ReplyPart',
  object({
    answers: whole("The shopper's turn that this reply answers."),
    outcome: choice('whole', 'stopped', 'left', 'failed', 'limit', 'length'),
    notice: text("The notice for an incomplete reply. '' for a complete one."),
    marks: listOf(markShape, 'Parts of the text that the data of the service does not confirm.'),
    facts: nullable(factsShape, 'The configuration after the turn, from the data of the shop.'),
    recommended: listOf(object({ product_id: whole(), title: text() })),
  }),
)

const turnShape = withName(
  'Turn',
  object({
    role: choice('shopper', 'advisor', 'person'),
    turn: whole(),
    text: text('Plain text. Do not render it as markup.'),
    created: text('ISO 8601.'),
    reply: nullable(replyPartShape, 'The reply. null for messages of the shopper.'),
  }),
)

export const conversationShape = withName(
  'Conversation',
  object({
    conversation: text('The token of the conversation. It grants access to the conversation.'),
    state: choice('open', 'person'),
    language: text(),
    pending: nullable(whole(), "The shopper's turn that is currently answered."),
    turns: listOf(turnShape),
    facts: nullable(factsShape, 'The current configuration, from the data of the shop.'),
  }),
)

export const receiptShape = withName(
  'Sent',
  object({ conversation: text(), turn: whole("The shopper's turn. Its reply is sent on the stream.") }),
)
