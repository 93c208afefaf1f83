// Changes many prices, or the base currency: a preview shows old and new prices first, and the change can be undone.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import type { PriceChangeReply, PriceChangeRequest, BaseCurrencyReply } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { refreshRecords, sessionQuery, queryClient } from '../base/queries.js'
import { createUndoAction, showToast } from '../base/toasts.js'
import { parseNumberInput } from '../control/text-controls.js'
import type { BulkTarget } from '../list/bulk-change.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { createStyleAdopter } from '../style/style-adopter.js'
import { currentLanguage, t, formatNumber } from '../wording/text.js'
import { PricePreview, usePreview, type PriceTextKey, tPrice } from './price-preview.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'

const adoptPriceStyle = createStyleAdopter(`
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
}
`)

adoptFormStyle()
adoptListStyle()
adoptPriceStyle()

const kindTextKeys = {
  base: 'base',
  answer: 'answer',
  recurring_base: 'recurringBase',
  recurring_answer: 'recurringAnswer',
  former: 'former',
} as const satisfies Readonly<Record<string, PriceTextKey>>

type PriceKind = keyof typeof kindTextKeys

const productKinds = Object.keys(kindTextKeys) as readonly PriceKind[]
const answerKinds = productKinds.filter((kind) => kind !== 'base' && kind !== 'recurring_base')

const directionTextKeys = {
  nearest: 'nearest',
  up: 'up',
  down: 'down',
} as const satisfies Readonly<Record<string, PriceTextKey>>

type RoundingDirection = keyof typeof directionTextKeys

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
function formatRounding({ step, ending }: Rounding): string {
  const language = currentLanguage.get()
  if (ending !== undefined) return tPrice('endsIn', { ending: typedText.getDecimalSign(language) + ending })
  return step === undefined ? tPrice('roundNone') : tPrice('roundTo', { step: formatTypedNumber(step, language) })
}

interface PriceDialogProps {
  /** The entity of the target records: products, answers, product lists or their entries. */
  readonly entity: string
  readonly target: BulkTarget
  /** The target in words: "3 products". */
  readonly title: string
  readonly onClose: () => void
  readonly onDone: () => void
  /** Called after the change and after its undo, for screens that show the prices other than as a list. */
  readonly onPrices?: () => unknown
}

