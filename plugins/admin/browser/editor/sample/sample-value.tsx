// The value of a calculation for sample selections, with the parts that it consists of.
import type { ReactNode } from 'react'
import type { BodyCheckReply, EditorQuestion, TracedPart } from '../../../api/editor/shape.js'
import { formatNumber } from '../../wording/text.js'
import type { EditorProduct, BodyCheckState, SampleSelections } from '../editor-product.js'
import { type EditorTextKey, tEditor } from '../wording/editor-text.js'

interface SampleValueProps {
  readonly product: EditorProduct
  readonly judgement: BodyCheckState
  readonly sample: SampleSelections
  readonly onSample: (sample: SampleSelections) => void
}

const warningKeys: Readonly<Record<string, EditorTextKey>> = {
  division_by_zero: 'divisionByZero',
  no_cell: 'noCell',
  no_input: 'noInput',
  not_a_number: 'notANumber',
  out_of_range: 'outOfRange',
  loop: 'loop',
  malformed: 'malformed',
  missing_calculation: 'missingCalculation',
}

/** A readable name for `question 12 price`. */
function formatPartName(code: string, { questions }: EditorProduct): string {
  const [kind, id, field] = code.split(' ')
  const title = kind === 'question' ? questions.get(Number(id))?.title : undefined
  return title === undefined ? code : field === undefined || field === 'selected' ? `‘${title}’` : `‘${title}’ ${field}`
}

function ValuePart({ part, product }: { readonly part: TracedPart; readonly product: EditorProduct }): ReactNode {
  const detailTexts = part.details.map(({ what: code, value }) =>
    value === null ? code : `${formatPartName(code, product)} ${typeof value === 'number' ? formatNumber(value) : value}`,
  )
  return (
    <li>
      <span className="trace-value">{formatNumber(part.value)}</span> {part.title ?? ''}{' '}
      <span className="quiet-text">{detailTexts.join(' ')}</span>
      {part.warnings.map((warning) => (
        <span key={warning} className="wrong">
          {' '}
          {warningKeys[warning] ? tEditor(warningKeys[warning]) : warning}
        </span>
      ))}
      {part.parts.length > 0 && (
        <ul className="trace">
          {part.parts.map((child, index) => (
            <ValuePart key={index} part={child} product={product} />
          ))}
        </ul>
      )}
    </li>
  )
}

function SampleField({
  question,
  value,
  onChange,
  refused,
}: {
  readonly question: EditorQuestion
  readonly value: string
  readonly onChange: (value: string) => void
  readonly refused: string | undefined
}): ReactNode {
  const { title, unit, answers, min, max } = question
  return (
    <label className="sample-field">
      <span>{unit === '' ? title : `${title} (${unit})`}</span>
      {answers.length > 0 ? (
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{tEditor('nothing')}</option>
          {answers.map((answer) => (
            <option key={answer.id} value={answer.id}>
              {answer.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          placeholder={min !== null && max !== null ? `${min} – ${max}` : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {refused !== undefined && <span className="wrong">{refused}</span>}
    </label>
  )
}

/** The sentence with the value. */
function describeSampleValue(report: BodyCheckReply | null): string {
  const value = report?.sample?.value
  return value === undefined ? '' : value === null ? tEditor('yieldsNothing') : tEditor('yields', { value })
}

export function SampleValue({ product, judgement, sample, onSample }: SampleValueProps): ReactNode {
  const { reply, isPending } = judgement
  const read = (reply?.reads ?? []).flatMap((id) => product.questions.get(id) ?? [])
  const trace = reply?.sample?.trace
  return (
    <div className="live-value">
      {read.length > 0 && (
        <fieldset className="sample">
          <legend>{tEditor('sample')}</legend>
          {read.map((question) => (
            <SampleField
              key={question.id}
              question={question}
              value={sample[question.id] ?? ''}
              onChange={(value) => onSample({ ...sample, [question.id]: value })}
              refused={reply?.refused.find(({ question_id }) => question_id === question.id)?.message}
            />
          ))}
        </fieldset>
      )}
      <p role="status" aria-busy={isPending} className="value-told">
        {describeSampleValue(reply)}
      </p>
      {trace && (
        <details open={trace.warnings.length > 0}>
          <summary>{tEditor('howItCame')}</summary>
          <ul className="trace">
            <ValuePart part={trace} product={product} />
          </ul>
        </details>
      )}
    </div>
  )
}
