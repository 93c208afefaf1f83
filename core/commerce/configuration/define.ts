// Types of the configuration service: its methods, input and replies.
import type { sharedShape, configurationShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import type { SelectionInput } from '../../engine/program/configuration.js'
import type { Shopper } from '../../shop/shopper.js'

/** Answers to add to or remove from the current selection of a question that takes several answers. */
export type ListChange = { readonly add: readonly number[] } | { readonly remove: readonly number[] }

/** One entry of a change. */
export interface ChangeEntry {
  readonly question_id: number
  readonly value: SelectionInput['value'] | ListChange
}

export interface StartInput {
  readonly product_id: number
  /** A language tag. Default: the store's language. */
  readonly language?: string
  /** An ISO 4217 code. Default: the store's currency. */
  readonly currency?: string
  readonly selections?: readonly SelectionInput[]
  /** ISO 3166-1 alpha-2. Determines the taxes until there is an address. */
  readonly country?: string
  /** The code or the name of a state of the country. */
  readonly state?: string
}

/** Settings that a shopper can change for a configuration that is in no cart. Omitted fields stay unchanged. */
export interface ConfigurationSettings {
  /** An ISO 4217 code. */
  readonly currency?: string
  /** '' clears the country and the state. */
  readonly country?: string
  readonly state?: string
}

export interface ChangeInput extends ConfigurationSettings {
  /** Applied in order, each as one change with its automatic changes. Omit it to change other fields only. */
  readonly selections?: readonly ChangeEntry[]
  /** The revision known to the caller: STALE_REVISION if it is not the current one. Omitted: no check. */
  readonly revision?: number
  /** The shopper agreed to the automatic changes that `confirm` announced. */
  readonly confirmed?: boolean
}

/** A file as a whole or as a stream of chunks. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface UploadInput {
  readonly question_id: number
  /** The file name on the shopper's system. Only its last path segment is stored, for display. */
  readonly name: string
  /** Read only after the question is known to take files, up to the question's size limit. */
  readonly bytes: FileBytes
}

export interface UploadReply {
  /** Opaque, at least 128 bits. Valid in this configuration only. */
  readonly id: string
}

/** Optional parts of a reply. */
export interface OptionalReplyParts {
  /** True: a change returns all questions and answers, not only the changed ones. */
  readonly full?: boolean
  /** True: adds the values of the product's calculations. The surface has checked `catalog:read`. */
  readonly calculations?: boolean
  /** True: adds the current prices of answers with a calculated price. */
  readonly prices?: boolean
}

export interface ReplyOptions extends OptionalReplyParts {
  readonly shopper?: Shopper
  /** Language tag for texts and messages. Default: the configuration's language. */
  readonly language?: string
}

/** Input of undo and redo. */
export interface StepInput {
  /** As in `ChangeInput`. */
  readonly revision?: number
}

/** A copy that anybody with its link can read. */
export type SharedReply = ShapeValue<typeof sharedShape>

/** The question to ask the shopper before the entry at `index` is applied. That entry and the entries after it were not applied. */
export type ConfirmReply = NonNullable<ConfigurationReply['confirm']>

export type ConfigurationReply = ShapeValue<typeof configurationShape>

/**
 * Starts, reads and changes configurations. NotFoundError for unknown and expired tokens and for other shoppers'
 * configurations: an account's configuration belongs to the account, a guest's to any guest who has the token.
 */
export interface Configurations {
  /** ValidationError on `product_id` (unknown, unpublished), `language`, `currency`, `country`, `state`. */
  start(input: StartInput, options?: ReplyOptions): Promise<ConfigurationReply>
  read(token: string, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Concurrent changes are applied one after another. StaleError with the whole state if the current revision differs from the input's. */
  change(token: string, input: ChangeInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Undoes the shopper's last change. ValidationError on `configuration`, NOTHING_TO_UNDO, if there is none. */
  undo(token: string, input?: StepInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Redoes the change that was undone last; NOTHING_TO_REDO if there is none. */
  redo(token: string, input?: StepInput, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Creates an open copy, also of ordered and shared configurations. */
  duplicate(token: string, options?: ReplyOptions): Promise<ConfigurationReply>
  /** Creates a read-only copy with its own token. */
  share(token: string, options?: ReplyOptions): Promise<SharedReply>
  /** Stores a file for a question. Select it by the returned id. ValidationError on `question_id`, `name`, `file`. */
  upload(token: string, upload: UploadInput, options?: ReplyOptions): Promise<UploadReply>
  /** Assigns a guest's configuration to the signed-in account. An account's own configuration stays unchanged. */
  claim(token: string, shopper: Shopper): Promise<void>
}

/** Parts of a reply that a page can compute differently from the server. */
export const disagreementParts = [
  ...(['questions', 'answers', 'price', 'answer_prices', 'weight'] as const),
  ...(['missing', 'refused', 'automatic', 'confirm'] as const),
] as const

/** A page's report of a change that it computed differently from the server. */
export interface DisagreementInput {
  readonly catalog_version: number
  readonly parts: readonly (typeof disagreementParts)[number][]
  /** Ids of questions, without the values that the shopper entered. */
  readonly questions: readonly number[]
}
