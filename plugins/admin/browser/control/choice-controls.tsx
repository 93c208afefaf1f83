// Form controls for choices: a switch, single choice and multiple choice.
import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { namesQuery, totalQuery } from '../base/queries.js'
import { currentLanguage, t } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'
import { RecordPicker } from './record-picker.js'

interface ChoiceOption {
  readonly value: string
  readonly label: string
}

export const getChoiceOptions = ({ field }: ControlProps): readonly ChoiceOption[] =>
  Array.isArray(field.hints['choices']) ? (field.hints['choices'] as readonly ChoiceOption[]) : []

export function SwitchControl({ id, value, onChange, label, describedBy, invalid, disabled }: ControlProps): ReactNode {
  const on = value === true
  return (
    <button
      type="button"
      id={id}
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={disabled}
      className="switch"
      onClick={() => onChange(!on)}
    />
  )
}

export function SelectControl(props: ControlProps): ReactNode {
  const { value, onChange, field } = props
  const offered = getChoiceOptions(props)
  const selected = typeof value === 'string' ? value : ''
  const isListed = selected === '' || offered.some((choice) => choice.value === selected)
  return (
    <select {...toNativeAttributes(props)} value={selected} onChange={(event) => onChange(event.target.value)}>
      {(field.default === undefined || selected === '') && <option value="">{t('nothingChosen')}</option>}
      {!isListed && <option value={selected}>{selected}</option>}
      {offered.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

export function RadioControl(props: ControlProps): ReactNode {
  const { id, value, onChange, label, describedBy, disabled } = props
  return (
    <div className="choices" role="radiogroup" id={id} aria-label={label} aria-describedby={describedBy}>
      {getChoiceOptions(props).map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={id}
            disabled={disabled}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}

/** Maximum number of chips that are shown without expanding. */
const maxVisibleChips = 30

function MultipleRecordsControl({
  id,
  entity,
  ids,
  ...props
}: ControlProps & { entity: string; ids: readonly number[] }): ReactNode {
  const [isExpanded, setExpanded] = useState(false)
  const isLong = ids.length > maxVisibleChips
  const { data: total } = useQuery({ ...totalQuery(entity), enabled: isLong })
  const listed = isLong && !isExpanded ? ids.slice(0, maxVisibleChips) : ids
  const isAll = isLong && total !== undefined && ids.length >= total
  const { data: names } = useQuery(namesQuery(entity, listed))
  return (
    <div className="many" role="group" aria-label={props.label}>
      {isLong && (
        <p className="quiet-text">
          {isAll
            ? t('allOf', {
                field: currentLanguage.get().startsWith('en') ? props.label.toLowerCase() : props.label,
                count: ids.length,
              })
            : t('chosenOf', { field: props.label, count: ids.length })}{' '}
          <button type="button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {t(isExpanded ? 'showFewer' : 'showAllChosen')}
          </button>
        </p>
      )}
      {listed.length > 0 && !(isAll && !isExpanded) && (
        <ul className="chips">
          {listed.map((recordId) => (
            <li key={recordId}>
              <button
                type="button"
                className="chip"
                disabled={props.disabled}
                aria-label={t('takeOut', { title: names?.get(recordId) ?? '…' })}
                onClick={() => props.onChange(ids.filter((other) => other !== recordId))}
              >
                {names?.get(recordId) ?? '…'} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <RecordPicker
        id={id}
        entity={entity}
        value={null}
        label={props.label}
        describedBy={props.describedBy}
        disabled={props.disabled}
        onChange={(next) => next !== null && !ids.includes(next) && props.onChange([...ids, next])}
      />
    </div>
  )
}

export function MultipleChoiceControl(props: ControlProps): ReactNode {
  const { id, value, onChange, field, label, describedBy, disabled } = props
  const selected: readonly unknown[] = Array.isArray(value) ? value : []
  const entity = field.hints['entity']
  if (typeof entity === 'string') return <MultipleRecordsControl {...props} entity={entity} ids={selected as readonly number[]} />
  // Languages that the shop does not have yet. A selected one gets a check box.
  const further = (field.hints['furtherLanguages'] ?? []) as readonly ChoiceOption[]
  const offered = getChoiceOptions(props)
  const isOffered = ({ value: option }: ChoiceOption): boolean => offered.some((choice) => choice.value === option)
  const added = further.filter((choice) => selected.includes(choice.value) && !isOffered(choice))
  const addable = further.filter((choice) => !selected.includes(choice.value) && !isOffered(choice))
  return (
    <div className="choices" role="group" id={id} tabIndex={-1} aria-label={label} aria-describedby={describedBy}>
      {[...offered, ...added].map((choice) => (
        <label key={choice.value}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={selected.includes(choice.value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...selected, choice.value] : selected.filter((item) => item !== choice.value))
            }
          />
          {choice.label}
        </label>
      ))}
      {further.length > 0 && (
        <select
          value=""
          aria-label={t('addLanguage')}
          disabled={disabled}
          onChange={(event) => onChange([...selected, event.target.value])}
        >
          <option value="">{t('addLanguage')}</option>
          {addable.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
