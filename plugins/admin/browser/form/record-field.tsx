// One field of a form: label, control, help and error messages.
import { type ReactNode, useState } from 'react'
import { type Control as FormControl, useController, useWatch } from 'react-hook-form'
import type { FormField } from '../../api/shape.js'
import { FieldControl, getControlName, isInlineControl, isLabelableControl } from '../control/field-control.js'
import { t } from '../wording/text.js'
import { getKeyLanguage, type FormValues } from './form-values.js'

interface RecordFieldProps {
  readonly field: FormField
  /** The key of the visible input. Translated fields have one key per language. */
  readonly inputKey: string
  readonly form: FormControl<FormValues>
  /** Prefix of element ids, for pages with two forms. */
  readonly prefix: string
  readonly isNew: boolean
  readonly frozen: boolean
  readonly messages: readonly string[]
  readonly onTouch: (key: string) => void
}

export const toInputId = (prefix: string, key: string): string => `${prefix}-${key}`

function FieldContent({ field, inputKey, form, prefix, isNew, frozen, messages, onTouch }: RecordFieldProps): ReactNode {
  const [helped, setHelped] = useState(false)
  const { field: controlled } = useController({ control: form, name: inputKey })
  const id = toInputId(prefix, inputKey)
  const language = getKeyLanguage(field, inputKey)
  const { help } = field
  const described = [help !== undefined && `${id}-help`, messages.length > 0 && `${id}-wrong`].filter(Boolean).join(' ')
  const disabled = frozen || field.readOnly || (field.locked && !isNew)
  const label = (
    <>
      <span className={field.required ? 'required' : undefined}>{field.label}</span>
      {language !== null && <span className="language-mark"> ({language})</span>}
    </>
  )
  return (
    <div
      className={`field control-${field.control}${isInlineControl(field.control) ? ' inline' : ''}`}
      data-wrong={messages.length > 0}
    >
      <div className="label-line">
        {isLabelableControl(getControlName(field)) && !(field.control === 'text' && field.hints['html'] === true) ? (
          <label htmlFor={id}>{label}</label>
        ) : (
          <span className="label">{label}</span>
        )}
        {help !== undefined && help.length > 90 && (
          <button
            type="button"
            className="help-button"
            aria-expanded={helped}
            aria-label={t('helpOn', { field: field.label })}
            onClick={() => setHelped(!helped)}
          >
            ?
          </button>
        )}
      </div>
      <FieldControl
        id={id}
        field={field}
        value={controlled.value}
        label={language === null ? field.label : `${field.label} (${language})`}
        describedBy={described === '' ? undefined : described}
        invalid={messages.length > 0}
        required={field.required}
        disabled={disabled}
        language={language ?? undefined}
        onBlur={controlled.onBlur}
        onChange={(value) => {
          controlled.onChange(value)
          onTouch(inputKey)
        }}
      />
      {messages.length > 0 && (
        <ul className="wrong" id={`${id}-wrong`}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {help !== undefined && (
        <p className={help.length > 90 && !helped ? 'hidden' : 'help'} id={`${id}-help`}>
          {help}
        </p>
      )}
      {field.locked && isNew && <p className="help">{t('lockedLater')}</p>}
    </div>
  )
}

function ConditionalField(props: RecordFieldProps): ReactNode {
  const { property, values } = props.field.appliesWhen!
  const decisive = useWatch({ control: props.form, name: property })
  return (values as readonly unknown[]).includes(decisive) ? <FieldContent {...props} /> : null
}

/** The field, visible only while it applies. */
export function RecordField(props: RecordFieldProps): ReactNode {
  return props.field.appliesWhen ? <ConditionalField {...props} /> : <FieldContent {...props} />
}
