// The preview of a price change: form state, summary, and old and new prices. Texts, style and roundings of the price dialogs.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ChangedPrice, PriceChangeReply, PriceFinding } from '../../api/shape.js'
import { ApiError, getErrorMessage } from '../base/api.js'
import { currentLanguage, createTextReader } from '../wording/text.js'
import en from '../../../../messages/admin-prices.en.json' with { type: 'json' }
import { formatTypedNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import { createStyleAdopter } from '../style/style-adopter.js'

/** Texts of the dialog that changes prices, loaded together with it. */
export type PriceTextKey = keyof typeof en
export const tPrice = await createTextReader<PriceTextKey>(en, {
  de: () => import('../../../../messages/admin-prices.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-prices.he.json', { with: { type: 'json' } }),
})

interface PreviewedChange<Preview> {
  /** Requests the change; with `dry_run` only its effects. */
  readonly send: (options: { readonly dry_run?: true; readonly expected?: string }) => Promise<Preview>
  /** Makes the change whose preview is shown. */
  readonly apply: (state: string) => Promise<void>
}

/** The state of a form whose first submission shows a preview, and whose second makes the change. */
export function usePreview<Preview extends { readonly state: string }>() {
  const [would, setWould] = useState<Preview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Every input makes the preview outdated. */
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      setWould(null)
      setFailure(null)
    }
  const run = async ({ send, apply }: PreviewedChange<Preview>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      if (would) await apply(would.state)
      else setWould(await send({ dry_run: true }))
    } catch (error) {
      setFailure(getErrorMessage(error))
      // A price was changed since the preview. The new preview shows it.
      if (error instanceof ApiError && error.status === 412) setWould(await send({ dry_run: true }).catch(() => null))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent, change: PreviewedChange<Preview>): void => {
    event.preventDefault()
    // The dialog can be part of another form.
    event.stopPropagation()
    if (!busy) void run(change)
  }
  return { would, failure, setFailure, busy, edit, submit }
}

interface BaseCurrency {
  readonly code: string
  readonly decimals: number
}

/** Formats prices of the base currency with all stored decimal places. */
function createPriceFormatter({ code, decimals }: BaseCurrency, options: Intl.NumberFormatOptions = {}) {
  const format = new Intl.NumberFormat(currentLanguage.get(), {
    style: 'currency',
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: 4,
    ...options,
  })
  return (price: number): string => format.format(price)
}

const fieldTextKeys: Readonly<Record<string, PriceTextKey>> = {
  baseprice: 'basePrice',
  baseprice_recurring: 'recurringBasePrice',
  was_price: 'formerPrice',
  was_price_recurring: 'formerRecurringPrice',
  price: 'price',
  price_recurring: 'recurringPrice',
}

const findingTextKeys = {
  negative: 'belowZero',
  zero: 'becomesZero',
  unchanged: 'staysSame',
} as const satisfies Readonly<Record<PriceFinding, PriceTextKey>>

/** A row of the table: one price, or all prices of a price table. */
interface PreviewRow {
  readonly key: string
  readonly title: string
  readonly part: string | null
  readonly price: string
  readonly old: string
  readonly new: string
  readonly difference: string
  readonly findings: readonly string[]
}