export function PriceDialog({ entity, target, title, onClose, onDone: onComplete, onPrices }: PriceDialogProps): ReactNode {
  const { data: session } = useQuery(sessionQuery)
  const currency = session?.currencies.find(({ base }) => base) ?? { code: '', decimals: 2 }
  const kinds = entity === 'answer' ? answerKinds : productKinds
  const [prices, setPrices] = useState<ReadonlySet<PriceKind>>(new Set(['base', 'answer']))
  const [included, setIncluded] = useState({ groupPrices: true, priceTables: true })
  const [typed, setTyped] = useState('')
  const [isPercent, setPercent] = useState(true)
  const [rounding, setRounding] = useState('none')
  const [direction, setDirection] = useState<RoundingDirection>('nearest')
  const { would, failure, setFailure, busy, edit, submit } = usePreview<PriceChangeReply>()
  const offeredRoundings = roundings.filter(({ places }) => places <= currency.decimals)

  /** A typed unit is selected: `+3 %` and `-1.50 €`. */
  const type = edit((text: string): void => {
    setTyped(text)
    if (text.includes('%')) setPercent(true)
    else if (typedText.stripCurrency(text) !== text.trim()) setPercent(false)
  })
  const selectUnit = edit((percent: boolean): void => {
    setPercent(percent)
    setTyped(percent ? typedText.stripCurrency(typed) : typed.replace('%', '').trim())
  })
  const plain = isPercent ? typed.replace('%', '') : typedText.stripCurrency(typed)
  const examples = { percent: '+3', amount: formatTypedNumber('-1.50', currentLanguage.get()) }
  const send = (options: Pick<PriceChangeRequest, 'dry_run' | 'expected'>): Promise<PriceChangeReply> => {
    const value = parseNumberInput(plain)
    const body: PriceChangeRequest = {
      ...target,
      prices: kinds.filter((kind) => prices.has(kind)),
      ...(isPercent ? { percent: value } : { amount: value }),
      rounding,
      direction,
      group_prices: included.groupPrices,
      price_tables: included.priceTables,
      ...options,
    }
    return requestBody('POST', `records/${entity}/prices`, { body })
  }
  const afterChange = async (): Promise<void> => {
    await Promise.all(['product', 'answer', 'calculation-matrix'].map(refreshRecords))
    await onPrices?.()
  }
  const apply = async (state: string): Promise<void> => {
    const { changed, undo } = await send({ expected: state })
    await afterChange()
    showToast({ text: tPrice('applied', { count: changed }), ...createUndoAction(entity, undo, afterChange) })
    onComplete()
  }
  const submitTyped = (event: FormEvent): void => {
    const parsed = parseNumber(plain, currentLanguage.get())
    if (!('problem' in parsed) || parsed.problem !== 'not_a_number') return submit(event, { send, apply })
    event.preventDefault()
    event.stopPropagation()
    setFailure(tPrice('notNumber', examples))
  }
  return (
    <Dialog title={tPrice('title', { target: title })} onClose={onClose} wide>
      <form className="price-form" noValidate onSubmit={submitTyped}>
        <fieldset>
          <legend>{tPrice('kinds')}</legend>
          <div className="choices columns">
            {kinds.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={prices.has(kind)}
                  onChange={({ target: { checked } }) =>
                    edit(setPrices)(new Set(checked ? [...prices, kind] : [...prices].filter((other) => other !== kind)))
                  }
                />
                {tPrice(kindTextKeys[kind])}
              </label>
            ))}
            {(['groupPrices', 'priceTables'] as const).map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={included[name]}
                  onChange={({ target: { checked } }) => edit(setIncluded)({ ...included, [name]: checked })}
                />
                {tPrice(name)}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="price-fields">
          <div className="field">
            <label htmlFor="price-change">{tPrice('change')}</label>
            <div className="price-change">
              <input
                id="price-change"
                type="text"
                maxLength={20}
                autoComplete="off"
                aria-describedby="price-change-help"
                value={typed}
                onChange={({ target: { value } }) => type(value)}
              />
              <select
                aria-label={tPrice('unit')}
                value={isPercent ? 'percent' : 'amount'}
                onChange={({ target: { value } }) => selectUnit(value === 'percent')}
              >
                <option value="percent">{tPrice('percent')}</option>
                <option value="amount">{currency.code}</option>
              </select>
            </div>
            <p className="help" id="price-change-help">
              {tPrice('changeHelp', examples)}
            </p>
          </div>
          <div className="field">
            <label htmlFor="price-rounding">{tPrice('rounding')}</label>
            <select id="price-rounding" value={rounding} onChange={({ target: { value } }) => edit(setRounding)(value)}>
              {offeredRoundings.map((choice) => (
                <option key={choice.name} value={choice.name}>
                  {formatRounding(choice)}
                </option>
              ))}
            </select>
          </div>
          {rounding !== 'none' && (
            <div className="field">
              <label htmlFor="price-direction">{tPrice('direction')}</label>
              <select
                id="price-direction"
                value={direction}
                onChange={({ target: { value } }) => edit(setDirection)(value as RoundingDirection)}
              >
                {Object.entries(directionTextKeys).map(([choice, key]) => (
                  <option key={choice} value={choice}>
                    {tPrice(key)}
                  </option>
                ))}
              </select>
            </div>
          )}
        </div>
        {would && <PricePreview would={would} included={included} currency={currency} />}
        <div role="alert">
          {failure !== null && <p className="form-failure">{failure}</p>}
          {would && would.refused > 0 && <p className="form-failure">{tPrice('refused')}</p>}
        </div>
        <DialogFooter
          onCancel={onClose}
          action={would ? tPrice('apply', { count: would.changed }) : t('tryFirst')}
          disabled={would !== null && (would.changed === 0 || would.refused > 0)}
          busy={busy}
        />
      </form>
    </Dialog>
  )
}

adoptFormStyle()
adoptListStyle()
adoptPriceStyle()

const reasonTextKeys = {
  code: 'baseReasonCode',
  formula: 'baseReasonFormula',
  rule: 'baseReasonRule',
  table: 'baseReasonTable',
} as const satisfies Readonly<Record<BaseCurrencyReply['obstacles'][number]['reason'], PriceTextKey>>

/** One sentence per effect. */
function listEffects({ amounts, formulas, factors }: BaseCurrencyReply): readonly string[] {
  const changed = factors.filter(({ before, after }) => before !== after)
  return [
    tPrice('baseAmounts', { count: amounts }),
    ...(formulas > 0 ? [tPrice('baseFormulas', { count: formulas })] : []),
    ...changed.map(({ code, before, after }) =>
      tPrice('baseFactor', { code, before: formatNumber(before), after: formatNumber(after) }),
    ),
    tPrice('baseCarts'),
    tPrice('baseDocuments'),
    tPrice('baseUndo'),
  ]
}

function ObstacleList({ obstacles, moreObstacles }: Pick<BaseCurrencyReply, 'obstacles' | 'moreObstacles'>): ReactNode {
  if (obstacles.length === 0) return null
  return (
    <div className="refused" role="alert">
      <p>{tPrice('baseRefused')}</p>
      <ul>
        {obstacles.map(({ entity, id, reason, title, label }) => (
          <li key={`${reason} ${entity} ${id}`}>
            <Link to={toRecordPath(entity, id)}>{title || label}</Link>: {tPrice(reasonTextKeys[reason])}
          </li>
        ))}
      </ul>
      {moreObstacles > 0 && <p className="quiet-text">{t('andMore', { count: moreObstacles })}</p>}
    </div>
  )
}

