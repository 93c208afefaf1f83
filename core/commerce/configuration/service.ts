// Starts, reads and changes configurations. The row stores the state; compiled programs are shared.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMessage } from '../../foundation/message.js'
import { storeDisplayedPrices } from '../cart/rows.js'
import { loadConfiguration, type LoadedConfiguration, toReplyHead } from './load-configuration.js'
import { getConfigurationPicture } from '../../shop/configured-picture.js'
import { openPricingSession } from '../../shop/pricing-session.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import {
  changeSelection,
  initializeConfiguration as startState,
  currentSelections,
  findMissing,
  type RefusedEntry,
} from '../../engine/program/configuration.js'
import { findBlockingRules } from '../../engine/program/explanation.js'
import { ValidationError, StaleError, SystemError } from '../../foundation/errors.js'
import { countRefusals } from './stop-counter.js'
import { createToken, type ShopperContext } from '../shopper-context.js'
import type { ChangeInput, ConfigurationReply, OptionalReplyParts, StartInput } from './define.js'
import {
  toCompleteEntry,
  buildConfigurationReply,
  refuseInvalidValue,
  takeStateSnapshot,
  type ChangeOutcome,
  type ReplyHead,
  noUploads,
} from './reply.js'
import { getCatalogVersion, toProductTopic } from '../../product/compiled-products.js'
import { checkUploadOwnership, loadSelectedUploads } from './uploads.js'
import { addUndoStep, computeHistoryStep } from './history.js'
import {
  assignConfiguration,
  insertConfiguration,
  isClosedConfiguration,
  requireOpenConfiguration,
  updateConfiguration,
  type ConfigurationChanges,
  type UploadNames,
  hasSameSelections,
} from './rows.js'
import { previewDelivery } from './preview.js'

// Stores a changed configuration with optimistic locking: if another request was faster, the work is repeated on the new state.

/** Attempts before a change fails because other requests keep changing the configuration. */
const maxAttempts = 100

/** Runs `attempt` and repeats it while it returns null, because another request changed the configuration first. */
export async function retryOnConflict<T>(
  shopperContext: ShopperContext,
  attempt: (fresh: ShopperContext) => Promise<T | null>,
): Promise<T> {
  for (let count = 0; count < maxAttempts; count++) {
    const result = await attempt(shopperContext.withoutSnapshot())
    if (result !== null) return result
  }
  throw new SystemError(`A configuration was changed ${maxAttempts} times by other requests while one change waited.`)
}

/** STALE_REVISION with the whole state if the expected revision is not the current one. */
export async function requireCurrentRevision(
  { row }: LoadedConfiguration,
  expectedRevision: number | undefined,
  read: () => Promise<ConfigurationReply>,
): Promise<void> {
  if (expectedRevision === undefined || expectedRevision === row.revision) return
  const present = await read()
  throw new StaleError(createMessage('shop.configurationChanged', { revision: present.revision }), present)
}

