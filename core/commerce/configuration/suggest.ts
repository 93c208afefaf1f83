// Suggests complete configurations that match a shopper's preferences: the best one and two alternatives.
import type { suggestShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { fromAmount, toAmount, type Amount } from '../../engine/money/amount.js'
import type { Aim, OptimalConfiguration, Preference } from '../../engine/optimum/optimum-request.js'
import { resumeConfiguration, currentSelections, formatSelection } from '../../engine/program/configuration.js'
import { questionTitle } from '../../engine/program/settlement.js'
import { createIssue, type Issue, SystemError, ValidationError } from '../../foundation/errors.js'
import { type PriceReply, calculatePrice, calculateWeight, calculateAmount, type PricingShop } from '../../shop/price.js'
import type { ShopperContext } from '../shopper-context.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'
import { createMessage } from '../../foundation/message.js'

/** A preference as sent by the shopper. */
export interface PreferenceInput {
  readonly question_id: number
  readonly values?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** Weight of the preference, 1 to 100. Omitted: it is mandatory. */
  readonly weight?: number
}

export interface SuggestInput {
  readonly aim?: Aim | undefined
  readonly wishes?: readonly PreferenceInput[] | undefined
  /** In the configuration's currency; net for business customers, otherwise gross. */
  readonly max_price?: number | undefined
  readonly max_changes?: number | undefined
}

export type SuggestReply = ShapeValue<typeof suggestShape>

export type SuggestionReply = SuggestReply['suggestions'][number]

/** Number of suggestions in addition to the best one. */
const alternativeCount = 2

const subtractAmounts = (a: number, b: number): number => fromAmount(toAmount(a) - toAmount(b))

function validatePreference({ state }: LoadedConfiguration, wish: PreferenceInput, place: number): readonly Issue[] {
  const { program } = state
  const index = program.questionIndex.get(wish.question_id)
  const field = (key: string): string => `wishes[${place}].${key}`
  if (index === undefined)
    return [createIssue(field('question_id'), createMessage('errors.noQuestionInProduct', { id: String(wish.question_id) }))]
  const { kind, type, firstAnswer, endAnswer } = program.questions[index]!
  const title = questionTitle(state, index)
  if (wish.values === undefined && kind !== 'number') {
    return [createIssue(field('values'), createMessage('shop.wishValuesRequired', { title }))]
  }
  if (!type.takesAnswers || wish.values === undefined) return []
  const own = new Set(program.answers.slice(firstAnswer, endAnswer).map(({ id }) => String(id)))
  const unknown = wish.values.find((value) => !own.has(value))
  return unknown === undefined
    ? []
    : [createIssue(field('values'), createMessage('shop.wishAnswerUnknown', { title, answer: unknown.slice(0, 40) }))]
}

function validateSuggestInput(loadedConfiguration: LoadedConfiguration, { aim, wishes = [], max_price }: SuggestInput): void {
  const issues = wishes.flatMap((wish, place) => validatePreference(loadedConfiguration, wish, place))
  if (!loadedConfiguration.shop.maySeePrices && max_price !== undefined) {
    issues.push(createIssue('max_price', createMessage('shop.maximumPriceNotAllowed'), 'NOT_ALLOWED'))
  }
  if (!loadedConfiguration.shop.maySeePrices && aim === 'cheapest') {
    issues.push(createIssue('aim', createMessage('shop.cheapestNotAllowed'), 'NOT_ALLOWED'))
  }
  if (issues.length > 0) throw new ValidationError(issues)
}

function toSuggestionReply(
  loadedConfiguration: LoadedConfiguration,
  optimum: OptimalConfiguration,
  first: SuggestionReply | null,
): SuggestionReply {
  const { state, product, shop, evaluation } = loadedConfiguration
  const after = resumeConfiguration(product.program, evaluation, optimum.selections).state
  const price = calculatePrice(after, product, shop)
  const weight = calculateWeight(after)
  const pickPrice = (of: PriceReply): number => (shop.b2b ? of.net : of.gross)
  return {
    changes: optimum.changes,
    differences: product.program.questions.flatMap(({ index, id }) =>
      state.text[index] === after.text[index]
        ? []
        : [
            {
              question_id: id,
              question: questionTitle(state, index),
              from: formatSelection(state, index, state.text[index]!),
              to: formatSelection(after, index, after.text[index]!),
            },
          ],
    ),
    price,
    weight,
    gives_up: {
      wishes: optimum.unmet,
      price: price && first?.price ? subtractAmounts(pickPrice(price), pickPrice(first.price)) : price && 0,
      weight: first ? subtractAmounts(weight, first.weight) : 0,
    },
    to_fill: optimum.toFill,
    proven: optimum.proven,
  }
}

/** The largest amount that stays exact with any tax and currency. */
const maxExactAmount = 1_000_000_000_000

/**
 * The largest unit price whose displayed price is at most `most`: gross, or net for business customers. Uses the price function
 * itself in a binary search, so rounding is exact.
 */
function findLargestUnitPrice(limit: number, shop: PricingShop & { readonly b2b: boolean }, taxClassId: number | null): Amount {
  const fits = (unit: Amount): boolean => {
    const price = calculateAmount(unit, shop, taxClassId)
    return price !== null && (shop.b2b ? price.net : price.gross) <= limit
  }
  let [low, high] = [-maxExactAmount, maxExactAmount]
  if (!fits(low)) return low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Finds the best configurations, starting from the stored one, which is not changed. NOT_FOUND for unknown and expired ones;
 * VALIDATION_FAILED on impossible wishes; TOO_MANY_REQUESTS and NOT_READY while other searches run.
 */
export async function suggestConfigurations(
  shopperContext: ShopperContext,
  token: string,
  input: SuggestInput,
): Promise<SuggestReply> {
  const loadedConfiguration = await loadConfiguration(shopperContext, token)
  validateSuggestInput(loadedConfiguration, input)
  const { optimiser } = shopperContext
  if (optimiser === null)
    throw new SystemError('Suggestions are not available in this context. Call it with a context of app.shop.')
  const { product, shop, state, row, evaluation } = loadedConfiguration
  const { aim = 'closest', wishes = [], max_price, max_changes } = input
  const { texts: _, ...context } = evaluation
  const report = await optimiser.ask(token, {
    source: product.program.source,
    context,
    request: {
      aim,
      from: currentSelections(state),
      wishes: wishes.map(({ weight, ...wish }): Preference => ({ ...wish, weight: weight ?? null })),
      ceilings: {
        net: max_price === undefined ? null : findLargestUnitPrice(max_price, shop, product.taxClassId),
        recurring: null,
        weight: null,
      },
      mostChanges: max_changes ?? null,
      alternatives: alternativeCount,
      ties: true,
    },
  })
  const suggestions: SuggestionReply[] = []
  for (const optimum of report.configurations)
    suggestions.push(toSuggestionReply(loadedConfiguration, optimum, suggestions[0] ?? null))
  return { configuration: token, revision: row.revision, suggestions, impossible: report.impossible }
}
