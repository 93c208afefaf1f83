// The formula editor: a line with completion, errors at their position, and the value for a sample with its parts.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../control/control-props.js'
import { JsonControl } from '../../control/json-control.js'
import type { EditorProduct } from '../editor-product.js'
import { SampleValue } from '../sample/sample-value.js'
import { type SampleSelections, useBodyCheck } from '../sample/use-body-check.js'
import { adoptEditorStyle } from '../editor-style.js'
import { CompletionField } from '../text/completion-field.js'
import type { TextProblem } from '../text/completion-types.js'
import { createLineCompletion } from '../text/line-completion.js'
import { WithProduct } from '../with-product.js'
import { tEditor } from '../wording/editor-text.js'
import { findTermPosition, parseFormulaText, formatFormulaText } from './formula-text.js'

function FormulaField({ product, ...props }: ControlProps & { readonly product: EditorProduct }): ReactNode {
  const { value, onChange, disabled = false } = props
  const { names } = product
  const [text, setText] = useState(() => formatFormulaText(value, names).text)
  const [sample, setSample] = useState<SampleSelections>({})
  const lastValue = useRef(value)
  useEffect(() => {
    // Only for a merged or reloaded version, not after typing here.
    if (JSON.stringify(value ?? null) !== JSON.stringify(lastValue.current ?? null)) setText(formatFormulaText(value, names).text)
    lastValue.current = value
  }, [value])
  const read = useMemo(() => parseFormulaText(text, names), [text, names])
  const terms = 'terms' in read ? read.terms : null
  const judgement = useBodyCheck(product.place, disabled || terms === null ? null : { terms }, sample)
  const complete = useMemo(() => createLineCompletion(product, 'formula'), [product])
  const [issue] = judgement.isPending ? [] : (judgement.reply?.issues ?? [])
  const isJson = text.trimStart().startsWith('[')
  const problem: TextProblem | null =
    'problem' in read
      ? read.problem
      : issue
        ? { message: issue.message, at: isJson ? null : findTermPosition(text, issue.path) }
        : null
  const write = (typed: string): void => {
    setText(typed)
    const parsed = parseFormulaText(typed, names)
    // An invalid line is passed on unchanged. The server refuses it, and the input is not lost.
    lastValue.current = 'terms' in parsed ? parsed.terms : typed
    onChange(lastValue.current)
  }
  return (
    <div className="body-editor">
      <CompletionField
        id={props.id}
        label={props.label}
        value={text}
        onChange={write}
        onBlur={props.onBlur}
        complete={complete}
        problem={problem}
        disabled={disabled}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={props.required}
        rows={3}
      />
      {!disabled && <p className="help">{tEditor(isJson ? 'formulaIsJson' : 'textFormHelp')}</p>}
      {!disabled && <SampleValue product={product} judgement={judgement} sample={sample} onSample={setSample} />}
    </div>
  )
}

/** The control for a formula's terms. JSON text if the record has no product. */
export function FormulaEditor(props: ControlProps): ReactNode {
  adoptEditorStyle()
  return (
    <WithProduct otherwise={<JsonControl {...props} />}>{(product) => <FormulaField {...props} product={product} />}</WithProduct>
  )
}
