// Reply schemas of configurations.
import type { RefusedEntry } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { AnswerReply, MissingEntry, QuestionReply } from '../../engine/program/configuration-view.js'
import {
  choice,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  type Shape,
  text,
  whole,
} from '../../model/verb/shape.js'
import { amountShape, currencyShape, priceShape } from '../../shop/shape.js'
import type { ConfigurationReply, SharedReply } from './define.js'
import type { ConflictsReply, GuidanceReply } from './guidance.js'
import type { ExplanationReply } from './explanation.js'
import type { PreviewReply } from './preview.js'
import type { PriceBreakdownReply } from './price-breakdown.js'
import type { SavedConfigurationReply } from './saved-configurations.js'
import type { SuggestReply } from './suggest.js'
import type { OptionReply } from './summary.js'

const questionShape: Shape<QuestionReply> = withName(
  'QuestionState',
  object({
    id: whole(),
    applies: flag(),
    required: flag('False where it does not apply, or none of its answers does.'),
    selection: nullable(text(), 'As stored: answer ids, numbers and texts are all text; null if nothing is selected.'),
    text: nullable(text(), 'The selection for people: the titles of its answers, or the entered value.'),
    min: nullable(figure(), 'The limits in force; null where there is none.'),
    max: nullable(figure()),
  }),
)

const answerShape: Shape<AnswerReply> = withName(
  'AnswerState',
  object({
    id: whole(),
    question_id: whole(),
    applies: flag('Its question applies and its own rule holds.'),
    ownRule: flag(),
    selectable: flag('Applies and is available.'),
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
    index: whole("The entry's place in the list that was sent."),
    ...refusalFields,
  }),
)

const refusalShape = object(refusalFields)

/** A question with its selection. */
export const optionShape: Shape<OptionReply> = withName(
  'Option',
  object({ question_id: whole(), question: text(), value: text('As stored.'), text: text('For people.'), skus: listOf(text()) }),
)

