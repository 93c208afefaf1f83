// One condition as a row of pickers: subject, operator and value.
import { type ReactNode, useContext, useId, useState } from 'react'
import { operatorsOf, orderedOperators } from '#core/engine/question/value.js'
import { type EditorProduct, fieldsOfQuestion } from '../product.js'
import { say } from '../wording/say.js'
import { ArgumentControl } from './argument.js'
import { LazySelect, type SelectGroup } from './lazy-select.js'
import { codeOfLeft, fieldOfLeft, kindOfLeft, type Left, leftOf, leftOfCode, typeOfLeft, withLeft } from './left.js'
import type { Shape } from './tree.js'
import { ValueField } from './value-field.js'
import { leftTitle, operatorWords } from './words.js'

interface ConditionRowProps {
  readonly shape: Shape
  readonly product: EditorProduct
  readonly onChange: (shape: Shape) => void
  readonly disabled: boolean
}

function groupsOf({ vocabulary }: EditorProduct): readonly SelectGroup[] {
  const byPage = new Map<string, { value: string; label: string }[]>()
  for (const { id, title, page } of vocabulary.questions)
    byPage.set(page, [...(byPage.get(page) ?? []), { value: `question ${id}`, label: title }])
  const others = [
    {
      label: say('calculations'),
      choices: vocabulary.calculations.map(({ id, name }) => ({ value: `calculation ${id}`, label: name })),
    },
    {
      label: say('customerGroup'),
      choices: vocabulary.groupFields.map(({ key, title }) => ({ value: `group ${key}`, label: title })),
    },
    {
      label: say('otherTypes'),
      choices: vocabulary.conditionTypes.map(({ name, label }) => ({ value: `type ${name}`, label })),
    },
  ]
  return [...[...byPage].map(([label, choices]) => ({ label, choices })), ...others].filter(({ choices }) => choices.length > 0)
}

/** Selects a field of the question, and its answer for fields declared per answer. */
function FieldPickers({
  left,
  product,
  onPick,
  disabled,
}: {
  readonly left: Extract<Left, { kind: 'question' }>
  readonly product: EditorProduct
  readonly onPick: (left: Left) => void
  readonly disabled: boolean
}): ReactNode {
  const question = product.questions.get(left.id)
  if (!question) return null
  const fields = fieldsOfQuestion(product, question).filter(({ inRules }) => inRules)
  const perAnswer = fieldOfLeft(left, product)?.perAnswer === true
  return (
    <>
      <select
        aria-label={say('field')}
        value={left.field}
        disabled={disabled}
        onChange={(event) => {
          const field = event.target.value
          const isPerAnswer = fields.find(({ key }) => key === field)?.perAnswer === true
          onPick({ ...left, field, answerId: isPerAnswer ? (left.answerId ?? question.answers[0]?.id ?? null) : null })
        }}
      >
        {!fields.some(({ key }) => key === left.field) && <option value={left.field}>{left.field}</option>}
        {fields.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      {perAnswer && (
        <select
          aria-label={say('ofAnswer')}
          value={String(left.answerId ?? '')}
          disabled={disabled}
          onChange={(event) => onPick({ ...left, answerId: Number(event.target.value) })}
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
function WrittenCondition({ shape, onChange, disabled }: Omit<ConditionRowProps, 'product'>): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(shape))
  return (
    <input
      className="mono"
      dir="ltr"
      aria-label={say('writtenAs')}
      value={text}
      disabled={disabled}
      onChange={(event) => {
        setText(event.target.value)
        try {
          const read: unknown = JSON.parse(event.target.value)
          if (typeof read === 'object' && read !== null && !Array.isArray(read)) onChange(read as Shape)
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
  const left = leftOf(shape)
  if (left.kind === 'other') return <WrittenCondition shape={shape} onChange={onChange} disabled={disabled} />
  const kind = kindOfLeft(left, product)
  const type = typeOfLeft(left, product)
  const { operator } = shape
  const allowed = kind === null ? orderedOperators : operatorsOf(kind)
  const pick = (chosen: Left): void => onChange(withLeft(shape, chosen, product))
  return (
    <span className="rule-sentence">
      <LazySelect
        label={say('left')}
        value={codeOfLeft(left)}
        shown={left.kind === 'none' ? say('chooseLeft') : leftTitle(left, product)}
        groups={() => groupsOf(product)}
        disabled={disabled}
        onChange={(code) => pick(leftOfCode(code))}
      />
      {left.kind === 'question' && <FieldPickers left={left} product={product} onPick={pick} disabled={disabled} />}
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
                const { operator: kept, value: compared, ...rest } = shape
                onChange({ ...rest, [field.name]: value, operator: kept, value: compared })
              }}
            />
          )}
        </span>
      ))}
      {left.kind !== 'none' && (
        <>
          <select
            aria-label={say('operator')}
            value={String(operator ?? '')}
            disabled={disabled}
            onChange={(event) => onChange(withOperator(shape, event.target.value))}
          >
            {!allowed.some((one) => one === operator) && (
              <option value={String(operator ?? '')}>{String(operator ?? '…')}</option>
            )}
            {allowed.map((one) => (
              <option key={one} value={one}>
                {say(operatorWords[one]!)}
              </option>
            ))}
          </select>
          <ValueField
            left={left}
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
function withOperator(shape: Shape, operator: string): Shape {
  const { value, operator: _before, ...left } = shape
  const isEqual = operator === '==' || operator === '!='
  return { ...left, operator, ...(value === undefined || (value === '' && !isEqual) ? {} : { value }) }
}
