// The editor of the selections of an example or a configuration: questions and answers by name.
import { type ReactNode, useContext } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { EditorQuestion } from '../../api/editor.js'
import { Icon } from '../base/icon.js'
import { type ControlProps, FormContext } from '../control/control-props.js'
import { PairsControl } from '../control/pairs-control.js'
import { t } from '../wording/text.js'
import { type EditorProduct, WithLocation } from './editor-product.js'
import { adoptEditorStyle } from '../style/editor.js'
import { tEditor } from './editor-text.js'

adoptEditorStyle()

interface Selection {
  readonly question_id: number
  /** Text, or ids of answers separated by commas. */
  readonly value: string
}

interface SelectionValueProps {
  readonly id: string
  readonly question: EditorQuestion
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (value: string) => void
}

function SelectionValue({ id, question, value, disabled, onChange }: SelectionValueProps): ReactNode {
  const { title, answers, multiple, unit } = question
  if (answers.length === 0)
    return (
      <span className="rule-value">
        <input
          id={id}
          type="text"
          aria-label={title}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit}
      </span>
    )
  if (multiple) {
    const chosen = value.split(',').filter((part) => part !== '')
    const put = (answer: string, isOn: boolean): void =>
      onChange(
        [...chosen.filter((part) => part !== answer), ...(isOn ? [answer] : [])]
          .toSorted((a, b) => Number(a) - Number(b))
          .join(','),
      )
    return (
      <div className="choices" role="group" aria-label={title}>
        {answers.map((answer) => (
          <label key={answer.id}>
            <input
              type="checkbox"
              disabled={disabled}
              checked={chosen.includes(String(answer.id))}
              onChange={(event) => put(String(answer.id), event.target.checked)}
            />
            {answer.title}
          </label>
        ))}
      </div>
    )
  }
  const isKnown = value === '' || answers.some((answer) => String(answer.id) === value)
  return (
    <select id={id} aria-label={title} disabled={disabled} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{tEditor('nothing')}</option>
      {answers.map((answer) => (
        <option key={answer.id} value={answer.id}>
          {answer.title}
        </option>
      ))}
      {!isKnown && <option value={value}>{t('unknownRecord')}</option>}
    </select>
  )
}

function SelectionRows({ product, ...props }: ControlProps & { readonly product: EditorProduct }): ReactNode {
  const { id, value, onChange, label, describedBy, disabled = false } = props
  const selections: readonly Selection[] = Array.isArray(value) ? (value as readonly Selection[]) : []
  const chosen = new Set(selections.map(({ question_id: question }) => question))
  const left = product.vocabulary.questions.filter((question) => !chosen.has(question.id))
  const pages = [...new Set(left.map(({ page }) => page))]
  return (
    <div className="pairs" role="group" aria-label={label} aria-describedby={describedBy}>
      {selections.length > 0 && (
        <table>
          <tbody>
            {selections.map(({ question_id: questionId, value: selected }, at) => {
              const question = product.questions.get(questionId)
              return (
                <tr key={questionId}>
                  <th scope="row">{question?.title ?? t('unknownRecord')}</th>
                  <td>
                    {question && (
                      <SelectionValue
                        id={`${id}-${at}-value`}
                        question={question}
                        value={String(selected ?? '')}
                        disabled={disabled}
                        onChange={(next) =>
                          onChange(
                            selections.map((selection, index) => (index === at ? { ...selection, value: next } : selection)),
                          )
                        }
                      />
                    )}
                  </td>
                  <td className="narrow">
                    {!disabled && (
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={tEditor('removeSelection', { question: question?.title ?? t('unknownRecord') })}
                        onClick={() => onChange(selections.filter((_, index) => index !== at))}
                      >
                        <Icon name="trash" size={16} />
                      </button>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {!disabled && left.length > 0 && (
        <select
          id={id}
          aria-label={tEditor('addSelection')}
          value=""
          onChange={(event) => onChange([...selections, { question_id: Number(event.target.value), value: '' }])}
        >
          <option value="">{tEditor('addSelection')}</option>
          {pages.map((page) => (
            <optgroup key={page} label={page}>
              {left
                .filter((question) => question.page === page)
                .map((question) => (
                  <option key={question.id} value={question.id}>
                    {question.title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </div>
  )
}

function ProductSelections({ control, ...props }: ControlProps & { readonly control: Control }): ReactNode {
  const product: unknown = useWatch({ control, name: 'product_id' })
  const fallback = <PairsControl {...props} />
  if (typeof product !== 'number') return fallback
  return (
    <WithLocation place={{ entity: 'example', owner: product, id: null }} otherwise={fallback}>
      {(editorProduct) => <SelectionRows {...props} product={editorProduct} />}
    </WithLocation>
  )
}

/** Shows ids only if the account may not read the product. */
export function SelectionsEditor(props: ControlProps): ReactNode {
  const { fields } = useContext(FormContext)
  return fields ? <ProductSelections {...props} control={fields.control} /> : <PairsControl {...props} />
}