function toPreviewRows({ prices = [], tables = [] }: PriceChangeReply, currency: BaseCurrency): readonly PreviewRow[] {
  const format = createPriceFormatter(currency)
  const formatDifference = createPriceFormatter(currency, { signDisplay: 'exceptZero' })
  const toRow = (row: ChangedPrice, index: number): PreviewRow => {
    const price = tPrice(fieldTextKeys[row.field] ?? 'price')
    return {
      key: `price ${index}`,
      title: row.product,
      part: row.answer === null ? null : `${row.question}: ${row.answer}`,
      price: row.group === null ? price : `${price}, ${row.group}`,
      old: format(row.old),
      new: format(row.new),
      difference: formatDifference(row.difference),
      findings: row.finding === null ? [] : [tPrice(findingTextKeys[row.finding])],
    }
  }
  const tableRows = tables.map(({ calculation_id: id, name, product, prices: count, lowest, highest, findings }): PreviewRow => {
    const toRange = (at: 0 | 1): string =>
      lowest[at] === highest[at] ? format(lowest[at]) : tPrice('range', { from: format(lowest[at]), to: format(highest[at]) })
    return {
      key: `table ${id}`,
      title: product,
      part: tPrice('table', { name }),
      price: tPrice('tablePrices', { count }),
      old: toRange(0),
      new: toRange(1),
      difference: '',
      findings: Object.entries(findings).map(
        ([finding, findingCount]) => `${tPrice(findingTextKeys[finding as PriceFinding])}: ${findingCount}`,
      ),
    }
  })
  return [...tableRows, ...prices.map(toRow)]
}

/** One sentence per fact. */
function listFacts(would: PriceChangeReply, included: PreviewProps['included']): readonly string[] {
  const { changed, unchanged, zeros, omitted, prices = [], tables = [] } = would
  const count = (finding: PriceFinding): number =>
    prices.filter((row) => row.finding === finding).length +
    tables.reduce((sum, { findings }) => sum + (findings[finding] ?? 0), 0)
  const names = omitted.calculations.map(({ name, product }) => `${name} (${product})`)
  const maximumNames = 8
  return [
    tPrice('changed', { count: changed }),
    unchanged > 0 && tPrice('unchanged', { count: unchanged }),
    zeros > 0 && tPrice('zeros', { count: zeros }),
    count('negative') > 0 && tPrice('negative', { count: count('negative') }),
    count('zero') > 0 && tPrice('becomeZero', { count: count('zero') }),
    included.groupPrices ? tPrice('groupsIncluded') : tPrice('groupsOmitted', { count: omitted.group_prices }),
    included.priceTables ? tPrice('tablesIncluded', { count: tables.length }) : tPrice('tablesOmitted'),
    names.length > 0 &&
      tPrice('calculationsOmitted', {
        names: [...names.slice(0, maximumNames), ...(names.length > maximumNames ? ['…'] : [])].join(', '),
      }),
  ].filter((fact) => fact !== false)
}

interface PreviewProps {
  readonly would: PriceChangeReply
  readonly included: { readonly groupPrices: boolean; readonly priceTables: boolean }
  readonly currency: BaseCurrency
}

const rowsPerPage = 100

export function PricePreview({ would, included, currency }: PreviewProps): ReactNode {
  const [visible, setVisible] = useState(rowsPerPage)
  const [onlyFindings, setOnlyFindings] = useState(false)
  const allRows = toPreviewRows(would, currency)
  const rowsWithFindings = allRows.filter(({ findings }) => findings.length > 0)
  const rows = onlyFindings ? rowsWithFindings : allRows
  return (
    <>
      <div role="status">
        <ul className="price-facts">
          {listFacts(would, included).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      {rowsWithFindings.length > 0 && (
        <label className="price-check">
          <input type="checkbox" checked={onlyFindings} onChange={({ target }) => setOnlyFindings(target.checked)} />
          {tPrice('onlyFindings', { count: rowsWithFindings.length })}
        </label>
      )}
      {allRows.length === 0 ? (
        <p className="quiet-text">{tPrice('noPrices')}</p>
      ) : (
        <div className="grid-scroll price-preview" tabIndex={0} role="region" aria-label={tPrice('preview')}>
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">{tPrice('item')}</th>
                <th scope="col">{tPrice('price')}</th>
                <th scope="col" className="number">
                  {tPrice('old')}
                </th>
                <th scope="col" className="number">
                  {tPrice('new')}
                </th>
                <th scope="col" className="number">
                  {tPrice('difference')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, visible).map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    {row.title}
                    {row.part !== null && <span className="quiet-text">{row.part}</span>}
                  </th>
                  <td className="price-name">
                    {row.price}
                    {row.findings.map((finding) => (
                      <span key={finding} className="price-finding">
                        {finding}
                      </span>
                    ))}
                  </td>
                  <td className="number">{row.old}</td>
                  <td className="number price-new">{row.new}</td>
                  <td className="number">{row.difference}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > visible && (
            <button type="button" className="quiet" onClick={() => setVisible(visible + rowsPerPage)}>
              {tPrice('showMore', { count: rows.length - visible })}
            </button>
          )}
        </div>
      )}
    </>
  )
}

