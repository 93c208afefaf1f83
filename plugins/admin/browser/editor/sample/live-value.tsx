// The value of a calculation for sample selections, with the parts that it consists of.
import type { ReactNode } from 'react'
import type { BodyJudged, EditorQuestion, TracedPart } from '../../../transport/editor/shape.js'
import { number } from '../../wording/text.js'
import type { EditorProduct } from '../product.js'
import { type EditorKey, say } from '../wording/say.js'
import type { JudgedBody, Sample } from './use-judged-body.js'

interface LiveValueProps {
  readonly product: EditorProduct
  readonly judgement: JudgedBody
  readonly sample: Sample
  readonly onSample: (sample: Sample) => void
}

const warnings: Readonly<Record<string, EditorKey>> = {
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
function named(what: string, { questions }: EditorProduct): string {
  const [kind, id, field] = what.split(' ')
  const title = kind === 'question' ? questions.get(Number(id))?.title : undefined
  return title === undefined ? what : field === undefined || field === 'selected' ? `‘${title}’` : `‘${title}’ ${field}`
}

function Part({ part, product }: { readonly part: TracedPart; readonly product: EditorProduct }): ReactNode {
  const made = part.details.map(({ what, value }) =>
    value === null ? what : `${named(what, product)} ${typeof value === 'number' ? number(value) : value}`,
  )
  return (
    <li>
      <span className="trace-value">{number(part.value)}</span> {part.title ?? ''}{' '}
      <span className="quiet-text">{made.join(' ')}</span>
      {part.warnings.map((warning) => (
        <span key={warning} className="wrong">
          {' '}
          {warnings[warning] ? say(warnings[warning]) : warning}
        </span>
      ))}
      {part.parts.length > 0 && (
        <ul className="trace">
          {part.parts.map((one, index) => (
            <Part key={index} part={one} product={product} />
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
          <option value="">{say('nothing')}</option>
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
function valueInWords(judged: BodyJudged | null): string {
  const value = judged?.sample?.value
  return value === undefined ? '' : value === null ? say('yieldsNothing') : say('yields', { value })
}

export function LiveValue({ product, judgement, sample, onSample }: LiveValueProps): ReactNode {
  const { judged, isAsking } = judgement
  const read = (judged?.reads ?? []).flatMap((id) => product.questions.get(id) ?? [])
  const trace = judged?.sample?.trace
  return (
    <div className="live-value">
      {read.length > 0 && (
        <fieldset className="sample">
          <legend>{say('sample')}</legend>
          {read.map((question) => (
            <SampleField
              key={question.id}
              question={question}
              value={sample[question.id] ?? ''}
              onChange={(value) => onSample({ ...sample, [question.id]: value })}
              refused={judged?.refused.find(({ question_id }) => question_id === question.id)?.message}
            />
          ))}
        </fieldset>
      )}
      <p role="status" aria-busy={isAsking} className="value-told">
        {valueInWords(judged)}
      </p>
      {trace && (
        <details open={trace.warnings.length > 0}>
          <summary>{say('howItCame')}</summary>
          <ul className="trace">
            <Part part={trace} product={product} />
          </ul>
        </details>
      )}
    </div>
  )
}
