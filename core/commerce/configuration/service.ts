// Starts, reads and changes configurations (domain §4, §7). The row stores the state; compiled programs are shared.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { take, type Taken } from './take.js'
import { openDesk } from '../../shop/desk.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import { changeSelection, initializeConfiguration as startState, type RefusedEntry } from '../../engine/program/configuration.js'
import { currentSelections, findMissing } from '../../engine/program/configuration-view.js'
import { ValidationError } from '../../foundation/errors.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import type { ChangeInput, ConfigurationReply, Shown, StartInput, UploadInput, UploadReply } from './define.js'
import { plainEntry } from './entry.js'
import { catalogVersion, productTopic } from '../../product/programs.js'
import { foreignUpload, noUploads, uploadsOf } from './held-files.js'
import { firstHead, headOf } from './head.js'
import { noted, stepBetween } from './history.js'
import { buildReply, invalid, look, type Outcome } from './reply.js'
import {
  claimConfiguration,
  findConfiguration,
  insertConfiguration,
  isClosed,
  requireAlive,
  requireOpen,
  requireOwner,
} from './rows.js'
import { isWatched, persistently, requireRevision, storeChange, storeSettled } from './saving.js'
import { storeUpload, uploadedTo, type UploadNames } from './uploads.js'

export async function startConfiguration(visit: Visit, input: StartInput, shown: Shown = {}): Promise<ConfigurationReply> {
  const { shopper } = visit
  const work = await visit.at(productTopic(input.product_id))
  const wanted = {
    productId: input.product_id,
    language: input.language ?? visit.language,
    currency: input.currency ?? null,
    place: { country: input.country, state: input.state },
  }
  const desk = await openDesk(work, shopper, wanted)
  const { product, shop, evaluation } = desk
  const given = (input.selections ?? []).map((entry, index) => ({ entry, index, foreign: foreignUpload(desk, entry, noUploads) }))
  const entered = given.filter(({ foreign }) => foreign === null)
  const entries = entered.map(({ entry }) => entry)
  const begin = () => startState(product.program, evaluation, entries)
  const { state, refused, automatic } = work.context.timings.measureSync('engine', 'start', begin)
  const outcome = {
    automatic,
    refused: [
      ...refused.map((one) => ({ ...one, index: entered[one.index]!.index })),
      ...given.flatMap(({ index, foreign }) => (foreign === null ? [] : [invalid(index, foreign)])),
    ].sort((a, b) => a.index - b.index),
  }
  const token = newToken()
  const id = await insertConfiguration(work, {
    token,
    product_id: input.product_id,
    selections: currentSelections(state),
    customer_id: shopper.customerId,
    customer_group_id: shopper.customerGroupId,
    currency_id: shop.currency.id,
    ...desk.told,
    tax_context: shopper.tax ?? null,
    host_user_id: shopper.hostUserId ?? '',
    language_tag: shop.language,
    catalog_version: catalogVersion(work.moment, input.product_id),
  })
  const payload = { configurationId: id, productId: input.product_id }
  await work.announce('onSvcStartConfiguration', { ...payload })
  if (isWatched(work) && findMissing(state).length === 0) await work.announce('onSvcCompleteConfiguration', payload)
  return buildReply(firstHead(token), state, desk, outcome, shown)
}

export function readConfiguration(visit: Visit, token: string, shown: Shown = {}): Promise<ConfigurationReply> {
  return persistently(visit, async (fresh) => {
    const taken = await take(fresh, token)
    const head = isClosed(taken.row) ? headOf(taken.row) : await storeSettled(taken)
    if (head === null) return null
    const uploads = await uploadsOf(taken)
    return buildReply(head, taken.state, taken, { refused: [], automatic: taken.automatic }, { ...shown, uploads })
  })
}

/** Milliseconds of work after which the event loop gets a turn. */
const longestTurn = 10
/** Limit of automatic changes per request. Entries that toggle repeatedly could otherwise fill the reply. */
const mostAutomatic = 2_000

