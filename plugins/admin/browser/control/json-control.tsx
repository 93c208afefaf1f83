// Form control for structured values: JSON as text, with syntax errors shown while typing.
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'

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