export const adoptPriceStyle = createStyleAdopter(`
.price-form fieldset { border: 0; min-width: 0; }
.price-form legend { font-weight: 550; margin-block-end: 0.3rem; }
.price-form .choices.columns { margin-block: 0; }
.price-fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; margin-block-start: 1rem; }
.price-fields .field { margin: 0; }
.price-change { display: flex; gap: 0.5rem; }
.price-change input { flex: 1; min-width: 0; }
.price-fields .field > select { justify-self: stretch; width: 100%; }
.price-facts { margin-block-start: 1rem; }
.price-check { display: flex; gap: 0.5rem; align-items: center; margin-block-start: 0.75rem; font-weight: 450; }
.price-preview { margin-block-start: 0.75rem; max-height: 22rem; }
.price-preview thead { position: sticky; inset-block-start: 0; }
.price-preview tbody :is(th, td) { white-space: normal; height: auto; }
.price-preview th .quiet-text { display: block; font-size: 0.9rem; }
.price-preview .number { white-space: nowrap; }
.price-preview tbody .price-new { font-weight: 620; }
.price-finding { display: block; color: var(--warn); font-size: 0.9rem; font-weight: 550; }
@media (max-width: 40rem) {
  .price-preview { max-height: none; }
  .price-preview thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .price-preview .grid, .price-preview tbody { display: block; }
  .price-preview tbody tr { display: grid; grid-template-columns: 1fr 1fr auto; padding: 0.6rem 0.75rem; border-block-end: 1px solid var(--line); }
  .price-preview tbody tr:last-child { border-block-end: 0; }
  .price-preview tbody :is(th, td) { padding: 0; border: 0; max-width: none; overflow-wrap: anywhere; }
  .price-preview tbody :is(th, .price-name) { grid-column: 1 / -1; }
  .price-preview tbody .number { text-align: start; white-space: normal; padding-block-start: 0.25rem; }
  .price-preview tbody .price-new::before { content: "→ "; color: var(--quiet); font-weight: 450; }
  .price-preview tbody .price-new:dir(rtl)::before { content: "← "; }
}
`)

interface Rounding {
  readonly name: string
  /** The decimal places that the base currency needs. */
  readonly places: number
  /** The step or the decimal places of the rounded price, with a decimal point. */
  readonly step?: string
  readonly ending?: string
}

export const roundings: readonly Rounding[] = [
  { name: 'none', places: 0 },
  { name: 'to_0_01', places: 2, step: '0.01' },
  { name: 'to_0_05', places: 2, step: '0.05' },
  { name: 'to_0_10', places: 1, step: '0.10' },
  { name: 'to_0_50', places: 1, step: '0.50' },
  { name: 'to_1', places: 0, step: '1.00' },
  { name: 'ends_90', places: 1, ending: '90' },
  { name: 'ends_95', places: 2, ending: '95' },
  { name: 'ends_99', places: 2, ending: '99' },
]

/** The label of a rounding: "To 0.10", "Ends in .95". */
export function formatRounding({ step, ending }: Rounding): string {
  const language = currentLanguage.get()
  if (ending !== undefined) return tPrice('endsIn', { ending: typedText.getDecimalSign(language) + ending })
  return step === undefined ? tPrice('roundNone') : tPrice('roundTo', { step: formatTypedNumber(step, language) })
}
