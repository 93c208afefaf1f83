// Changes the base currency: a preview shows the effects, examples and obstacles first, and the change can be undone.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatTypedNumber } from '#core/contract.js'
import type { BaseCurrencyReply } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { sessionQuery, queryClient } from '../base/queries.js'
import { createUndoAction, showToast } from '../base/toasts.js'
import { parseNumberInput } from '../control/text-controls.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { currentLanguage, t, formatNumber } from '../wording/text.js'
import { usePreview, type PriceTextKey, tPrice, adoptPriceStyle, roundings, formatRounding } from './price-preview.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'

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