/** The fields whose stored values differ from the state; null if there are none. */
function findChanges(
  { row, state, work, shop, shopper, enteredPlace }: LoadedConfiguration,
  byShopper: boolean,
): ConfigurationChanges | null {
  const selections = currentSelections(state)
  const version = getCatalogVersion(work.versionedSnapshot, row.product_id)
  const changes = {
    ...(!hasSameSelections(selections, row.selections) && { selections }),
    ...(version !== row.catalog_version && { catalog_version: version }),
    ...(byShopper &&
      JSON.stringify(shopper.tax ?? null) !== JSON.stringify(row.tax_context) && { tax_context: shopper.tax ?? null }),
    ...(byShopper && (shopper.hostUserId ?? '') !== row.host_user_id && { host_user_id: shopper.hostUserId ?? '' }),
    ...(byShopper && shop.language !== row.language_tag && { language_tag: shop.language }),
    ...(byShopper && row.state === 'open' && shop.currency.id !== row.currency_id && { currency_id: shop.currency.id }),
    ...(byShopper && enteredPlace.country_id !== row.country_id && { country_id: enteredPlace.country_id }),
    ...(byShopper && enteredPlace.state_id !== row.state_id && { state_id: enteredPlace.state_id }),
    ...(byShopper && shopper.customerId !== row.customer_id && { customer_id: shopper.customerId }),
    ...(byShopper && shopper.customerGroupId !== row.customer_group_id && { customer_group_id: shopper.customerGroupId }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

async function storeChanges(
  { row, record, work }: LoadedConfiguration,
  changes: ConfigurationChanges | null,
  byShopper: boolean,
): Promise<ReplyHead | null> {
  if (changes === null) return toReplyHead(row)
  const saved = await updateConfiguration(work, record, changes, byShopper)
  return saved ? toReplyHead({ ...row, ...changes, revision: row.revision + 1 }) : null
}

/** Stores the changes caused by the catalogue. Returns the head of the reply, or null if another request was faster. */
function storeAutomaticChanges(loadedConfiguration: LoadedConfiguration): Promise<ReplyHead | null> {
  return storeChanges(loadedConfiguration, findChanges(loadedConfiguration, false), false)
}

/** The search for missing entries is needed only if a plugin observes completed configurations. */
export const hasCompletionObserver = ({ context }: ShopperContext): boolean =>
  context.observers.some((observer) => observer.observers.onSvcCompleteConfiguration !== undefined)

/**
 * Stores the shopper's change and its undo step. Returns the head of the reply, or null if another request was faster. Updates the
 * price known to the shopper if the configuration is in a cart, and emits an event when the last missing entry is filled.
 * @param wasOpen true if something was missing before the change
 */
export async function storeChange(
  loadedConfiguration: LoadedConfiguration,
  history: string,
  wasOpen: boolean,
): Promise<ReplyHead | null> {
  const { row, state, work } = loadedConfiguration
  const changes = { ...findChanges(loadedConfiguration, true), ...(history !== row.history && { history }) }
  const head = await storeChanges(loadedConfiguration, Object.keys(changes).length === 0 ? null : changes, true)
  if (head === null) return null
  if (row.state === 'in_cart') await storeDisplayedPrices(work, row.id, state)
  if (wasOpen && findMissing(state).length === 0) {
    await work.announce('onSvcCompleteConfiguration', { configurationId: row.id, productId: row.product_id })
  }
  return head
}

export async function startConfiguration(
  shopperContext: ShopperContext,
  input: StartInput,
  replyParts: OptionalReplyParts = {},
): Promise<ConfigurationReply> {
  const { shopper } = shopperContext
  const work = await shopperContext.at(toProductTopic(input.product_id))
  const request = {
    productId: input.product_id,
    language: input.language ?? shopperContext.language,
    currency: input.currency ?? null,
    place: { country: input.country, state: input.state },
  }
  const session = await openPricingSession(work, shopper, request)
  const { product, shop, evaluation } = session
  const inputEntries = (input.selections ?? []).map((entry, index) => ({
    entry,
    index,
    foreign: checkUploadOwnership(session, entry, noUploads),
  }))
  const entered = inputEntries.filter(({ foreign }) => foreign === null)
  const entries = entered.map(({ entry }) => entry)
  const begin = () => startState(product.program, evaluation, entries)
  const { state, refused, automatic } = work.context.timings.measureSync('engine', 'start', begin)
  const outcome = {
    automatic,
    refused: [
      ...refused.map((refusal) => ({ ...refusal, index: entered[refusal.index]!.index })),
      ...inputEntries.flatMap(({ index, foreign }) => (foreign === null ? [] : [refuseInvalidValue(index, foreign)])),
    ].sort((a, b) => a.index - b.index),
  }
  const token = createToken()
  const id = await insertConfiguration(work, {
    token,
    product_id: input.product_id,
    selections: currentSelections(state),
    customer_id: shopper.customerId,
    customer_group_id: shopper.customerGroupId,
    currency_id: shop.currency.id,
    ...session.enteredPlace,
    tax_context: shopper.tax ?? null,
    host_user_id: shopper.hostUserId ?? '',
    language_tag: shop.language,
    catalog_version: getCatalogVersion(work.versionedSnapshot, input.product_id),
  })
  const payload = { configurationId: id, productId: input.product_id }
  await work.announce('onSvcStartConfiguration', { ...payload })
  if (hasCompletionObserver(work) && findMissing(state).length === 0) await work.announce('onSvcCompleteConfiguration', payload)
  const delivery = await previewDelivery(work, session, state)
  const head = toReplyHead({ token, revision: 1, state: 'open', history: '' })
  return buildConfigurationReply(head, state, session, outcome, { ...replyParts, delivery })
}

export function readConfiguration(
  shopperContext: ShopperContext,
  token: string,
  { picture = false, ...replyParts }: OptionalReplyParts & { readonly picture?: boolean | undefined } = {},
): Promise<ConfigurationReply> {
  return retryOnConflict(shopperContext, async (fresh) => {
    const loadedConfiguration = await loadConfiguration(fresh, token)
    const head = isClosedConfiguration(loadedConfiguration.row)
      ? toReplyHead(loadedConfiguration.row)
      : await storeAutomaticChanges(loadedConfiguration)
    if (head === null) return null
    const uploads = await loadSelectedUploads(loadedConfiguration)
    const { work, state } = loadedConfiguration
    const delivery = await previewDelivery(work, loadedConfiguration, state)
    const reply = buildConfigurationReply(
      head,
      state,
      loadedConfiguration,
      { refused: [], automatic: loadedConfiguration.automatic },
      { ...replyParts, delivery, uploads },
    )
    return picture ? { ...reply, image: getConfigurationPicture(work.context, state, loadedConfiguration.product) } : reply
  })
}

/** Milliseconds of work after which the event loop gets a turn. */
const maxTurnMilliseconds = 10

/** Limit of automatic changes per request. Entries that toggle repeatedly could otherwise fill the reply. */
const maxAutomaticChanges = 2_000

/** Applies the entries one after another. Stops at an entry that needs a confirmation. */
async function applyEntries(
  loadedConfiguration: LoadedConfiguration,
  input: ChangeInput,
  uploads: UploadNames,
): Promise<ChangeOutcome> {
  let turn = performance.now()
  const refused: RefusedEntry[] = []
  const automatic: AutomaticChange[] = []
  for (const [index, changeEntry] of (input.selections ?? []).entries()) {
    if (performance.now() - turn > maxTurnMilliseconds) {
      await nextTurn()
      turn = performance.now()
    }
    const entry = toCompleteEntry(loadedConfiguration.state, changeEntry)
    if ('message' in entry) {
      refused.push(refuseInvalidValue(index, entry.message))
      continue
    }
    const foreign = checkUploadOwnership(loadedConfiguration, entry, uploads)
    const change = () => changeSelection(loadedConfiguration.state, entry, input.confirmed)
    const result = foreign === null ? loadedConfiguration.work.context.timings.measureSync('engine', 'change', change) : null
    if (foreign !== null) refused.push(refuseInvalidValue(index, foreign))
    if (result?.refused) refused.push({ index, ...result.refused })
    if (result?.confirm) return { refused, automatic, confirm: { index, ...result.confirm } }
    automatic.push(...(result?.automatic ?? []))
    if (automatic.length > maxAutomaticChanges) throw createTooManyChangesError()
  }
  return { refused, automatic }
}

function createTooManyChangesError(): ValidationError {
  return ValidationError.of('selections', createMessage('shop.tooManyChanges', { most: maxAutomaticChanges }), 'TOO_MANY')
}

/** VALIDATION_FAILED on `selections` if the input changes nothing. */
function requireChange({ selections, currency, country, state }: ChangeInput): void {
  if ([selections, currency, country, state].some((field) => field !== undefined)) return
  throw ValidationError.of('selections', createMessage('shop.selectionsMissing'), 'REQUIRED')
}

/** Counts the rules and limits that refused entries, for the shop's statistics. */
function countRefusedEntries(
  { work, row, state }: LoadedConfiguration,
  { selections = [] }: ChangeInput,
  { refused }: ChangeOutcome,
): void {
  const rules = refused.flatMap(({ index }) => {
    const entry = toCompleteEntry(state, selections[index]!)
    return 'message' in entry ? [] : findBlockingRules(state, entry.question_id, entry.value)
  })
  countRefusals(work, row.product_id, rules)
}

/** Optimistic locking: the change is repeated if another request stored its change first. */
export function changeConfiguration(
  shopperContext: ShopperContext,
  token: string,
  input: ChangeInput,
  replyParts: OptionalReplyParts = {},
): Promise<ConfigurationReply> {
  requireChange(input)
  return retryOnConflict(shopperContext, async (fresh) => {
    const loadedConfiguration = await loadConfiguration(fresh, token, input)
    const { row, state, work, evaluation } = loadedConfiguration
    requireOpenConfiguration(row, evaluation.texts)
    await requireCurrentRevision(loadedConfiguration, input.revision, () => readConfiguration(shopperContext, token, replyParts))
    // If the catalogue changed since the caller read the configuration, the reply contains everything.
    const current =
      row.catalog_version === getCatalogVersion(work.versionedSnapshot, row.product_id) &&
      loadedConfiguration.automatic.length === 0
    const previousState = current && replyParts.full !== true ? takeStateSnapshot(state) : null
    const uploads = await loadSelectedUploads(loadedConfiguration, input.selections)
    const wasOpen = hasCompletionObserver(work) && findMissing(state).length > 0
    const before = currentSelections(state)
    const outcome = await applyEntries(loadedConfiguration, input, uploads)
    const ownQuestions = (input.selections ?? []).map(({ question_id }) => question_id)
    const back = computeHistoryStep(before, currentSelections(state), ownQuestions)
    const head = await storeChange(loadedConfiguration, back.length === 0 ? row.history : addUndoStep(row.history, back), wasOpen)
    if (head === null) return null
    const delivery = await previewDelivery(work, loadedConfiguration, state)
    countRefusedEntries(loadedConfiguration, input, outcome)
    const automatic = [...loadedConfiguration.automatic, ...outcome.automatic]
    return buildConfigurationReply(
      head,
      state,
      loadedConfiguration,
      { ...outcome, automatic },
      { ...replyParts, seen: previousState, delivery, uploads },
    )
  })
}

/** Assigns a guest's configuration to the signed-in account. An account's own configuration stays unchanged. */
export function claimGuestConfiguration(shopperContext: ShopperContext, token: string): Promise<void> {
  return shopperContext.transact((work) => assignConfiguration(work, token, work.shopper))
}
