// The configurator: starts, reads and changes configurations (domain §4, §7). State lives in the row; programs are shared.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { take, type Taken } from './take.js'
import { type Desk, openDesk } from '../../shop/desk.js'
import type { AutomaticChange } from '../../engine/program/settle.js'
import {
  change as changeSelection,
  start as startState,
  type RefusedEntry,
  type SelectionInput,
} from '../../engine/program/configure.js'
import { say } from '../../engine/program/context.js'
import { heldSelections, missing } from '../../engine/program/view.js'
import { StaleError, SystemError, ValidationError } from '../../ground/errors.js'
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import {
  type ChangeEntry,
  type ChangeInput,
  type ConfigurationReply,
  type Shown,
  type StartInput,
  type UploadInput,
  type UploadReply,
} from './define.js'
import { plainEntry } from './entry.js'
import { catalogVersion, productTopic } from '../../product/programs.js'
import { buildReply, look, type Outcome } from './reply.js'
import {
  claimConfiguration,
  type ConfigurationChanges,
  insertConfiguration,
  isClosed,
  requireOpen,
  saveConfiguration,
} from './rows.js'
import { rememberFigures } from './seen-figures.js'
import { storeUpload, uploadIds, type UploadNames, uploadNames } from './uploads.js'

/** Of a row that has just been written for the first time. */
const firstRevision = 1

/** A configuration that others change all the time is tried again so often. */
const attempts = 100

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
  const { state, refused, automatic } = startState(
    product.program,
    evaluation,
    entered.map(({ entry }) => entry),
  )
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
    selections: heldSelections(state),
    customer_id: shopper.customerId,
    customer_group_id: shopper.customerGroupId,
    currency_id: shop.currency.id,
    ...desk.told,
    tax_context: shopper.tax ?? null,
    language_tag: shop.language,
    catalog_version: catalogVersion(work.moment, input.product_id),
  })
  const payload = { configurationId: id, productId: input.product_id }
  await work.announce('onSvcStartConfiguration', { ...payload })
  if (isWatched(work) && missing(state).length === 0) await work.announce('onSvcCompleteConfiguration', payload)
  return buildReply({ token, revision: firstRevision }, state, desk, outcome, shown)
}

/** Only then is it worth to look what is missing before and after a change. */
const isWatched = ({ context }: Visit): boolean =>
  context.observers.some((one) => one.observers.onSvcCompleteConfiguration !== undefined)

