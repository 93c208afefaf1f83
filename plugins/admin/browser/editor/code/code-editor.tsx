// The code editor: completion, errors at their position, and the value for a sample. Read-only without the scope code:write.
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { placeholderColumns, placeholders } from '#core/surface.js'
import { type ControlProps, FormContext, type FormAccess } from '../../control/control-props.js'
import { CodeControl } from '../../control/text-controls.js'
import type { EditorProduct } from '../editor-product.js'
import { SampleValue } from '../sample/sample-value.js'
import { type SampleSelections, useBodyCheck } from '../sample/use-body-check.js'
import { adoptEditorStyle } from '../editor-style.js'
import { CompletionField } from '../text/completion-field.js'
import { WithProduct } from '../with-product.js'
import { tEditor } from '../wording/editor-text.js'
import { createCodeCompletion } from './code-completion.js'

const placeholderQuestionColumns = placeholders.map((letter) => placeholderColumns[letter])

function CodeField({
  product,
  fields,
  ...props
}: ControlProps & { readonly product: EditorProduct; readonly fields: FormAccess }): ReactNode {
  const { disabled = false, onChange } = props
  const text = typeof props.value === 'string' ? props.value : ''
  const questionIds: readonly unknown[] = useWatch({ control: fields.control, name: placeholderQuestionColumns })
  const ids = questionIds.map((id) => (typeof id === 'number' ? id : null))
  const key = ids.join()
  const [sample, setSample] = useState<SampleSelections>({})
  const complete = useMemo(
    () => createCodeCompletion(product, Object.fromEntries(placeholders.map((letter, index) => [letter, ids[index] ?? null]))),
    [product, key],
  )
  const typed = {
    code: text,
    ...Object.fromEntries(placeholderQuestionColumns.map((column, index) => [column, ids[index] ?? null])),
  }
  const judgement = useBodyCheck(product.place, disabled || text.trim() === '' ? null : typed, sample)
  const [issue] = judgement.isPending ? [] : (judgement.reply?.issues ?? [])
  const letters = placeholders.flatMap((letter, index) => {
    const id = ids[index]
    return id === null || id === undefined ? [] : [`${letter} = ‘${product.questions.get(id)?.title ?? `#${id}`}’`]
  })
  return (
    <div className="body-editor">
      <CompletionField
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
      <p className="help">{tEditor(disabled ? 'codeReadOnly' : 'textFormHelp')}</p>
      {!disabled && <SampleValue product={product} judgement={judgement} sample={sample} onSample={setSample} />}
    </div>
  )
}

/** The control for code. Plain text if the record has no product. */
export function CodeEditor(props: ControlProps): ReactNode {
  adoptEditorStyle()
  const { fields } = useContext(FormContext)
  const otherwise = <CodeControl {...props} />
  if (!fields) return otherwise
  return (
    <WithProduct otherwise={otherwise}>{(product) => <CodeField {...props} fields={fields} product={product} />}</WithProduct>
  )
}
