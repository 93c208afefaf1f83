// Types and reply schemas of the configuration service: its methods, input and replies.
import {
  type ShapeValue,
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  text,
  whole,
  type Shape,
} from '../../model/verb/shape.js'
import type {
  SelectionInput,
  RefusedEntry,
  AnswerReply,
  MissingEntry,
  QuestionReply,
} from '../../engine/program/configuration.js'
import type { Shopper } from '../../shop/shopper.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import { amountShape, currencyShape, priceShape } from '../../shop/shape.js'
import { deliveryDatesShape } from '../checkout/offers.js'

const questionShape: Shape<QuestionReply> = withName(
  'QuestionState',
  object({
    id: whole(),
    applies: flag(),
    required: flag('False if the question does not apply, or if no answer of it applies.'),
    selection: nullable(text(), 'The stored selection. Answer ids and numbers are text, too. null if nothing is selected.'),
    text: nullable(text(), 'The selection as text for people: the titles of its answers, or the entered value.'),
    min: nullable(figure(), 'The current limits. null if there are none.'),
    max: nullable(figure()),
  }),
)

const answerShape: Shape<AnswerReply> = withName(
  'AnswerState',
  object({
    id: whole(),
    question_id: whole(),
    applies: flag('True if its question applies and its own rule is fulfilled.'),
    ownRule: flag(),
    selectable: flag('True if the answer applies and is available.'),
  }),
)

export const missingShape: Shape<MissingEntry> = withName(
  'Missing',
  object({ question_id: whole(), page_id: whole(), message: text() }),
)

export const automaticShape: Shape<AutomaticChange> = withName(
  'AutomaticChange',
  object({
    question_id: whole(),
    from: nullable(text()),
    to: nullable(text()),
    reason: choice('started', 'question_stopped', 'answer_stopped', 'catalog_changed'),
  }),
)

const refusalFields = { code: choice('UNKNOWN', 'NOT_APPLICABLE', 'NOT_AVAILABLE', 'INVALID_VALUE'), message: text() }

const refusedShape: Shape<RefusedEntry> = withName(
  'RefusedEntry',
  object({
    index: whole('The position of the entry in the list of the request.'),
    ...refusalFields,
  }),
)

const refusalShape = object(refusalFields)

/** A question with its selection. */
export const optionShape = withName(
  'Option',
  object({ question_id: whole(), question: text(), value: text('As stored.'), text: text('For people.'), skus: listOf(text()) }),
)

const unitPriceShape = withName('UnitPrice', extendShape(amountShape, { unit: text() }))

export const configurationShape = withName(
  'Configuration',
  object({
    configuration: text('The token of the configuration, the only way to access it.'),
    product_id: whole(),
    revision: whole('Increases with every stored change. A change can contain the revision that it is based on.'),
    can_undo: flag('True if a change of the shopper can be undone.'),
    can_redo: flag(),
    read_only: flag('True if it can be viewed and copied, but no longer changed: shared, ordered, or in a quote.'),
    catalog_version: whole(),
    questions: listOf(questionShape, 'After a change, only the changed ones, unless `full` is 1.'),
    answers: listOf(answerShape, 'After a change, only the changed ones, unless `full` is 1.'),
    missing: listOf(missingShape, 'Questions to answer before the configuration is complete.'),
    currency: currencyShape,
    country: nullable(
      text('ISO 3166-1 alpha-2.'),
      'The country that the shopper selected. It determines the taxes until an address is entered.',
    ),
    state: nullable(text(), 'The code of a state of the country, or its name if it has no code.'),
    price: nullable(priceShape, "null where the shopper's group may not see prices."),
    unit_price: maybe(unitPriceShape),
    image: maybe(nullable(text(), 'The name of the configured picture, if requested with `picture`; null without any.')),
    weight: figure("In the settings' weight unit."),
    delivery_dates: nullable(
      deliveryDatesShape,
      'The expected delivery of the minimum quantity with the cheapest shipping method, if it is ordered today. null if it is unknown.',
    ),
    delivery_text: nullable(text(), 'The expected delivery as a sentence, or the time until dispatch. null if both are unknown.'),
    refused: listOf(refusedShape),
    automatic: listOf(automaticShape, 'Selections that the service changed automatically.'),
    confirm: maybe(
      withName('Confirm', object({ index: whole(), question_id: whole(), message: text(), changes: listOf(automaticShape) })),
    ),
    answer_prices: maybe(
      listOf(object({ answer_id: whole(), price: nullable(amountShape), price_recurring: nullable(amountShape) })),
    ),
    calculations: maybe(listOf(object({ id: whole(), value: nullable(figure()) }))),
  }),
)

export const savedConfigurationShape = withName(
  'KeptConfiguration',
  object({
    configuration: text('The token of the configuration. Read the configuration to open it again.'),
    revision: whole(),
    product_id: whole(),
    title: text('Of the product.'),
    name: text('The name that the account gave it, or the title of the product.'),
    saved: text('ISO 8601.'),
    read_only: flag('True if it was ordered or is in a quote.'),
    image: nullable(text(), 'The name of the configured picture. `products/{product}/pictures/{name}` returns the file.'),
    complete: flag('True if nothing is missing, so it can be added to a cart.'),
    options: listOf(optionShape, 'Empty if the product is no longer sold.'),
    currency: nullable(currencyShape, 'null if the product is no longer sold.'),
    price: nullable(priceShape, 'At current prices. null if prices are not to be seen or the product is no longer sold.'),
  }),
)