export const configurationShape: Shape<ConfigurationReply> = withName(
  'Configuration',
  object({
    configuration: text('The token: the only key to the configuration.'),
    product_id: whole(),
    revision: whole('Increases with every stored change. A change can contain the revision it is based on.'),
    can_undo: flag("True where a change of the shopper's can be taken back."),
    can_redo: flag(),
    read_only: flag('True for one that can be looked at and copied, and no longer be changed: shared, ordered, or in a quote.'),
    catalog_version: whole(),
    questions: listOf(questionShape, 'After a change only the altered ones, unless `full` is 1.'),
    answers: listOf(answerShape, 'After a change only the altered ones, unless `full` is 1.'),
    missing: listOf(missingShape, 'Questions that still need an entry before the configuration is complete.'),
    currency: currencyShape,
    country: nullable(
      text('ISO 3166-1 alpha-2.'),
      'The country that the shopper chose. It determines the taxes until there is an address.',
    ),
    state: nullable(text(), 'The code of a state of the country, its name where it has none.'),
    price: nullable(priceShape, "null where the shopper's group may not see prices."),
    weight: figure("In the settings' weight unit."),
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

export const savedConfigurationShape: Shape<SavedConfigurationReply> = withName(
  'KeptConfiguration',
  object({
    configuration: text('The token: read it to open it again.'),
    revision: whole(),
    product_id: whole(),
    title: text('Of the product.'),
    name: text("As the account calls it; the product's title where it gave none."),
    saved: text('ISO 8601.'),
    read_only: flag('True once it is ordered or in a quote.'),
  }),
)

export const sharedShape: Shape<SharedReply> = withName(
  'Shared',
  object({ shared: text('The token of the copy.'), url: text('Where the shop shows it.') }),
)

export const explanationShape: Shape<ExplanationReply> = withName(
  'Explanation',
  object({
    applies: flag(),
    possible: flag('False where nothing that could be selected brings it, as far as was found.'),
    sentences: listOf(text()),
    causes: listOf(
      object({
        question_id: whole(),
        answer_ids: listOf(whole(), 'Selected there; none where something was typed, or nothing is selected.'),
        text: nullable(text()),
      }),
      'The selections that keep it away.',
    ),
    remedies: listOf(
      object({
        changes: listOf(object({ question_id: whole(), value: nullable(text()), text: nullable(text()) }), 'In this order.'),
      }),
      'The smallest set of changes found that makes it available.',
    ),
  }),
)

export const previewShape: Shape<PreviewReply> = withName(
  'Preview',
  object({
    configuration: text(),
    price: nullable(
      object({ before: priceShape, after: priceShape, difference: priceShape }),
      "Of one piece; null where the shopper's group may not see prices.",
    ),
    changes: listOf(automaticShape, 'The automatic changes that would follow.'),
    confirm: maybe(object({ question_id: whole(), message: text('The question to confirm before the change.') })),
    refused: maybe(refusalShape),
    missing: listOf(missingShape, 'Entries that would then be missing.'),
  }),
)

export const suggestShape: Shape<SuggestReply> = withName(
  'Suggestions',
  object({
    configuration: text(),
    revision: whole(),
    suggestions: listOf(
      object({
        changes: listOf(
          object({ question_id: whole(), value: nullable(text()) }),
          'To be sent in this order as the selections of a confirmed change.',
        ),
        differences: listOf(
          object({ question_id: whole(), question: text(), from: nullable(text()), to: nullable(text()) }),
          'The selections that would change, as text for people.',
        ),
        price: nullable(priceShape, "Of one piece; null where the shopper's group may not see prices."),
        weight: figure("In the settings' weight unit."),
        gives_up: object({
          wishes: listOf(whole(), 'Places in the list of wishes that it leaves unmet.'),
          price: nullable(figure(), 'How much more it costs than the first suggestion.'),
          weight: figure('How much more it weighs.'),
        }),
        to_fill: listOf(whole(), 'Required questions that only the shopper can fill in.'),
        proven: flag('No other configuration is better, those before it excepted.'),
      }),
      'The best first, and up to two that differ from those before in some answer.',
    ),
    impossible: flag('Proven: no configuration that can be ordered fulfils the request.'),
  }),
)

const partAmountFields = { amount: nullable(amountShape), recurring: nullable(amountShape) }
const taxFields = { rate: figure('In per cent.'), code: nullable(text()) }
const discountShape = nullable(
  object({ title: nullable(text()), net: figure(), tax: figure(), gross: figure() }),
  "The reduction by the group's discount if nothing else is ordered.",
)

export const priceBreakdownShape: Shape<PriceBreakdownReply> = withName(
  'PriceBox',
  object({
    configuration: text(),
    quantity: whole(),
    currency: currencyShape,
    price: nullable(priceShape, 'Of all pieces: `base` and `parts` add up to it exactly.'),
    base: object(partAmountFields),
    parts: listOf(
      object({ question_id: whole(), title: text(), text: text('The selection as text for people.'), ...partAmountFields }),
      'Of each question that holds a selection; an amount is null if there is none.',
    ),
    tax: object({ ...taxFields, recurring: object(taxFields) }),
    old_price: object(partAmountFields),
    discount: discountShape,
    discount_recurring: discountShape,
  }),
)

export const uploadShape = withName('Upload', object({ id: text('The value to select. Valid in this configuration only.') }))

export const guidanceShape: Shape<GuidanceReply> = withName(
  'Guidance',
  object({
    configuration: text(),
    revision: whole('Of the configuration that it speaks of.'),
    mode: choice('off', 'mark', 'hide'),
    feasible: flag('Whether a complete configuration with these selections exists.'),
    extendable: listOf(whole(), 'Answers that apply, of questions that are open, which can still be completed.'),
    dead_ends: listOf(whole(), 'Such answers that cannot.'),
    gave_up: flag('The time budget ended first: answers in neither list are undecided.'),
  }),
)

const conflictQuestionShape = withName(
  'ConflictQuestion',
  object({ question_id: whole(), title: text(), text: nullable(text(), 'The selection as text for people.') }),
)

export const conflictsShape: Shape<ConflictsReply> = withName(
  'Conflicts',
  object({
    configuration: text(),
    question_id: whole(),
    value: text(),
    minimal_conflicts: listOf(
      listOf(conflictQuestionShape),
      'Minimal sets of questions whose selections exclude the wanted one.',
    ),
    minimum_corrections: listOf(listOf(conflictQuestionShape), 'The smallest sets of questions to clear first.'),
    gave_up: flag(),
  }),
)
