// Stored configurations: loaded by token, expired by age, written through the write pipeline, and listed as text with their options.
import { formatWithUnit } from '../../engine/question/value.js'
import { createMessage } from '../../foundation/message.js'
import type { Shopper, TaxContext } from '../../shop/shopper.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { formatIsoTime, minute } from '../../foundation/clock.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { Database } from '../../storage/database/connection.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { EvaluationTexts, Program } from '../../engine/program/program.js'
import { toProductTopic, productOwnTopic, type CompiledProduct, type ProductTitles } from '../../product/compiled-products.js'
import { getCartLifetime, sharedLifetime, isToken, ShopperContext } from '../shopper-context.js'
import { createEngineIssue } from '../../shop/language.js'
import type { optionShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { viewQuestion } from '../../engine/program/configuration.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { toInList } from '../../storage/database/dialect.js'

export type ConfigurationRecord = LoadedRecord<RecordOf<typeof configuration>>

export interface StoredConfiguration extends Omit<ConfigurationRecord['values'], 'created' | 'changed' | 'tax_context'> {
  readonly revision: number
  readonly catalog_version: number
  readonly tax_context: TaxContext | null
  /** Milliseconds since the epoch. */
  readonly changed: number
}

/** Converts a loaded record to a `StoredConfiguration`. */
export function toStoredConfiguration({ revision, values }: ConfigurationRecord): StoredConfiguration {
  return {
    ...values,
    revision,
    catalog_version: values.catalog_version ?? 0,
    // Only this file writes it, from a `Shopper`.
    tax_context: values.tax_context as TaxContext | null,
    changed: Date.parse(values.changed ?? '') || 0,
  }
}

const createUnknownConfigurationError = (): NotFoundError => new NotFoundError(createMessage('shop.configurationUnknown'))

interface ConfigurationWithShop<V> {
  /** The context, with the product's topic loaded. */
  readonly work: V
  readonly row: StoredConfiguration
  /** The record that `row` was converted from. */
  readonly record: ConfigurationRecord
}

/** Loads the configuration of the token, locked within a transaction. NOT_FOUND for malformed and unknown tokens alike. */
export async function findConfiguration<V extends ServiceContext>(baseWork: V, token: string): Promise<ConfigurationWithShop<V>> {
  if (!isToken(token)) throw createUnknownConfigurationError()
  const [currentWork, [configurationRecord]] = await baseWork.find(
    configuration,
    { column: 'token', values: [token] },
    productOwnTopic,
  )
  if (!configurationRecord || configurationRecord.values.token !== token) throw createUnknownConfigurationError()
  const row = toStoredConfiguration(configurationRecord)
  return { row, record: configurationRecord, work: await currentWork.at(toProductTopic(row.product_id)) }
}

/**
 * NOT_FOUND for other shoppers' configurations. Only its account can reach an account's configuration. Any guest with the token can
 * reach a guest's configuration, until an account claims it. Anybody with the token can reach a shared one. No check if `shopper` is
 * null: then the service itself is the caller.
 */
export function requireConfigurationOwner(row: StoredConfiguration, shopper: Shopper | null): void {
  if (row.state === 'shared') return
  if (shopper !== null && row.customer_id !== shopper.customerId) throw createUnknownConfigurationError()
}

/** False if it is older than its lifetime. Saved configurations of an account and states other than open and shared do not expire. */
export function isAliveConfiguration(
  { state, changed, saved, customer_id }: StoredConfiguration,
  { versionedSnapshot: shopSnapshot, now }: ServiceContext,
): boolean {
  const isSaved = saved !== null && customer_id !== null
  if ((state !== 'open' && state !== 'shared') || isSaved) return true
  return changed + (state === 'shared' ? sharedLifetime : getCartLifetime(shopSnapshot)) > now
}

/** NOT_FOUND unless it is alive. */
export function requireAliveConfiguration(row: StoredConfiguration, work: ServiceContext): void {
  if (!isAliveConfiguration(row, work)) throw createUnknownConfigurationError()
}

/** Why a configuration can no longer be changed, by state. */
const closedMessages = {
  quoted: 'shop.configurationQuoted',
  ordered: 'shop.configurationOrdered',
  shared: 'shop.configurationReadOnly',
} as const
const closedCodes = { quoted: 'QUOTED', ordered: 'ORDERED', shared: 'READ_ONLY' } as const

const isClosedState = (state: string | null): state is keyof typeof closedCodes =>
  state !== null && Object.hasOwn(closedCodes, state)

/** True for ordered, quoted and shared configurations. */
export const isClosedConfiguration = ({ state }: Pick<StoredConfiguration, 'state'>): boolean => isClosedState(state)

/** ValidationError on `configuration` for a closed one, in the shopper's language if `texts` is set. */
export function requireOpenConfiguration({ state }: StoredConfiguration, texts?: EvaluationTexts): void {
  if (!isClosedState(state)) return
  throw new ValidationError([createEngineIssue(texts, 'configuration', createMessage(closedMessages[state]), closedCodes[state])])
}

/** ValidationError on `configuration` if it is in a cart: the cart determines currency, country and state. */
export function requireInNoCart({ state }: StoredConfiguration): void {
  if (state !== 'in_cart') return
  throw ValidationError.of('configuration', createMessage('shop.cartDecidesPlace'), 'IN_CART')
}

type NewConfiguration = Omit<StoredConfiguration, 'id' | 'revision' | 'state' | 'changed' | 'history' | 'name' | 'saved'>

/** The possible states of a new configuration. */
export type InitialConfigurationState = 'open' | 'in_cart' | 'shared'

/** Milliseconds for which a count is cached. Configurations that this process creates are added to it. */
const countLifetime = minute

/** Counted separately, because shared configurations live longer and must not block new open ones. */
type CountedState = 'open' | 'shared'

/** Limit of shared configurations as a fraction of the limit of open ones. It is an additional limit. */
const sharedFraction = 0.1

interface CachedCount {
  at: number
  rows: number
}
const cachedCounts: Readonly<Record<CountedState, WeakMap<Database, CachedCount>>> = {
  open: new WeakMap(),
  shared: new WeakMap(),
}

/** Adds one to the count. NOT_READY if the limit is reached. */
async function countConfiguration({ context, now, on }: ServiceContext, state: CountedState): Promise<void> {
  const { openConfigurations } = context.bounds
  const limit = state === 'open' ? openConfigurations : Math.max(1, Math.floor(openConfigurations * sharedFraction))
  let count = cachedCounts[state].get(context.database)
  if (count === undefined || count.rows >= limit || now - count.at >= countLifetime) {
    const [row] = await on.query<{ found: number }>(
      'SELECT COUNT(*) AS found FROM svc_configuration WHERE state = ? AND saved IS NULL',
      [state],
    )
    count = { at: now, rows: Number(row?.found ?? 0) }
    cachedCounts[state].set(context.database, count)
  }
  if (count.rows >= limit) {
    throw new ServiceError('NOT_READY', createMessage('shop.tooManyConfigurations', { limit, state }))
  }
  count.rows += 1
}

/** Stores a new configuration and returns its id. NOT_READY if the installation's limit is reached. */
export async function insertConfiguration(
  work: ServiceContext,
  fields: NewConfiguration,
  state: InitialConfigurationState = 'open',
): Promise<number> {
  await countConfiguration(work, state === 'shared' ? 'shared' : 'open')
  const now = formatIsoTime(work.now)
  return work.write(configuration, { ...fields, state, created: now, changed: now }, { trusted: true })
}

export type ConfigurationChanges = Partial<
  Pick<
    StoredConfiguration,
    | 'selections'
    | 'history'
    | 'catalog_version'
    | 'language_tag'
    | 'customer_id'
    | 'customer_group_id'
    | 'tax_context'
    | 'host_user_id'
    | 'currency_id'
    | 'country_id'
    | 'state_id'
  >
>

/**
 * Stores the changes. Returns false if another request changed the configuration since it was read.
 * @param byShopper false for changes caused by the catalogue, which do not renew the configuration's lifetime
 */
export async function updateConfiguration(
  work: ServiceContext,
  currentRecord: ConfigurationRecord,
  changes: ConfigurationChanges,
  byShopper: boolean,
): Promise<boolean> {
  const fields = byShopper ? { ...changes, changed: formatIsoTime(work.now) } : changes
  try {
    await work.write(configuration, fields, { id: currentRecord.id, existingRecord: currentRecord, trusted: true })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PRECONDITION_FAILED') return false
    throw error
  }
}

/** Assigns a guest's configuration to the account. NOT_FOUND for another account's. */
export async function assignConfiguration(work: ServiceContext, token: string, shopper: Shopper): Promise<void> {
  const { row, work: rowWork } = await findConfiguration(work, token)
  if (row.customer_id === shopper.customerId) return
  if (row.customer_id !== null || row.state === 'in_cart' || row.state === 'shared') throw createUnknownConfigurationError()
  requireAliveConfiguration(row, rowWork)
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  await work.write(configuration, owner, { id: row.id })
}

/** The visitor's configuration that has not expired. NOT_FOUND for all others. Within a transaction its row is locked. */
export async function findOwnConfiguration(
  shopperContext: ShopperContext,
  token: string,
): Promise<ConfigurationWithShop<ShopperContext>> {
  const found = await findConfiguration(shopperContext, token)
  requireConfigurationOwner(found.row, shopperContext.namedShopper)
  requireAliveConfiguration(found.row, found.work)
  return found
}

/** Names of a configuration's uploaded files, by id. */
export type UploadNames = ReadonlyMap<string, string>

/** Names of the given ids that were uploaded to this configuration. Files of other configurations are left out. */
export async function readUploadNames(
  work: ServiceContext,
  configurationId: number | null,
  ids: readonly string[],
): Promise<UploadNames> {
  if (ids.length === 0 || configurationId === null) return new Map()
  const list = toInList(ids)
  const sql = `SELECT name, original_name FROM svc_files WHERE entity = ? AND entity_id = ? AND name IN ${list.sql}`
  const rows = await work.on.query<{ name: string; original_name: string }>(sql, [
    configuration.name,
    configurationId,
    ...list.params,
  ])
  return new Map(rows.map((row) => [row.name, row.original_name]))
}

/** The selected values of questions that take files: ids of uploaded files. */
export function findUploadIds(
  program: Program,
  selections: readonly { readonly question_id: number; readonly value: string | null }[],
): readonly string[] {
  return selections.flatMap(({ question_id, value }) => {
    const question = program.questions[program.questionIndex.get(question_id) ?? -1]
    return question?.type.files && value !== null ? [value] : []
  })
}

/** A question with its selection. */
type OptionReply = ShapeValue<typeof optionShape>

/** The chosen options as text for carts, line items and documents, in page and question order. */
export function listOptions(
  state: ConfigurationState,
  product: CompiledProduct,
  titles: ProductTitles,
  uploads: UploadNames,
): readonly OptionReply[] {
  return state.program.questions.flatMap(({ index, id, type }): readonly OptionReply[] => {
    const { selection, text } = viewQuestion(state, index)
    if (selection === null) return []
    const words = text ?? selection
    const uploadName = type.takesAnswers ? undefined : uploads.get(selection)
    const chosen = type.takesAnswers ? selection.split(',').map(Number) : []
    return [
      {
        question_id: id,
        question: titles.questions[id] ?? String(id),
        value: selection,
        text: uploadName ?? (type.takesAnswers ? words : formatWithUnit(words, titles.units[id] ?? '')),
        skus: chosen.map((answer) => product.answerSkus.get(answer) ?? '').filter(Boolean),
      },
    ]
  })
}
