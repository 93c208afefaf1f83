// Form controls for plain text: single line, growing multi-line, code, and passwords.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber, t } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'
import { RichTextControl } from './rich-text-control.js'

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
        <input {...toNativeAttributes(props)} type="text" value={text} onChange={(event) => props.onChange(event.target.value)} />
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