export const sharedShape = withName(
  'Shared',
  object({ shared: text('The token of the copy.'), url: text('The address of the page that shows it.') }),
)

export const explanationShape = withName(
  'Explanation',
  object({
    applies: flag(),
    possible: flag('False if no selection was found that makes it available.'),
    sentences: listOf(text()),
    causes: listOf(
      object({
        question_id: whole(),
        answer_ids: listOf(whole(), 'The selected answers. Empty if a value was entered, or nothing is selected.'),
        text: nullable(text()),
      }),
      'The selections that hide it.',
    ),
    remedies: listOf(
      object({
        changes: listOf(object({ question_id: whole(), value: nullable(text()), text: nullable(text()) }), 'In this order.'),
      }),
      'The smallest set of changes found that makes it available.',
    ),
  }),
)

export const previewShape = withName(
  'Preview',
  object({
    configuration: text(),
    price: nullable(
      object({ before: priceShape, after: priceShape, difference: priceShape }),
      'Unit price. null if the shopper may not see prices.',
    ),
    changes: listOf(automaticShape, 'The automatic changes that the service would make.'),
    confirm: maybe(object({ question_id: whole(), message: text('The question to confirm before the change.') })),
    refused: maybe(refusalShape),
    missing: listOf(missingShape, 'Questions to answer after the change.'),
  }),
)

export const suggestShape = withName(
  'Suggestions',
  object({
    configuration: text(),
    revision: whole(),
    suggestions: listOf(
      object({
        changes: listOf(
          object({ question_id: whole(), value: nullable(text()) }),
          'Send them in this order as the selections of a confirmed change.',
        ),
        differences: listOf(
          object({ question_id: whole(), question: text(), from: nullable(text()), to: nullable(text()) }),
          'The selections that would change, as text for people.',
        ),
        price: nullable(priceShape, 'Unit price. null if the shopper may not see prices.'),
        weight: figure("In the settings' weight unit."),
        gives_up: object({
          wishes: listOf(whole(), 'Positions in the list of wishes that are not fulfilled.'),
          price: nullable(figure(), 'The price difference to the first suggestion.'),
          weight: figure('The weight difference to the first suggestion.'),
        }),
        to_fill: listOf(whole(), 'Required questions that only the shopper can fill in.'),
        proven: flag('True if it is proven that no other configuration is better, except the suggestions before it.'),
      }),
      'The best one first, then up to two that differ from the ones before in at least one answer.',
    ),
    impossible: flag('True if it is proven that no configuration that can be ordered fulfils the request.'),
  }),
)

const partAmountFields = { amount: nullable(amountShape), recurring: nullable(amountShape) }
const taxFields = { rate: figure('In per cent.'), code: nullable(text()) }
const discountShape = nullable(
  object({ title: nullable(text()), net: figure(), tax: figure(), gross: figure() }),
  'The discount of the customer group if nothing else is ordered.',
)

export const priceBreakdownShape = withName(
  'PriceBox',
  object({
    configuration: text(),
    quantity: whole(),
    currency: currencyShape,
    price: nullable(priceShape, 'The total of all pieces. `base` and `parts` add up to it exactly.'),
    base: object(partAmountFields),
    parts: listOf(
      object({ question_id: whole(), title: text(), text: text('The selection as text for people.'), ...partAmountFields }),
      'The amounts of each question with a selection. An amount is null if there is none.',
    ),
    tax: object({ ...taxFields, recurring: object(taxFields) }),
    old_price: object(partAmountFields),
    discount: discountShape,
    discount_recurring: discountShape,
  }),
)

export const uploadShape = withName('Upload', object({ id: text('The value to select. Valid in this configuration only.') }))

export const guidanceShape = withName(
  'Guidance',
  object({
    configuration: text(),
    revision: whole('The revision of the configuration to which the reply refers.'),
    mode: choice('off', 'mark', 'hide'),
    feasible: flag('Whether a complete configuration with these selections exists.'),
    extendable: listOf(whole(), 'Applicable answers of open questions with which the configuration can still be completed.'),
    dead_ends: listOf(whole(), 'Applicable answers with which it can no longer be completed.'),
    gave_up: flag('True if the time limit was reached. Answers in neither list are undecided.'),
  }),
)

const conflictQuestionShape = withName(
  'ConflictQuestion',
  object({ question_id: whole(), title: text(), text: nullable(text(), 'The selection as text for people.') }),
)

export const conflictsShape = withName(
  'Conflicts',
  object({
    configuration: text(),
    question_id: whole(),
    value: text(),
    minimal_conflicts: listOf(
      listOf(conflictQuestionShape),
      'Minimal sets of questions whose selections exclude the requested one.',
    ),
    minimum_corrections: listOf(listOf(conflictQuestionShape), 'The smallest sets of questions to clear first.'),
    gave_up: flag(),
  }),
)

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

export type UploadReply = ShapeValue<typeof uploadShape>

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
