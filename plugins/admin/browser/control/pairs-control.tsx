// Form controls for lists of pairs, as small tables: prices and calculations per customer group, and selections.
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.js'
import { t, type TextKey } from '../wording/text.js'
import type { ControlProps } from './control-props.js'
import { parseNumberInput, formatNumberInput } from './text-controls.js'
import { RecordPicker } from './record-picker.js'

type Pair = Readonly<Record<string, unknown>>

interface PairShape {
  /** The member that references a record, and the record's entity. */
  readonly key: string
  readonly entity: string
  readonly keyLabel: TextKey
  readonly valueKey: string
  readonly valueLabel: TextKey
  readonly value: 'number' | 'text' | { readonly entity: string; readonly emptyLabel: TextKey }
}

const pairShapes: Readonly<Record<string, PairShape>> = {
  'group-prices': {
    key: 'customer_group_id',
    entity: 'customer-group',
    keyLabel: 'customerGroup',
    valueKey: 'price',
    valueLabel: 'price',
    value: 'number',
  },
  'group-calculations': {
    key: 'customer_group_id',
    entity: 'customer-group',
    keyLabel: 'customerGroup',
    valueKey: 'calculation_id',
    valueLabel: 'calculation',
    value: { entity: 'calculation', emptyLabel: 'noCalculation' },
  },
  selections: {
    key: 'question_id',
    entity: 'question',
    keyLabel: 'question',
    valueKey: 'value',
    valueLabel: 'value',
    value: 'text',
  },
}

interface ValueProps {
  readonly shape: PairShape
  readonly id: string
  readonly label: string
  readonly value: unknown
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
}

function PairValue({ shape, id, label, value, disabled, onChange }: ValueProps): ReactNode {
  if (typeof shape.value === 'object') {
    const recordId = typeof value === 'number' ? value : null
    return (
      <>
        <RecordPicker
          id={id}
          entity={shape.value.entity}
          value={recordId}
          onChange={onChange}
          label={label}
          disabled={disabled}
        />
        {recordId === null && <p className="help">{t(shape.value.emptyLabel)}</p>}
      </>
    )
  }
  const read = shape.value === 'number' ? parseNumberInput : (text: string): unknown => text
  return (
    <input
      id={id}
      type="text"
      inputMode={shape.value === 'number' ? 'decimal' : undefined}
      aria-label={label}
      disabled={disabled}
      // Uncontrolled: an unfinished number such as `1.` keeps its text while its value stays the same.
      defaultValue={formatNumberInput(value)}
      onChange={(event) => onChange(read(event.target.value))}
    />
  )
}

export function PairsControl({ id, field, value, onChange, label, describedBy, disabled = false }: ControlProps): ReactNode {
  const shape = pairShapes[field.control]!
  const pairs: readonly Pair[] = Array.isArray(value) ? (value as readonly Pair[]) : []
  const put = (at: number, key: string, next: unknown): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, [key]: next } : pair)))
  return (
    <div className="pairs" role="group" aria-label={label} aria-describedby={describedBy}>
      {pairs.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t(shape.keyLabel)}</th>
              <th scope="col">{t(shape.valueLabel)}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, at) => (
              <tr key={at}>
                <td>
                  <RecordPicker
                    id={`${id}-${at}-key`}
                    entity={shape.entity}
                    value={typeof pair[shape.key] === 'number' ? Number(pair[shape.key]) : null}
                    label={t('rowOf', { label: t(shape.keyLabel), row: at + 1 })}
                    required
                    disabled={disabled}
                    onChange={(next) => put(at, shape.key, next)}
                  />
                </td>
                <td>
                  <PairValue
                    key={pairs.length}
                    shape={shape}
                    id={`${id}-${at}-value`}
                    label={t('rowOf', { label: t(shape.valueLabel), row: at + 1 })}
                    value={pair[shape.valueKey]}
                    disabled={disabled}
                    onChange={(next) => put(at, shape.valueKey, next)}
                  />
                </td>
                <td className="narrow">
                  <button
                    type="button"
                    className="icon-button"
                    disabled={disabled}
                    aria-label={t('removeRow', { row: at + 1 })}
                    onClick={() => onChange(pairs.filter((_, index) => index !== at))}
                  >
                    <Icon name="trash" size={16} />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button
        type="button"
        id={id}
        disabled={disabled}
        onClick={() => onChange([...pairs, { [shape.key]: null, [shape.valueKey]: null }])}
      >
        <Icon name="plus" size={16} /> {t('addRow')}
      </button>
    </div>
  )
}
