// The formula editor: a line with completion, errors at their position, and the value for a sample with its parts.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../control/define.js'
import { JsonControl } from '../../control/json.js'
import type { EditorProduct } from '../product.js'
import { LiveValue } from '../sample/live-value.js'
import { type Sample, useJudgedBody } from '../sample/use-judged-body.js'
import { adoptEditorStyle } from '../style.js'
import { CompletingText } from '../text/completing-text.js'
import type { TextProblem } from '../text/define.js'
import { lineOffers } from '../text/line-offers.js'
import { WithProduct } from '../with-product.js'
import { say } from '../wording/say.js'
import { placeInLine, readFormulaText, spellFormula } from './text.js'

function Editor({ product, ...props }: ControlProps & { readonly product: EditorProduct }): ReactNode {
  const { value, onChange, disabled = false } = props
  const { names } = product
  const [text, setText] = useState(() => spellFormula(value, names).text)
  const [sample, setSample] = useState<Sample>({})
  const told = useRef(value)
  useEffect(() => {
    // Only for a merged or reloaded version, not after typing here.
    if (JSON.stringify(value ?? null) !== JSON.stringify(told.current ?? null)) setText(spellFormula(value, names).text)
    told.current = value
  }, [value])
  const read = useMemo(() => readFormulaText(text, names), [text, names])
  const terms = 'terms' in read ? read.terms : null
  const judgement = useJudgedBody(product.place, disabled || terms === null ? null : { terms }, sample)
  const complete = useMemo(() => lineOffers(product, 'formula'), [product])
  const [issue] = judgement.isAsking ? [] : (judgement.judged?.issues ?? [])
  const isJson = text.trimStart().startsWith('[')
  const problem: TextProblem | null =
    'problem' in read
      ? read.problem
      : issue
        ? { message: issue.message, at: isJson ? null : placeInLine(text, issue.path) }
        : null
  const write = (typed: string): void => {
    setText(typed)
    const meant = readFormulaText(typed, names)
    // An invalid line is passed on unchanged. The server refuses it, and the input is not lost.
    told.current = 'terms' in meant ? meant.terms : typed
    onChange(told.current)
  }
  return (
    <div className="body-editor">
      <CompletingText
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
      {!disabled && <p className="help">{say(isJson ? 'formulaIsJson' : 'textFormHelp')}</p>}
      {!disabled && <LiveValue product={product} judgement={judgement} sample={sample} onSample={setSample} />}
    </div>
  )
}

/** The control for a formula's terms. JSON text if the record has no product. */
export function FormulaEditor(props: ControlProps): ReactNode {
  adoptEditorStyle()
  return <WithProduct otherwise={<JsonControl {...props} />}>{(product) => <Editor {...props} product={product} />}</WithProduct>
}
