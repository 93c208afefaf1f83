// Controls of numbers, places and moments: what cannot be read as one is kept as typed, and the server says why not.
import { type ReactNode, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/ground/parse-number.js'
import { spoken, t } from '../wording/text.js'
import type { ControlProps } from './define.js'
import { native } from './native.js'

/** A typed number in the language of the account. A text that is none, or has two readings, is sent as typed: the server refuses it. */
export function readNumber(typed: string): number | string | null {
  if (typed.trim() === '') return null
  const parsed = parseNumber(typed, spoken.get())
  return 'number' in parsed && parsed.number.replace(/\D/g, '').length <= 15 ? Number(parsed.number) : typed
}

/** A stored number as people of the language type it. */
export function writeNumber(value: unknown): string {
  if (typeof value === 'number') return formatTypedNumber(value, spoken.get())
  return value === null || value === undefined ? '' : String(value)
}

export function NumberControl(props: ControlProps): ReactNode {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shown = writeNumber(value)
  const isShown = typed === null || readNumber(typed) !== (value ?? null)
  return (
    <input
      {...native(props)}
      type="text"
      inputMode="decimal"
      className="short"
      value={isShown ? shown : typed}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readNumber(event.target.value))
      }}
    />
  )
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment as the browser's field writes it, in the reader's time zone. */
export function toLocal(iso: unknown): string {
  const time = typeof iso === 'string' ? new Date(iso) : null
  if (!time || Number.isNaN(time.getTime())) return ''
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The moment that a browser's field means; null where it is empty. */
export function fromLocal(text: string): string | null {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

export function MomentControl(props: ControlProps): ReactNode {
  return (
    <div className="with-button">
      <input
        {...native(props)}
        type="datetime-local"
        className="short"
        value={toLocal(props.value)}
        onChange={(event) => props.onChange(fromLocal(event.target.value))}
      />
      {!props.disabled && (
        <button type="button" onClick={() => props.onChange(new Date().toISOString())}>
          {t('now')}
        </button>
      )}
    </div>
  )
}