/** What has to be stored so that the row says what the state says; null where it does already. */
function changesOf({ row, state, work, shop, shopper, told }: Taken, byShopper: boolean): ConfigurationChanges | null {
  const selections = heldSelections(state)
  const same =
    selections.length === row.selections.length &&
    selections.every(
      (one, index) => one.question_id === row.selections[index]!.question_id && one.value === row.selections[index]!.value,
    )
  const version = catalogVersion(work.moment, row.product_id)
  const changes = {
    ...(!same && { selections }),
    ...(version !== row.catalog_version && { catalog_version: version }),
    ...(byShopper &&
      JSON.stringify(shopper.tax ?? null) !== JSON.stringify(row.tax_context) && { tax_context: shopper.tax ?? null }),
    ...(byShopper && shop.language !== row.language_tag && { language_tag: shop.language }),
    ...(byShopper && row.state === 'open' && shop.currency.id !== row.currency_id && { currency_id: shop.currency.id }),
    ...(byShopper && told.country_id !== row.country_id && { country_id: told.country_id }),
    ...(byShopper && told.state_id !== row.state_id && { state_id: told.state_id }),
    ...(byShopper && shopper.customerId !== row.customer_id && { customer_id: shopper.customerId }),
    ...(byShopper && shopper.customerGroupId !== row.customer_group_id && { customer_group_id: shopper.customerGroupId }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** The revision under which the row holds the state: its own where nothing is to be stored; null where somebody else was faster. */
async function stored({ row, work }: Taken, changes: ConfigurationChanges | null, byShopper: boolean): Promise<number | null> {
  if (changes === null) return row.revision
  return (await saveConfiguration(work, row, changes, byShopper)) ? row.revision + 1 : null
}

export async function readConfiguration(visit: Visit, token: string, shown: Shown = {}): Promise<ConfigurationReply> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const taken = await take(visit.anew(), token)
    const { row, state, automatic } = taken
    const changes = isClosed(row) ? null : changesOf(taken, false)
    const revision = await stored(taken, changes, false)
    if (revision !== null) {
      const uploads = await uploadsOf(taken)
      return buildReply({ token, revision }, state, taken, { refused: [], automatic }, { ...shown, uploads })
    }
  }
  throw contended()
}

const noUploads: UploadNames = new Map()

const invalid = (index: number, message: string): RefusedEntry => ({ index, code: 'INVALID_VALUE', message })

/** A file that was not uploaded to this configuration is refused like any other text that is no upload's id; null for all else. */
function foreignUpload({ product, evaluation, shop }: Desk, entry: SelectionInput, uploads: UploadNames): string | null {
  const [id] = uploadIds(product.program, [entry])
  if (id === undefined || uploads.has(id)) return null
  const question = product.titles.get(shop.language)?.questions[entry.question_id] ?? String(entry.question_id)
  return say(evaluation.texts, "'{question}' takes the id of an uploaded file.", { question })
}

/** Milliseconds after which long work lets others have their turn. */
const longestTurn = 10
/** Selections that one request may make the service change by itself: a list that toggles would fill the reply with them. */
const mostAutomatic = 2_000

/** Enters the selections one after the other; what waits for a confirmation ends the list. */
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
    const result = foreign === null ? changeSelection(taken.state, entry, input.confirmed) : null
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

/** The names of the files that the configuration holds or is about to. */
function uploadsOf({ row, product, work }: Taken, sent: readonly ChangeEntry[] = []): Promise<UploadNames> {
  const whole = sent.filter((entry): entry is SelectionInput => typeof entry.value !== 'object' || entry.value === null)
  return uploadNames(work, row.id, uploadIds(product.program, [...row.selections, ...whole]))
}

/** VALIDATION_FAILED on `selections` where nothing is to be changed. */
function requireChange({ selections, currency, country, state }: ChangeInput): void {
  if ([selections, currency, country, state].some((one) => one !== undefined)) return
  const message = "Field 'selections' is missing: it takes a list of objects with 'question_id' and 'value'."
  throw ValidationError.of('selections', message, 'REQUIRED')
}

/** Changes of one configuration are serialised by its row. */
export async function changeConfiguration(
  visit: Visit,
  token: string,
  input: ChangeInput,
  shown: Shown = {},
): Promise<ConfigurationReply> {
  requireChange(input)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const taken = await take(visit.anew(), token, input)
    const { row, state, work } = taken
    requireOpen(row)
    if (input.revision !== undefined && input.revision !== row.revision) throw stale(await readConfiguration(visit, token, shown))
    // What the caller has seen is another catalogue's if the version has moved on: then everything is sent.
    const current = row.catalog_version === catalogVersion(work.moment, row.product_id) && taken.automatic.length === 0
    const seen = current && shown.full !== true ? look(state) : null
    const uploads = await uploadsOf(taken, input.selections)
    const wasOpen = isWatched(work) && missing(state).length > 0
    const outcome = await enter(taken, input, uploads)
    const revision = await stored(taken, changesOf(taken, true), true)
    if (revision !== null) {
      if (row.state === 'in_cart') await rememberFigures(work, row.id, state)
      if (wasOpen && missing(state).length === 0) {
        await work.announce('onSvcCompleteConfiguration', { configurationId: row.id, productId: row.product_id })
      }
      const automatic = [...taken.automatic, ...outcome.automatic]
      return buildReply({ token, revision }, state, taken, { ...outcome, automatic }, { ...shown, seen, uploads })
    }
  }
  throw contended()
}

function stale(present: ConfigurationReply): StaleError {
  return new StaleError(`The configuration was changed by others since; its revision is ${present.revision} now.`, present)
}

function contended(): SystemError {
  return new SystemError(`A configuration was changed by others ${attempts} times while one change waited.`)
}

export async function uploadFile(visit: Visit, token: string, file: UploadInput): Promise<UploadReply> {
  const { row, product, work, evaluation } = await take(visit, token)
  return { id: await storeUpload(work, product.program, row, file, evaluation.texts) }
}

/** A guest's configuration becomes that of the account that he has signed in to; its own is left as it is. */
export function claim(visit: Visit, token: string): Promise<void> {
  return visit.transact((work) => claimConfiguration(work, token, work.shopper))
}
