// The code editor: completion, errors at their position, and the value for a sample. Read-only without the scope code:write.
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { placeholderColumns, placeholders } from '#core/engine/calculation/code-tree.js'
import { type ControlProps, FormContext, type FormFields } from '../../control/define.js'
import { CodeControl } from '../../control/text.js'
import type { EditorProduct } from '../product.js'
import { LiveValue } from '../sample/live-value.js'
import { type Sample, useJudgedBody } from '../sample/use-judged-body.js'
import { adoptEditorStyle } from '../style.js'
import { CompletingText } from '../text/completing-text.js'
import { WithProduct } from '../with-product.js'
import { say } from '../wording/say.js'
import { codeOffers } from './offers.js'

const columns = placeholders.map((letter) => placeholderColumns[letter])

function Editor({
  product,
  fields,
  ...props
}: ControlProps & { readonly product: EditorProduct; readonly fields: FormFields }): ReactNode {
  const { disabled = false, onChange } = props
  const text = typeof props.value === 'string' ? props.value : ''
  const held: readonly unknown[] = useWatch({ control: fields.control, name: columns })
  const ids = held.map((id) => (typeof id === 'number' ? id : null))
  const key = ids.join()
  const [sample, setSample] = useState<Sample>({})
  const complete = useMemo(
    () => codeOffers(product, Object.fromEntries(placeholders.map((letter, index) => [letter, ids[index] ?? null]))),
    [product, key],
  )
  const typed = { code: text, ...Object.fromEntries(columns.map((column, index) => [column, ids[index] ?? null])) }
  const judgement = useJudgedBody(product.place, disabled || text.trim() === '' ? null : typed, sample)
  const [issue] = judgement.isAsking ? [] : (judgement.judged?.issues ?? [])
  const letters = placeholders.flatMap((letter, index) => {
    const id = ids[index]
    return id === null || id === undefined ? [] : [`${letter} = ‘${product.questions.get(id)?.title ?? `#${id}`}’`]
  })
  return (
    <div className="body-editor">
      <CompletingText
        id={props.id}
        label={props.label}
        value={text}
        onChange={onChange}
        onBlur={props.onBlur}
        complete={complete}
        problem={issue ? { message: issue.message, at: issue.at ?? null } : null}
        disabled={disabled}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={props.required}
        rows={4}
      />
      {letters.length > 0 && <p className="quiet-text">{letters.join(', ')}</p>}
      <p className="help">{say(disabled ? 'codeReadOnly' : 'textFormHelp')}</p>
      {!disabled && <LiveValue product={product} judgement={judgement} sample={sample} onSample={setSample} />}
    </div>
  )
}

/** The control for code. Plain text if the record has no product. */
export function CodeEditor(props: ControlProps): ReactNode {
  adoptEditorStyle()
  const { fields } = useContext(FormContext)
  const otherwise = <CodeControl {...props} />
  if (!fields) return otherwise
  return <WithProduct otherwise={otherwise}>{(product) => <Editor {...props} fields={fields} product={product} />}</WithProduct>
}