/** Applies the entries one after another. Stops at an entry that needs a confirmation. */
async function enter(taken: Taken, input: ChangeInput, uploads: UploadNames): Promise<Outcome> {
  let turn = performance.now()
  const refused: RefusedEntry[] = []
  const automatic: AutomaticChange[] = []
  for (const [index, sent] of (input.selections ?? []).entries()) {
    if (performance.now() - turn > longestTurn) {
      await nextTurn()
      turn = performance.now()
    }
    const entry = plainEntry(taken.state, sent)
    if ('message' in entry) {
      refused.push(invalid(index, entry.message))
      continue
    }
    const foreign = foreignUpload(taken, entry, uploads)
    const change = () => changeSelection(taken.state, entry, input.confirmed)
    const result = foreign === null ? taken.work.context.timings.measureSync('engine', 'change', change) : null
    if (foreign !== null) refused.push(invalid(index, foreign))
    if (result?.refused) refused.push({ index, ...result.refused })
    if (result?.confirm) return { refused, automatic, confirm: { index, ...result.confirm } }
    automatic.push(...(result?.automatic ?? []))
    if (automatic.length > mostAutomatic) throw tooManyAtOnce()
  }
  return { refused, automatic }
}

function tooManyAtOnce(): ValidationError {
  const message = `These entries make the service change more than ${mostAutomatic} selections by itself. Send fewer at once.`
  return ValidationError.of('selections', message, 'TOO_MANY')
}

/** VALIDATION_FAILED on `selections` if the input changes nothing. */
function requireChange({ selections, currency, country, state }: ChangeInput): void {
  if ([selections, currency, country, state].some((one) => one !== undefined)) return
  const message = "Field 'selections' is missing: it takes a list of objects with 'question_id' and 'value'."
  throw ValidationError.of('selections', message, 'REQUIRED')
}

/** Optimistic locking: the change is repeated if another request stored its change first. */
export function changeConfiguration(
  visit: Visit,
  token: string,
  input: ChangeInput,
  shown: Shown = {},
): Promise<ConfigurationReply> {
  requireChange(input)
  return persistently(visit, async (fresh) => {
    const taken = await take(fresh, token, input)
    const { row, state, work, evaluation } = taken
    requireOpen(row, evaluation.texts)
    await requireRevision(taken, input.revision, () => readConfiguration(visit, token, shown))
    // If the catalogue changed since the caller read the configuration, the reply contains everything.
    const current = row.catalog_version === catalogVersion(work.moment, row.product_id) && taken.automatic.length === 0
    const seen = current && shown.full !== true ? look(state) : null
    const uploads = await uploadsOf(taken, input.selections)
    const wasOpen = isWatched(work) && findMissing(state).length > 0
    const before = currentSelections(state)
    const outcome = await enter(taken, input, uploads)
    const back = stepBetween(before, currentSelections(state))
    const head = await storeChange(taken, back.length === 0 ? row.history : noted(row.history, back), wasOpen)
    if (head === null) return null
    const automatic = [...taken.automatic, ...outcome.automatic]
    return buildReply(head, state, taken, { ...outcome, automatic }, { ...shown, seen, uploads })
  })
}

export async function uploadFile(visit: Visit, token: string, file: UploadInput): Promise<UploadReply> {
  const { row, product, work, evaluation } = await take(visit, token)
  return { id: await storeUpload(work, product.program, row, file, evaluation.texts) }
}

/** Returns the bytes of an uploaded file. NOT_FOUND for unknown files and for other shoppers' configurations alike. */
export async function readUpload(visit: Visit, token: string, id: string): Promise<ReplyFile> {
  const { row, work } = await findConfiguration(visit, token)
  requireOwner(row, visit.named)
  requireAlive(row, work)
  return uploadedTo(work, row.id, id)
}

/** Assigns a guest's configuration to the signed-in account. An account's own configuration stays unchanged. */
export function claim(visit: Visit, token: string): Promise<void> {
  return visit.transact((work) => claimConfiguration(work, token, work.shopper))
}
