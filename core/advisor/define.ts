// What a conversation with the advisor is to its callers: what is told while a reply is written, and what is read afterwards.
import type { Visit } from '../commerce/visit.js'
import type { CurrencyView } from '../shop/currency.js'
import type { PriceReply } from '../shop/price.js'

/** Runs a verb of the shop in the name of a visit, as the runtime API does. */
export type Serve = <T>(verb: string, input: Readonly<Record<string, unknown>>, visit: Visit) => Promise<T>

/** What of a text the service's own data does not hold: from one character up to another. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly kind: 'money' | 'figure' | 'id' | 'link'
  /** `shopper`: the shopper named it; else nobody knows where the model has it from. */
  readonly status: 'unverified' | 'shopper'
}

/** How the configuration stands that the conversation is about: from the service's data, never from the model. */
export interface Facts {
  /** Its token; '' in turns from before another one was begun. */
  readonly configuration: string
  readonly revision: number
  readonly product_id: number
  readonly product: string
  readonly selected: readonly { readonly question_id: number; readonly question: string; readonly text: string }[]
  readonly missing: readonly { readonly question_id: number; readonly message: string }[]
  /** True where it can be ordered. */
  readonly finished: boolean
  /** null where the shopper's group may not see prices. */
  readonly price: PriceReply | null
  readonly currency: CurrencyView
  readonly weight: number
}

/** A product that the advisor took up in a turn, as the shop shows it. */
export interface Recommended {
  readonly product_id: number
  readonly title: string
}

/** How a reply ended. */
export type Outcome = 'whole' | 'stopped' | 'left' | 'failed' | 'limit' | 'length'

/** What a reply is beside its text. */
export interface ReplyPart {
  /** The shopper's turn that it answers. */
  readonly answers: number
  readonly outcome: Outcome
  /** What the service says where the reply is not whole, in the shopper's language; '' where it is. */
  readonly notice: string
  readonly marks: readonly Mark[]
  /** As the configuration stood after the turn; null where there was none. */
  readonly facts: Facts | null
  readonly recommended: readonly Recommended[]
}

export interface Turn {
  readonly role: 'shopper' | 'advisor' | 'person'
  readonly turn: number
  readonly text: string
  /** ISO 8601. */
  readonly created: string
  /** null for what the shopper said. */
  readonly reply: ReplyPart | null
}

export interface ConversationReply {
  /** The token: the only key to the conversation. */
  readonly conversation: string
  /** `person`: somebody of the shop has been asked to take over. */
  readonly state: 'open' | 'person'
  readonly language: string
  /** The shopper's turn that is being answered; null where none is. */
  readonly pending: number | null
  readonly turns: readonly Turn[]
  /** As it stands now. */
  readonly facts: Facts | null
}

/** Whether there is an advisor, and what a shopper must know of it first. */
export interface AdvisorReply {
  readonly available: boolean
  /** True: no model answers, but a script, for demonstration. */
  readonly scripted: boolean
  /** What the shopper agrees to, in his language. */
  readonly consent: string
  readonly longest_message: number
}

export interface SentReply {
  readonly conversation: string
  /** The shopper's turn: its reply is on the stream. */
  readonly turn: number
}

/** What is told on the stream; the data of each as JSON. */
export interface StreamEvents {
  /** First of all, and whenever the conversation is another: what is being answered, and who answers. */
  readonly state: { readonly state: 'open' | 'person'; readonly pending: number | null }
  /** A reply begins, or begins anew: what was shown of it is void. */
  readonly begin: { readonly turn: number }
  /** The next piece of the reply. */
  readonly text: { readonly text: string }
  /** The advisor does something; a sentence for the shopper. */
  readonly deed: { readonly tool: string; readonly done: boolean; readonly refused: boolean; readonly sentence: string }
  /** How the configuration stands, each time that it changes. */
  readonly facts: Facts
  /** The advisor wants to hand over: offer the shopper to leave an address. */
  readonly person: { readonly turn: number }
  /** The reply as it is stored, in the place of what was streamed. */
  readonly reply: Turn
}

export type StreamName = keyof StreamEvents

/** One event of the stream, as it stands in the database and on the wire. */
export interface StreamEvent {
  /** The shopper's turn that it belongs to, how often its reply was begun, and its place. */
  readonly turn: number
  readonly attempt: number
  readonly place: number
  readonly event: StreamName
  /** JSON. */
  readonly data: string
}
