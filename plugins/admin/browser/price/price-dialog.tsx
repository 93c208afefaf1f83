// Changes many prices: a preview shows old and new prices first, and the change can be undone.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import type { PriceChangeReply, PriceChangeRequest } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { refreshRecords, sessionQuery } from '../base/queries.js'
import { createUndoAction, showToast } from '../base/toasts.js'
import { parseNumberInput } from '../control/text-controls.js'
import type { BulkTarget } from '../list/bulk-change.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { currentLanguage, t } from '../wording/text.js'
import {
  PricePreview,
  usePreview,
  type PriceTextKey,
  tPrice,
  adoptPriceStyle,
  roundings,
  formatRounding,
} from './price-preview.js'

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