function ExampleTable({ examples, from, to }: Pick<BaseCurrencyReply, 'examples' | 'from' | 'to'>): ReactNode {
  if (examples.length === 0) return null
  return (
    <div className="grid-scroll price-preview" tabIndex={0} role="region" aria-label={tPrice('baseExamples')}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">{tPrice('item')}</th>
            <th scope="col">{tPrice('price')}</th>
            <th scope="col" className="number">
              {from}
            </th>
            <th scope="col" className="number">
              {to}
            </th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ title, label, field, before, after }, at) => (
            <tr key={at}>
              <th scope="row">
                {title}
                {title !== label && <span className="quiet-text">{label}</span>}
              </th>
              <td className="price-name">{field}</td>
              <td className="number">{formatNumber(before)}</td>
              <td className="number price-new">{formatNumber(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BaseCurrencyDialogProps {
  readonly id: number
  readonly code: string
  readonly rate: number
  readonly decimals: number
  readonly onClose: () => void
  /** Called after the change and after its undo. */
  readonly onChanged: () => unknown
}

/**
 * Changes the base currency: converts all amounts or keeps their numbers, after a preview with rates, examples and obstacles.
 */
export function BaseCurrencyDialog({ id, code, rate: factor, decimals, onClose, onChanged }: BaseCurrencyDialogProps): ReactNode {
  const { data: session } = useQuery(sessionQuery)
  const from = session?.currencies.find(({ base }) => base)?.code ?? ''
  const [converts, setConverts] = useState(true)
  const [rate, setRate] = useState(() => formatTypedNumber(String(factor), currentLanguage.get()))
  const [rounding, setRounding] = useState('none')
  const { would, failure, busy, edit, submit } = usePreview<BaseCurrencyReply>()
  const send = (options: { readonly dry_run?: true; readonly expected?: string }): Promise<BaseCurrencyReply> => {
    const body = { converts, ...(converts && { rate: parseNumberInput(rate), rounding }), ...options }
    return requestBody('POST', `records/currency/${id}/base`, { body })
  }
  // Prices are on almost every screen.
  const afterChange = async (): Promise<void> => {
    await queryClient.invalidateQueries()
    await onChanged()
  }
  const apply = async (state: string): Promise<void> => {
    const { undo } = await send({ expected: state })
    await afterChange()
    showToast({ text: tPrice('baseDone', { currency: code }), ...createUndoAction('currency', undo, afterChange) })
    onClose()
  }
  return (
    <Dialog title={tPrice('baseTitle', { currency: code })} onClose={onClose} wide>
      <form className="price-form" noValidate onSubmit={(event) => submit(event, { send, apply })}>
        <p>{tPrice('baseLead', { currency: from })}</p>
        <fieldset>
          <legend>{tPrice('baseMode')}</legend>
          {([true, false] as const).map((mode) => (
            <label key={String(mode)} className="price-check">
              <input type="radio" name="base-mode" checked={converts === mode} onChange={() => edit(setConverts)(mode)} />
              {tPrice(mode ? 'baseConvert' : 'baseKeep')}
            </label>
          ))}
          <p className="help">{converts ? tPrice('baseConvertHelp') : tPrice('baseKeepHelp', { from, to: code })}</p>
        </fieldset>
        {converts && (
          <div className="price-fields">
            <div className="field">
              <label htmlFor="base-rate">{tPrice('baseRate', { from, to: code })}</label>
              <input
                id="base-rate"
                type="text"
                inputMode="decimal"
                maxLength={20}
                autoComplete="off"
                value={rate}
                onChange={({ target: { value } }) => edit(setRate)(value)}
              />
            </div>
            <div className="field">
              <label htmlFor="base-rounding">{tPrice('rounding')}</label>
              <select id="base-rounding" value={rounding} onChange={({ target: { value } }) => edit(setRounding)(value)}>
                {roundings
                  .filter(({ places }) => places <= decimals)
                  .map((choice) => (
                    <option key={choice.name} value={choice.name}>
                      {formatRounding(choice)}
                    </option>
                  ))}
              </select>
            </div>
          </div>
        )}
        {would && (
          <div role="status">
            <ul className="price-facts">
              {listEffects(would).map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
            <ObstacleList {...would} />
            <ExampleTable {...would} />
          </div>
        )}
        <div role="alert">{failure !== null && <p className="form-failure">{failure}</p>}</div>
        <DialogFooter
          onCancel={onClose}
          action={would ? tPrice('baseApply') : t('tryFirst')}
          disabled={would !== null && would.obstacles.length > 0}
          busy={busy}
        />
      </form>
    </Dialog>
  )
}
