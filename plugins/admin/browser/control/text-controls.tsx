// Controls for texts, numbers, times and JSON.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useLayoutEffect, useRef, useState, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { sessionQuery } from '../base/queries.js'
import { formatNumber, t, currentLanguage, getTimeZone } from '../wording/text.js'
import { type ControlProps, FormContext, toNativeAttributes } from './control-props.js'
import { RichTextControl } from './rich-text-control.js'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import { formatTimeZonePlace } from '../../wording/display-name.js'

const toInputText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Shows the number of characters once a text nears its maximum. */
function CharacterCount({ value, most: limit }: { readonly value: string; readonly most: number }): ReactNode {
  const used = [...value].length
  return used < limit * 0.8 ? null : (
    <p className={used > limit ? 'room over' : 'room'}>
      {t('characters', { used: formatNumber(used), most: formatNumber(limit) })}
    </p>
  )
}

function MultilineInput(props: ControlProps & { readonly className?: string }): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null)
  const text = toInputText(props.value)
  useLayoutEffect(() => {
    const { current } = area
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  }, [text])
  return (
    <textarea
      {...toNativeAttributes(props)}
      ref={area}
      dir={props.className === 'mono' ? 'ltr' : 'auto'}
      rows={4}
      className={props.className}
      spellCheck={props.className === 'mono' ? false : undefined}
      value={text}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

export function TextControl(props: ControlProps): ReactNode {
  const { hints } = props.field
  const maxLength = typeof hints['length'] === 'number' ? hints['length'] : Number.MAX_SAFE_INTEGER
  const text = toInputText(props.value)
  if (hints['html'] === true) return <RichTextControl {...props} />
  return (
    <>
      {hints['long'] === true ? (
        <MultilineInput {...props} />
      ) : (
        <input
          {...toNativeAttributes(props)}
          dir="auto"
          type="text"
          value={text}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      <CharacterCount value={text} most={maxLength} />
    </>
  )
}

export function CodeControl(props: ControlProps): ReactNode {
  return <MultilineInput {...props} className="mono" />
}

/** A secret is never shown again. An empty field keeps the stored one. */
export function SecretControl(props: ControlProps): ReactNode {
  const [isVisible, setVisible] = useState(false)
  const { isStored } = props.field.hints
  // Most forms do not know whether a secret is stored.
  const storedHint = isStored === true ? '••••••••' : isStored === false ? undefined : t('unchanged')
  return (
    <div className="with-button">
      <input
        {...toNativeAttributes(props)}
        dir="ltr"
        type={isVisible ? 'text' : 'password'}
        autoComplete="new-password"
        placeholder={storedHint}
        value={toInputText(props.value)}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <button type="button" aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
        {t('show')}
      </button>
    </div>
  )
}

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

/**
 * An amount with the code of the base currency.
 * @param id the id of the code. null for other numbers
 */
export function BaseCurrencyAffix({ id, children }: { readonly id: string | null; readonly children: ReactNode }): ReactNode {
  const { data: session } = useQuery({ ...sessionQuery, enabled: id !== null })
  const code = session?.currencies.find(({ base }) => base)?.code
  if (id === null) return children
  return (
    <span className="affixed">
      {children}
      <span className="quiet-text" id={id}>
        {code}
      </span>
    </span>
  )
}

interface AmountCondition {
  readonly property: string
  readonly values: readonly unknown[]
}

/** The value of a discount is an amount only for one type of discount. */
function ConditionalAmountControl({ condition, ...props }: ControlProps & { readonly condition: AmountCondition }): ReactNode {
  const { fields } = useContext(FormContext)
  const other: unknown = useWatch({ ...(fields && { control: fields.control }), name: condition.property })
  return <PlainNumberControl {...props} isAmount={condition.values.includes(other)} />
}

function PlainNumberControl({ isAmount, ...props }: ControlProps & { readonly isAmount: boolean }): ReactNode {
  const { id, value, onChange, describedBy } = props
  const [typed, setTyped] = useState<string | null>(null)
  const formatted = formatNumberInput(value)
  const isFormatted = typed === null || parseNumberInput(typed) !== (value ?? null)
  const currencyId = `${id}-currency`
  const input = (
    <input
      {...toNativeAttributes(isAmount ? { ...props, describedBy: [currencyId, describedBy].filter(Boolean).join(' ') } : props)}
      dir="ltr"
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
  return <BaseCurrencyAffix id={isAmount ? currencyId : null}>{input}</BaseCurrencyAffix>
}

export function NumberControl(props: ControlProps): ReactNode {
  const { fields } = useContext(FormContext)
  const { inBaseCurrency } = props.field.hints as { readonly inBaseCurrency?: true | AmountCondition }
  if (typeof inBaseCurrency === 'object' && fields !== null)
    return <ConditionalAmountControl {...props} condition={inBaseCurrency} />
  return <PlainNumberControl {...props} isAmount={inBaseCurrency === true} />
}

/** A time as the value of a browser field, in the shop's time zone. */
function toLocalTimeInput(iso: unknown): string {
  const time = typeof iso === 'string' ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? '' : typedText.formatLocalTime(time, getTimeZone())
}

/** The time in a browser field. null if empty. */
function parseLocalTimeInput(text: string): string | null {
  const time = typedText.parseLocalTime(text.slice(0, 16), getTimeZone())
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

const formatJson = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

interface JsonInput {
  readonly value: unknown
  readonly problem: string | null
}

/** The value of a JSON text. Invalid text is passed on unchanged. The server refuses it, and the input is not lost. */
function parseJsonText(text: string): JsonInput {
  if (text.trim() === '') return { value: null, problem: null }
  try {
    return { value: JSON.parse(text) as unknown, problem: null }
  } catch (error) {
    return { value: text, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Form control for structured values: JSON as text, with syntax errors shown while typing. */
export function JsonControl(props: ControlProps): ReactNode {
  const { value, onChange } = props
  const [text, setText] = useState(() => (typeof value === 'string' ? value : formatJson(value)))
  const { problem, value: parsedValue } = parseJsonText(text)
  useEffect(() => {
    // A merged or reloaded version.
    if (JSON.stringify(parsedValue) !== JSON.stringify(value ?? null))
      setText(typeof value === 'string' ? value : formatJson(value))
  }, [value])
  return (
    <>
      <textarea
        {...toNativeAttributes(props)}
        dir="ltr"
        rows={Math.min(14, Math.max(3, text.split('\n').length))}
        className="mono"
        spellCheck={false}
        placeholder={props.field.sensitive ? t('unchanged') : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(parseJsonText(event.target.value).value)
        }}
      />
      {problem !== null && <p className="room over">{t('notJson', { problem })}</p>}
    </>
  )
}
