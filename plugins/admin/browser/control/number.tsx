// Form controls for numbers, positions and times. Invalid input stays as typed and the server refuses it.
import { type ReactNode, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/foundation/parse-number.js'
import { formatLocalTime, parseLocalTime } from '#core/foundation/time-zone.js'
import { spoken, t, timeZone } from '../wording/text.js'
import type { ControlProps } from './define.js'
import { native } from './native.js'

/** A typed number in the language of the account. Invalid or ambiguous text is sent as typed and the server refuses it. */
export function readNumber(typed: string): number | string | null {
  if (typed.trim() === '') return null
  const parsed = parseNumber(typed, spoken.get())
  return 'number' in parsed && parsed.number.replace(/\D/g, '').length <= 15 ? Number(parsed.number) : typed
}

/** A stored number in the notation of the language. */
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

/** A time as the value of a browser field, in the shop's time zone. */
export function toLocal(iso: unknown): string {
  const time = typeof iso === 'string' ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? '' : formatLocalTime(time, timeZone())
}

/** The time in a browser field. null if empty. */
export function fromLocal(text: string): string | null {
  const time = parseLocalTime(text.slice(0, 16), timeZone())
  return time === null ? null : new Date(time).toISOString()
}

export function MomentControl(props: ControlProps): ReactNode {
  const hint = `${props.id}-zone`
  return (
    <div className="with-button">
      <input
        {...native({ ...props, describedBy: [hint, props.describedBy].filter(Boolean).join(' ') })}
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
      <span className="quiet-text" id={hint}>
        {t('inTimeZone', { zone: timeZone() })}
      </span>
    </div>
  )
}
