// Selects one record of an entity: type to search, arrow keys to move, with an option to create a new record.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import type { RecordChoice } from '../../api/shape.js'
import { FormContext } from './control-props.js'
import { choicesQuery, namesQuery } from '../base/queries.js'
import { t } from '../wording/text.js'

interface RecordPickerProps {
  readonly id: string
  readonly entity: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly onBlur?: () => void
  readonly describedBy?: string
  readonly invalid?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
  readonly label?: string
  /** Offered below the results, if the account may create records. */
  readonly onNew?: () => void
}

/** Milliseconds after the last key until the search. */
const searchDelay = 150

const maxChoices = 20

/** Choices whose label contains the text. Labels that begin with it come first. */
function filterChoices(choices: readonly RecordChoice[], text: string): readonly RecordChoice[] {
  const needle = text.trim().toLocaleLowerCase()
  const matches = choices.filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  const begins = ({ label }: RecordChoice): number => Number(label.toLocaleLowerCase().startsWith(needle))
  return matches.toSorted((a, b) => begins(b) - begins(a)).slice(0, maxChoices)
}

export function RecordPicker(props: RecordPickerProps): ReactNode {
  const { id, entity, value, onChange, onNew } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const list = useId()
  const { nearby } = useContext(FormContext)
  const near = nearby?.(entity) ?? null
  const isNear = near?.some((choice) => choice.id === value) === true
  const { data: names } = useQuery(namesQuery(entity, value === null || isNear ? [] : [value]))
  const { data, isPlaceholderData } = useQuery({ ...choicesQuery(entity, search), enabled: open && near === null })
  const matches = near ? filterChoices(near, search) : (data ?? [])
  /** True while the results belong to an older text, or are not loaded yet. */
  const stale = (typed ?? '') !== search || (near === null && (isPlaceholderData || data === undefined))
  const [hurried, setHurried] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed ?? ''), searchDelay)
    return () => clearTimeout(timer)
  }, [typed])
  const title =
    value === null
      ? ''
      : (near?.find((choice) => choice.id === value)?.label ?? names?.get(value) ?? (names ? t('unknownRecord') : '…'))
  const offers: readonly (RecordChoice | 'new')[] = onNew ? [...matches, 'new'] : matches
  const leave = (): void => {
    setOpen(false)
    setTyped(null)
    setSearch('')
    setAt(0)
    setHurried(false)
  }
  const take = (offer: RecordChoice | 'new' | undefined): void => {
    if (offer === undefined) return
    leave()
    if (offer === 'new') onNew?.()
    else onChange(offer.id)
  }
  // Enter was pressed before the results arrived. It selects the first result.
  useEffect(() => {
    if (!hurried || stale || !open) return
    setHurried(false)
    take(matches[0])
  }, [hurried, stale])
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) return setOpen(true)
      const next = offers.length === 0 ? 0 : (at + step + offers.length) % offers.length
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (stale) setHurried(true)
      else take(offers[at])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
  }
  return (
    <div
      className="picker"
      ref={box}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)) return
        // Leaving an empty field clears the reference.
        if (typed === '' && value !== null && !props.required) onChange(null)
        // After Enter, the pending result is still selected although the focus has moved on.
        if (!hurried) leave()
        props.onBlur?.()
      }}
    >
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-label={props.label}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && offers.length > 0 ? `${list}-${at}` : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        aria-required={props.required || undefined}
        disabled={props.disabled}
        placeholder={props.disabled ? undefined : t('searchRecords')}
        value={typed ?? title}
        onChange={(event) => {
          setTyped(event.target.value)
          setOpen(true)
          setAt(0)
          setHurried(false)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={walk}
      />
      {value !== null && !props.required && !props.disabled && (
        <button type="button" className="icon-button picker-clear" aria-label={t('clearChoice')} onClick={() => onChange(null)}>
          ×
        </button>
      )}
      <ul role="listbox" id={list} className="popup" hidden={!open} aria-busy={stale} aria-label={t('found')}>
        {open &&
          offers.map((offer, index) => (
            <li
              key={offer === 'new' ? 'new' : offer.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={offer === 'new' ? 'offer-new' : undefined}
              // The text field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(index)}
              onClick={() => take(offer)}
            >
              {offer === 'new' ? t('createNew') : offer.label}
            </li>
          ))}
        {open && offers.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled="true" className="nothing">
            {t('nothingFound')}
          </li>
        )}
      </ul>
    </div>
  )
}
