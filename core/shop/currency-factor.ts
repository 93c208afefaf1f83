// Fetches exchange rates from a source, outside a transaction, and updates the factors of the shop's currencies.
import { runUntilAborted } from '../foundation/long-work.js'
import type { RecordOf } from '../foundation/property/typing.js'
import { currency } from '../model/entities/store/currency.js'
import { settings } from '../model/entities/store/settings.js'
import type { Context } from '../storage/context.js'
import { ServiceContext } from '../storage/service-context.js'

export interface RateSource {
  /** For the log. */
  readonly name: string
  /**
   * Units of each currency per unit of the base currency, by ISO code. Unknown currencies are left out. Throws if no rate is
   * reliable; then every factor stays unchanged.
   * @param base ISO code of the currency in which the shop's prices are entered
   * @param codes the requested currencies
   * @param signal aborted on shutdown and on timeout
   */
  factors(base: string, codes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
}

export interface FactorOptions {
  /** ISO codes of unpublished currencies to update too. */
  readonly codes?: readonly string[]
  /** Larger relative changes of a published currency's factor are refused. 0.2 means 20 per cent. */
  readonly largestMove?: number
  /** Timeout in milliseconds. */
  readonly patience?: number
}

/** The change of one currency's factor. */
export interface FactorChange {
  readonly code: string
  readonly from: number
  /** The rate of the source; null if it does not know the currency. */
  readonly to: number | null
}

export interface FactorReport {
  readonly set: readonly FactorChange[]
  /** Currencies that keep their factor. The log contains the reasons. */
  readonly refused: readonly FactorChange[]
}

type CurrencyRecord = RecordOf<typeof currency>

const isActiveCurrency = ({ published, is_default }: CurrencyRecord): boolean => published === true || is_default === true

interface FactorRequest {
  readonly base: CurrencyRecord | undefined
  readonly others: readonly CurrencyRecord[]
}

function createFactorRequest(all: readonly CurrencyRecord[], codes: readonly string[]): FactorRequest {
  const base = all.find(({ is_base }) => is_base === true)
  return { base, others: all.filter((record) => record !== base && (isActiveCurrency(record) || codes.includes(record.code))) }
}

/** null if the source failed or timed out. */
async function fetchFactors(
  { log }: Context,
  source: RateSource,
  { base, others: currencies }: FactorRequest,
  end: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  const codes = currencies.map(({ code }) => code)
  if (base === undefined || codes.length === 0) return null
  try {
    return await runUntilAborted(end, () => source.factors(base.code, codes, end))
  } catch (error) {
    log.warn({ err: error, source: source.name }, 'A source of exchange rates failed. Every currency keeps its multiplier.')
    return null
  }
}

interface FactorUpdate {
  /** The base currency that the rates refer to. */
  readonly base: CurrencyRecord
  readonly id: number
  readonly factor: number | undefined
  readonly largestMove: number
}

type FactorOutcome = FactorChange & { readonly refused: string | null }

/** Decimals of the stored factor, and maximum digits of a stored number. */
const maxDecimals = 8
const maxDigits = 15
/** The largest factor that fits the column. */
const maxFactor = 92_233_720_368

interface CurrentFactor {
  readonly factor: number
  /** True if shoppers pay in this currency. Then the factor must not jump. */
  readonly shown: boolean
}

type FactorValidation =
  | { readonly ok: true; readonly factor: number }
  | { readonly ok: false; readonly enteredFactor: number | null; readonly reason: string }

/** The rounded factor, or the reason for the refusal. */
function validateFactor(reportedFactor: number | undefined, currentFactor: CurrentFactor, largestMove: number): FactorValidation {
  if (reportedFactor === undefined) return { ok: false, enteredFactor: null, reason: 'The source does not know this currency.' }
  const factor = Number(Number(reportedFactor.toPrecision(maxDigits)).toFixed(maxDecimals))
  if (!(factor > 0 && factor <= maxFactor))
    return { ok: false, enteredFactor: reportedFactor, reason: 'This multiplier is not valid.' }
  if (currentFactor.shown && Math.abs(factor - currentFactor.factor) > currentFactor.factor * largestMove) {
    return {
      ok: false,
      enteredFactor: factor,
      reason: 'The change is too large to be applied automatically. If it is correct, set it manually.',
    }
  }
  return { ok: true, factor }
}

/** Reads the currency again under the lock that every write of a currency takes, because it may have changed during the request. */
function storeFactor(context: Context, { base, id, factor, largestMove }: FactorUpdate): Promise<FactorOutcome | null> {
  return new ServiceContext(context).transact(async (inside) => {
    const work = await inside.at()
    await work.lock(settings, { column: 'id', values: [work.versionedSnapshot.snapshot.settings.id ?? 0] })
    const now = await work.list(currency, { column: 'id', values: [base.id, id] })
    const own = now.find((record) => record.id === id)?.values
    if (!own || !now.some((record) => record.id === base.id && record.values.is_base)) return null
    const { code, multiplicator: from } = own
    const validation = validateFactor(factor, { factor: from, shown: isActiveCurrency(own) }, largestMove)
    if (!validation.ok) return { code, from, to: validation.enteredFactor, refused: validation.reason }
    const to = validation.factor
    if (to === from) return null
    await work.write(currency, { multiplicator: to }, { id })
    return { code, from, to, refused: null }
  })
}

/**
 * Updates the factors of the published currencies and of the currencies in `codes`. The base currency has none. Implausible rates
 * are refused and logged; the others are still applied. Carts use the new factor the next time they are priced. Orders and quotes
 * keep their prices.
 */
export async function setCurrencyFactors(
  context: Context,
  source: RateSource,
  signal: AbortSignal,
  { codes = [], largestMove = 0.2, patience = 10_000 }: FactorOptions = {},
): Promise<FactorReport> {
  const report = { set: [] as FactorChange[], refused: [] as FactorChange[] }
  const records = await new ServiceContext(context).list(currency)
  const request = createFactorRequest(
    records.map(({ values }) => values),
    codes,
  )
  const { base, others: currencies } = request
  const factors = await fetchFactors(context, source, request, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
  if (factors === null || base === undefined) return report
  for (const { id, code } of currencies) {
    if (signal.aborted) break
    const outcome = await storeFactor(context, { base, id, factor: factors.get(code), largestMove })
    if (outcome === null) continue
    const { refused: reason, ...change } = outcome
    if (reason === null) report.set.push(change)
    else {
      report.refused.push(change)
      context.log.warn({ ...change, source: source.name, reason }, 'A currency keeps its multiplier.')
    }
  }
  return report
}
