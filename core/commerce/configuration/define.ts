// What a configuration is to its callers: the service's methods, who the shopper is, and the reply (domain §7 "Runtime API").
import type { AnswerPriceReply } from '../../shop/answer-prices.js'
import type { AnswerReply, CalculationValue, MissingEntry, QuestionReply } from '../../engine/program/configuration-view.js'
import type { RefusedEntry, SelectionInput } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { CurrencyView } from '../../shop/currency.js'
import type { PriceReply } from '../../shop/price.js'
import type { Shopper } from '../../shop/shopper.js'

/** Answers of a question that takes several, put to what is held or taken from it, whatever that is by now. */
export type ListChange = { readonly add: readonly number[] } | { readonly remove: readonly number[] }

/** One entry of a change. */
export interface ChangeEntry {
  readonly question_id: number
  readonly value: SelectionInput['value'] | ListChange
}

export interface StartInput {
  readonly product_id: number
  /** A tag; the store default if left out. */
  readonly language?: string
  /** An ISO 4217 code; the store's default currency if left out. */
  readonly currency?: string
  readonly selections?: readonly SelectionInput[]
  /** ISO 3166-1 alpha-2: decides on taxes while there is no address. */
  readonly country?: string
  /** The code or the name of a state of the country. */
  readonly state?: string
}

/** What a shopper may choose anew for a configuration that is in no cart; what is left out stays. */
export interface Choices {
  /** An ISO 4217 code. */
  readonly currency?: string
  /** '' takes it back, and the state with it. */
  readonly country?: string
  readonly state?: string
}

export interface ChangeInput extends Choices {
  /** In order: each entry is one change that settles by itself. Left out where only something else is chosen anew. */
  readonly selections?: readonly ChangeEntry[]
  /** The revision that the caller has seen: STALE_REVISION where another change came first. Left out: whatever stands. */
  readonly revision?: number
  /** The shopper agreed to the automatic changes that `confirm` announced. */
  readonly confirmed?: boolean
}

/** A file, whole or as it arrives. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface UploadInput {
  readonly question_id: number
  /** As the shopper's system calls the file; only its last part is kept, for people to read. */
  readonly name: string
  /** Read once the question is known to take files, and no further than it takes. */
  readonly bytes: FileBytes
}

export interface UploadReply {
  /** Opaque, at least 128 bits; of use in this configuration only. */
  readonly id: string
}

/** What a reply holds beside what every reply does. */
export interface Shown {
  /** True: a change returns every question and answer, not only those that changed. */
  readonly full?: boolean
  /** True: the values of the product's calculations are added. The surface has checked `catalog:read`. */
  readonly calculations?: boolean
  /** True: what answers with a calculated price cost now is added. */
  readonly prices?: boolean
}

export interface ReplyOptions extends Shown {
  readonly shopper?: Shopper
  /** The tag in which texts and messages are written; the configuration's own if left out. */
  readonly language?: string
}

/** A step back or forward. */
export interface StepInput {
  /** As of a change. */
  readonly revision?: number
}

/** A copy that everybody who has the link may look at. */
export interface SharedReply {
  /** Its token. */
  readonly shared: string
  /** Where the shop shows it. */
  readonly url: string
}

/** The question to put to the shopper before the entry at `index` is applied; it and those after it were not. */
export interface ConfirmReply {
  readonly index: number
  readonly question_id: number
  readonly message: string
  readonly changes: readonly AutomaticChange[]
}

export interface ConfigurationReply {
  /** The token: the only key to the configuration. */
  readonly configuration: string
  readonly product_id: number
  /** Rises with every change that is stored; a change may name the one that it builds on. */
  readonly revision: number
  /** Whether there is a change of the shopper's to take back, and one that he took back. */
  readonly can_undo: boolean
  readonly can_redo: boolean
  /** True where it can be looked at and copied, and no longer be changed: shared, ordered, or in a quote. */
  readonly read_only: boolean
  readonly catalog_version: number
  readonly questions: readonly QuestionReply[]
  readonly answers: readonly AnswerReply[]
  readonly missing: readonly MissingEntry[]
  /** In which it is priced. */
  readonly currency: CurrencyView
  /** Where the shopper says that he is: ISO 3166-1 alpha-2, and the state's code or name. */
  readonly country: string | null
  readonly state: string | null
  /** null where the shopper's group may not see prices. */
  readonly price: PriceReply | null
  readonly weight: number
  readonly refused: readonly RefusedEntry[]
  readonly automatic: readonly AutomaticChange[]
  readonly confirm?: ConfirmReply
  readonly calculations?: readonly CalculationValue[]
  readonly answer_prices?: readonly AnswerPriceReply[]
}

/**
 * Starts, reads and changes configurations (domain §4, §7). Unknown or expired tokens are NotFoundErrors, and so are other
 * people's: an account's configuration is its own, a guest's is of whoever holds the token and has not signed in.
 */
export interface Configurations {
  /** ValidationError on `product_id` (unknown, unpublished), `language`, `currency`, `country`, `state`. */
  start(input: StartInput, options?: ReplyOptions): Promise<ConfigurationReply>
  read(token: string, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Changes of one configuration are serialised by its row. StaleError with the whole state on another revision than the input's. */
  change(token: string, input: ChangeInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Takes back the shopper's last change; ValidationError on `configuration`, NOTHING_TO_UNDO, where there is none. */
  undo(token: string, input?: StepInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Makes the change again that was taken back last; NOTHING_TO_REDO where there is none. */
  redo(token: string, input?: StepInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** An open copy, of what is ordered or shared too. */
  duplicate(token: string, options?: ReplyOptions): Promise<ConfigurationReply>
  /** A copy to be looked at, under a token of its own. */
  share(token: string, options?: ReplyOptions): Promise<SharedReply>
  /** Keeps a file for a question that takes files; the id is what is then selected. ValidationError on `question_id`, `name`, `file`. */
  upload(token: string, upload: UploadInput, options?: ReplyOptions): Promise<UploadReply>
  /** A guest's configuration becomes that of the account that he has signed in to; its own is left as it is. */
  claim(token: string, shopper: Shopper): Promise<void>
}

/** Parts of a reply in which pages can reckon otherwise. */
export const reckonedParts = [
  ...(['questions', 'answers', 'price', 'answer_prices', 'weight'] as const),
  ...(['missing', 'refused', 'automatic', 'confirm'] as const),
] as const

/** What a page tells of a change that it reckoned otherwise. */
export interface DisagreementInput {
  readonly catalog_version: number
  readonly parts: readonly (typeof reckonedParts)[number][]
  /** Ids of questions; nothing of what was entered. */
  readonly questions: readonly number[]
}
