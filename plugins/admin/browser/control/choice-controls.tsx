// Form controls for choices: a switch, single choice, multiple choice and facets.
import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { namesQuery, totalQuery, sessionQuery } from '../base/queries.js'
import { currentLanguage, t } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'
import { RecordPicker } from './record-picker.js'

interface ChoiceOption {
  readonly value: string
  readonly label: string
}

const getChoiceOptions = ({ field }: ControlProps): readonly ChoiceOption[] =>
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

const maximumFacets = 6

interface Facet {
  readonly field: string
  readonly title: Readonly<Record<string, string>>
}

/** A facet as stored. A field without a heading is stored as its name. */
type StoredFacet = string | { readonly field: string; readonly title?: Readonly<Record<string, string>> }

const toFacet = (facet: StoredFacet): Facet =>
  typeof facet === 'string' ? { field: facet, title: {} } : { field: facet.field, title: facet.title ?? {} }

/** A facet without headings is stored as the name of its field. */
function toStoredFacet({ field, title }: Facet): StoredFacet {
  const filled = Object.fromEntries(Object.entries(title).filter(([, text]) => text.trim() !== ''))
  return Object.keys(filled).length === 0 ? field : { field, title: filled }
}

/**
 * Form control for the filters of a product list: up to six product fields in order, each with a heading in every language.
 */
export function FacetsControl(props: ControlProps): ReactNode {
  const { id, value, onChange, label, describedBy, disabled } = props
  const { data: session } = useQuery(sessionQuery)
  const languages = session?.languages ?? []
  const offered = getChoiceOptions(props)
  const facets = Array.isArray(value) ? (value as readonly StoredFacet[]).map(toFacet) : []
  const chosen = new Set(facets.map(({ field }) => field))
  const change = (next: readonly Facet[]): void => onChange(next.length === 0 ? null : next.map(toStoredFacet))
  const nameOf = (field: string): string => offered.find((choice) => choice.value === field)?.label ?? field
  const swap = (index: number): void => change(facets.toSpliced(index - 1, 2, facets[index]!, facets[index - 1]!))
  const write = (index: number, tag: string, text: string): void =>
    change(facets.map((facet, at) => (at === index ? { ...facet, title: { ...facet.title, [tag]: text } } : facet)))
  return (
    <div className="facets" role="group" aria-label={label} aria-describedby={describedBy}>
      {facets.map(({ field, title }, index) => (
        <fieldset key={field} disabled={disabled}>
          <legend>{nameOf(field)}</legend>
          {languages.map(({ tag, label: language }) => (
            <label key={tag}>
              {t('facetHeading', { language })}
              <input
                type="text"
                lang={tag}
                dir="auto"
                maxLength={100}
                value={title[tag] ?? ''}
                placeholder={nameOf(field)}
                onChange={({ target }) => write(index, tag, target.value)}
              />
            </label>
          ))}
          <p className="buttons">
            {index > 0 && (
              <button type="button" className="quiet" onClick={() => swap(index)}>
                {t('moveFacetUp', { name: nameOf(field) })}
              </button>
            )}
            <button type="button" className="quiet" onClick={() => change(facets.filter((_, at) => at !== index))}>
              {t('takeOut', { title: nameOf(field) })}
            </button>
          </p>
        </fieldset>
      ))}
      <select
        id={id}
        aria-label={t('addFacet')}
        disabled={disabled || facets.length >= maximumFacets}
        value=""
        onChange={({ target }) => change([...facets, { field: target.value, title: {} }])}
      >
        <option value="">{t(facets.length >= maximumFacets ? 'facetsComplete' : 'addFacet')}</option>
        {offered
          .filter((choice) => !chosen.has(choice.value))
          .map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
      </select>
    </div>
  )
}
