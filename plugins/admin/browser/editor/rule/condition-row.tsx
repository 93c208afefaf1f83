// One condition as a row of pickers: subject, operator and value.
import { type ReactNode, useContext, useId, useState } from 'react'
import { operatorsOf, orderedOperators } from '#core/surface.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import { ArgumentControl } from './argument-control.js'
import { LazySelect, type OptionGroup } from './lazy-select.js'
import {
  formatSubjectCode,
  findSubjectField,
  getSubjectKind,
  type RuleSubject,
  parseSubject,
  parseSubjectCode,
  findSubjectType,
  setSubject,
} from './rule-subject.js'
import type { RuleJson } from './rule-tree.js'
import { ValueField } from './value-field.js'
import { formatSubjectTitle, operatorTextKeys } from './rule-description.js'

interface ConditionRowProps {
  readonly shape: RuleJson
  readonly product: EditorProduct
  readonly onChange: (shape: RuleJson) => void
  readonly disabled: boolean
}

function toSubjectGroups({ vocabulary }: EditorProduct): readonly OptionGroup[] {
  const byPage = new Map<string, { value: string; label: string }[]>()
  for (const { id, title, page } of vocabulary.questions)
    byPage.set(page, [...(byPage.get(page) ?? []), { value: `question ${id}`, label: title }])
  const otherGroups = [
    {
      label: tEditor('calculations'),
      choices: vocabulary.calculations.map(({ id, name }) => ({ value: `calculation ${id}`, label: name })),
    },
    {
      label: tEditor('customerGroup'),
      choices: vocabulary.groupFields.map(({ key, title }) => ({ value: `group ${key}`, label: title })),
    },
    {
      label: tEditor('otherTypes'),
      choices: vocabulary.conditionTypes.map(({ name, label }) => ({ value: `type ${name}`, label })),
    },
  ]
  return [...[...byPage].map(([label, choices]) => ({ label, choices })), ...otherGroups].filter(
    ({ choices }) => choices.length > 0,
  )
}

/** Selects a field of the question, and its answer for fields declared per answer. */
function FieldPickers({
  left: subject,
  product,
  onPick,
  disabled,
}: {
  readonly left: Extract<RuleSubject, { kind: 'question' }>
  readonly product: EditorProduct
  readonly onPick: (left: RuleSubject) => void
  readonly disabled: boolean
}): ReactNode {
  const question = product.questions.get(subject.id)
  if (!question) return null
  const fields = getQuestionFields(product, question).filter(({ inRules }) => inRules)
  const perAnswer = findSubjectField(subject, product)?.perAnswer === true
  return (
    <>
      <select
        aria-label={tEditor('field')}
        value={subject.field}
        disabled={disabled}
        onChange={(event) => {
          const field = event.target.value
          const isPerAnswer = fields.find(({ key }) => key === field)?.perAnswer === true
          onPick({ ...subject, field, answerId: isPerAnswer ? (subject.answerId ?? question.answers[0]?.id ?? null) : null })
        }}
      >
        {!fields.some(({ key }) => key === subject.field) && <option value={subject.field}>{subject.field}</option>}
        {fields.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      {perAnswer && (
        <select
          aria-label={tEditor('ofAnswer')}
          value={String(subject.answerId ?? '')}
          disabled={disabled}
          onChange={(event) => onPick({ ...subject, answerId: Number(event.target.value) })}
        >
          {question.answers.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

/** A condition that the pickers do not support, as JSON. */
function JsonCondition({ shape, onChange, disabled }: Omit<ConditionRowProps, 'product'>): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(shape))
  return (
    <input
      className="mono"
      dir="ltr"
      aria-label={tEditor('writtenAs')}
      value={text}
      disabled={disabled}
      onChange={(event) => {
        setText(event.target.value)
        try {
          const read: unknown = JSON.parse(event.target.value)
          if (typeof read === 'object' && read !== null && !Array.isArray(read)) onChange(read as RuleJson)
        } catch {
          // Incomplete JSON is ignored. The last valid condition stays.
        }
      }}
    />
  )
}

export function ConditionRow({ shape, product, onChange, disabled }: ConditionRowProps): ReactNode {
  const id = useId()
  const Argument = useContext(ArgumentControl)
  const subject = parseSubject(shape)
  if (subject.kind === 'other') return <JsonCondition shape={shape} onChange={onChange} disabled={disabled} />
  const kind = getSubjectKind(subject, product)
  const type = findSubjectType(subject, product)
  const { operator } = shape
  const allowed = kind === null ? orderedOperators : operatorsOf(kind)
  const pick = (chosen: RuleSubject): void => onChange(setSubject(shape, chosen, product))
  return (
    <span className="rule-sentence">
      <LazySelect
        label={tEditor('left')}
        value={formatSubjectCode(subject)}
        shown={subject.kind === 'none' ? tEditor('chooseLeft') : formatSubjectTitle(subject, product)}
        groups={() => toSubjectGroups(product)}
        disabled={disabled}
        onChange={(code) => pick(parseSubjectCode(code))}
      />
      {subject.kind === 'question' && <FieldPickers left={subject} product={product} onPick={pick} disabled={disabled} />}
      {type?.fields.map((field) => (
        <span key={field.name} className="rule-argument">
          <span className="quiet-text" aria-hidden="true">
            {field.label}
          </span>
          {Argument && (
            <Argument
              id={`${id}-${field.name}`}
              field={field}
              label={field.label}
              value={shape[field.name]}
              disabled={disabled}
              onChange={(value) => {
                const { operator: currentOperator, value: compared, ...rest } = shape
                onChange({ ...rest, [field.name]: value, operator: currentOperator, value: compared })
              }}
            />
          )}
        </span>
      ))}
      {subject.kind !== 'none' && (
        <>
          <select
            aria-label={tEditor('operator')}
            value={String(operator ?? '')}
            disabled={disabled}
            onChange={(event) => onChange(setOperator(shape, event.target.value))}
          >
            {!allowed.some((name) => name === operator) && (
              <option value={String(operator ?? '')}>{String(operator ?? '…')}</option>
            )}
            {allowed.map((name) => (
              <option key={name} value={name}>
                {tEditor(operatorTextKeys[name]!)}
              </option>
            ))}
          </select>
          <ValueField
            left={subject}
            operator={operator}
            value={shape['value']}
            product={product}
            disabled={disabled}
            onChange={(value) => {
              const { value: _before, ...rest } = shape
              onChange(value === undefined ? rest : { ...rest, value })
            }}
          />
        </>
      )}
    </span>
  )
}

/** Only equality operators can compare with an empty value. */
function setOperator(shape: RuleJson, operator: string): RuleJson {
  const { value, operator: _before, ...bareShape } = shape
  const isEqual = operator === '==' || operator === '!='
  return { ...bareShape, operator, ...(value === undefined || (value === '' && !isEqual) ? {} : { value }) }
}
