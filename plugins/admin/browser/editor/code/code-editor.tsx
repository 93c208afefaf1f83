// The code editor: completion, errors at their position, and the value for a sample. Read-only without the scope code:write.
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formulaLanguage } from '#core/surface.js'
import { type ControlProps, type FormAccess, FormContext } from '../../control/control-props.js'
import { CodeControl } from '../../control/text-controls.js'
import { type EditorProduct, type SampleSelections, getQuestionFields, useBodyCheck, WithProduct } from '../editor-product.js'
import { SampleValue } from '../sample/sample-value.js'
import { adoptEditorStyle } from '../editor-style.js'
import { CompletionField, type CompletionSource, type CompletionItem } from '../text/completion-field.js'
import { t } from '../../wording/text.js'
import { tEditor } from '../wording/editor-text.js'

const placeholderQuestionColumns = formulaLanguage.placeholders.map((letter) => formulaLanguage.placeholderColumns[letter])

/** Functions whose first argument is a question id. */
const productReaders = ['QuestionSelection', 'QuestionPrice', 'QuestionPriceRecurring', 'QuestionProperty'] as const

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /^[\p{L}\p{N}_]$/u.test(sign)

/** The start of the word that ends at a position. */
function findWordStart(text: string, at: number): number {
  let from = at
  while (from > 0 && isLetter(text[from - 1])) from--
  return from
}

/** The function of the innermost open bracket at a position, and its arguments so far. null outside of any call. */
function findOpenCall(text: string, at: number): { readonly name: string; readonly inside: string } | null {
  let depth = 0
  for (let place = at - 1; place >= 0; place--) {
    if (text[place] === ')') depth++
    if (text[place] !== '(' || depth-- > 0) continue
    return { name: text.slice(findWordStart(text, place), place), inside: text.slice(place + 1, at) }
  }
  return null
}

/** @param letters the questions of the placeholders, by letter */
export function createCodeCompletion(product: EditorProduct, letters: Readonly<Record<string, number | null>>): CompletionSource {
  const { vocabulary, questions } = product
  const titleOf = (letter: string): string => {
    const id = letters[letter]
    return id === null || id === undefined ? letter : (questions.get(id)?.title ?? t('unknownRecord'))
  }
  const everything: readonly CompletionItem[] = [
    ...formulaLanguage.placeholders.map((letter) => ({ text: letter, label: titleOf(letter) })),
    ...['Total', 'TotalRecurring'].map((text) => ({ text, label: text })),
    ...[...productReaders, 'Calculation'].map((name) => ({ text: `${name}(`, label: `${name}(…)` })),
    ...vocabulary.functions.map(({ name, description }) => ({ text: `${name}(`, label: name, detail: description })),
    ...[...formulaLanguage.mathFunctions.keys()].map((name) => ({ text: `Math.${name}(`, label: `Math.${name}(…)` })),
    ...[...formulaLanguage.mathConstants.keys()].map((name) => ({ text: `Math.${name}`, label: `Math.${name}` })),
  ]
  const ofQuestions = vocabulary.questions.map(({ id, title, page }) => ({ text: String(id), label: title, detail: page }))
  const ofCalculations = vocabulary.calculations.map(({ id, name }) => ({ text: String(id), label: name }))
  return (text, at) => {
    const from = findWordStart(text, at)
    const call = findOpenCall(text, from)
    const isReader = productReaders.some((name) => name === call?.name)
    if (call?.name === 'Calculation' && call.inside.trim() === '') return { from, offers: ofCalculations }
    if (isReader && call?.inside.trim() === '') return { from, offers: ofQuestions }
    if (call?.name === 'QuestionProperty' && call.inside.split(',').length === 2) {
      const question = questions.get(Number(call.inside.split(',')[0]))
      const fields = question ? getQuestionFields(product, question).filter(({ inTerms }) => inTerms) : []
      const isQuoted = text[from - 1] === "'"
      return { from, offers: fields.map(({ key, title }) => ({ text: isQuoted ? key : `'${key}'`, label: title })) }
    }
    if (call?.name === 'QuestionProperty' && call.inside.split(',').length === 3) {
      const question = questions.get(Number(call.inside.split(',')[0]))
      return { from, offers: (question?.answers ?? []).map(({ id, title }) => ({ text: String(id), label: title })) }
    }
    // After `Math.` only its members are offered.
    const start = text.slice(0, from).endsWith('Math.') ? from - 'Math.'.length : from
    return { from: start, offers: everything }
  }
}

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
    () =>
      createCodeCompletion(
        product,
        Object.fromEntries(formulaLanguage.placeholders.map((letter, index) => [letter, ids[index] ?? null])),
      ),
    [product, key],
  )
  const typed = {
    code: text,
    ...Object.fromEntries(placeholderQuestionColumns.map((column, index) => [column, ids[index] ?? null])),
  }
  const judgement = useBodyCheck(product.place, disabled || text.trim() === '' ? null : typed, sample)
  const [issue] = judgement.isPending ? [] : (judgement.reply?.issues ?? [])
  const letters = formulaLanguage.placeholders.flatMap((letter, index) => {
    const id = ids[index]
    return id === null || id === undefined ? [] : [`${letter} = ‘${product.questions.get(id)?.title ?? t('unknownRecord')}’`]
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
