// Form controls for numbers, positions and times. Invalid input stays as typed and the server refuses it.
import { type ReactNode, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { formatLocalTime, parseLocalTime } from '#core/surface.js'
import { formatTimeZonePlace } from '../../wording/display-name.js'
import { currentLanguage, t, getTimeZone } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'

/** A typed number in the language of the account. Invalid or ambiguous text is sent as typed and the server refuses it. */
export function parseNumberInput(typed: string): number | string | null {
  if (typed.trim() === '') return null
  const parsed = parseNumber(typed, currentLanguage.get())
  return 'number' in parsed && parsed.number.replace(/\D/g, '').length <= 15 ? Number(parsed.number) : typed
}

/** A stored number in the notation of the language. */
export function formatNumberInput(value: unknown): string {
  if (typeof value === 'number') return formatTypedNumber(value, currentLanguage.get())
  return value === null || value === undefined ? '' : String(value)
}

export function NumberControl(props: ControlProps): ReactNode {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const formatted = formatNumberInput(value)
  const isFormatted = typed === null || parseNumberInput(typed) !== (value ?? null)
  return (
    <input
      {...toNativeAttributes(props)}
      type="text"
      inputMode="decimal"
      className="short"
      value={isFormatted ? formatted : typed}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(parseNumberInput(event.target.value))
      }}
    />
  )
}

/** A time as the value of a browser field, in the shop's time zone. */
export function toLocalTimeInput(iso: unknown): string {
  const time = typeof iso === 'string' ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? '' : formatLocalTime(time, getTimeZone())
}

/** The time in a browser field. null if empty. */
export function parseLocalTimeInput(text: string): string | null {
  const time = parseLocalTime(text.slice(0, 16), getTimeZone())
  return time === null ? null : new Date(time).toISOString()
}

export function DateTimeControl(props: ControlProps): ReactNode {
  const hint = `${props.id}-zone`
  return (
    <div className="with-button">
      <input
        {...toNativeAttributes({ ...props, describedBy: [hint, props.describedBy].filter(Boolean).join(' ') })}
        type="datetime-local"
        className="short"
        value={toLocalTimeInput(props.value)}
        onChange={(event) => props.onChange(parseLocalTimeInput(event.target.value))}
      />
      {!props.disabled && (
        <button type="button" onClick={() => props.onChange(new Date().toISOString())}>
          {t('now')}
        </button>
      )}
      <span className="quiet-text" id={hint}>
        {t('inTimeZone', { zone: formatTimeZonePlace(getTimeZone()) })}
      </span>
    </div>
  )
}
