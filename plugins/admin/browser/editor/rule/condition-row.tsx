// One condition as a row of pickers: subject, operator and value.
import { type ReactNode, useContext, useId, useState, type ComponentType, createContext } from 'react'
import { formatTypedNumber, parseNumber, type Scalar } from '#core/contract.js'
import { formulaLanguage } from '#core/surface.js'
import type { EditorField } from '../../../api/editor-vocabulary.js'
import type { ControlProps } from '../../control/control-props.js'
import { currentLanguage } from '../../wording/text.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import { tEditor } from '../editor-text.js'
import {
  formatSubjectCode,
  findSubjectField,
  getSubjectKind,
  type RuleSubject,
  parseSubject,
  parseSubjectCode,
  findSubjectType,
  listSubjectChoices,
  setSubject,
  formatSubjectTitle,
  operatorTextKeys,
  type RuleJson,
} from './rule-tree.js'

interface ConditionRowProps {
  readonly shape: RuleJson
  readonly product: EditorProduct
  readonly onChange: (shape: RuleJson) => void
  readonly disabled: boolean
}

interface OptionGroup {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

interface LazySelectProps {
  readonly label: string
  readonly value: string
  /** Label of the selected value. */
  readonly shown: string
  readonly groups: () => readonly OptionGroup[]
  readonly onChange: (value: string) => void
  readonly disabled?: boolean | undefined
}

/** A native select whose many options are rendered only before use, because a rule contains many of them. */
function LazySelect({ label, value, shown: selectedLabel, groups, onChange, disabled }: LazySelectProps): ReactNode {
  const [near, setNear] = useState(false)
  const laid = near ? groups() : []
  const isListed = laid.some(({ choices }) => choices.some((choice) => choice.value === value))
  const approach = (): void => setNear(true)
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onFocus={approach}
      onPointerEnter={approach}
      onChange={(event) => onChange(event.target.value)}
    >
      {!isListed && <option value={value}>{selectedLabel}</option>}
      {laid.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
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
      choices: vocabulary.groupFields
        .filter(({ internal }) => !internal)
        .map(({ key, title }) => ({ value: `group ${key}`, label: title })),
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

const isCustomField = (key: string): boolean => /_custom_\d+$/.test(key)

const toFieldOption = ({ key, title }: EditorField): ReactNode => (
  <option key={key} value={key}>
    {title}
  </option>
)

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
        {!fields.some(({ key }) => key === subject.field) && <option value={subject.field}>{tEditor('unknownField')}</option>}
        {fields.filter(({ key }) => !isCustomField(key)).map(toFieldOption)}
        {fields.some(({ key }) => isCustomField(key)) && (
          <optgroup label={tEditor('customFields')}>{fields.filter(({ key }) => isCustomField(key)).map(toFieldOption)}</optgroup>
        )}
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

interface ValueFieldProps {
  readonly left: RuleSubject
  readonly operator: unknown
  readonly value: unknown
  readonly product: EditorProduct
  readonly onChange: (value: Scalar | undefined) => void
  readonly disabled: boolean
}

const isoDayPattern = /^(?:\d{4}-\d{2}-\d{2})?$/

interface NumberFieldProps extends Pick<ValueFieldProps, 'value' | 'onChange' | 'disabled'> {
  readonly label: string
  readonly mayBeNothing: boolean
}

/** A typed number in the language of the account. An ambiguous number is no value, so the rule cannot be saved with it. */
function NumberField({ value, onChange, disabled, label, mayBeNothing }: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const hint = useId()
  const language = currentLanguage.get()
  const parsed = parseNumber(typed ?? '', language)
  const readings = 'readings' in parsed ? parsed.readings.map((reading) => formatTypedNumber(reading, language)) : null
  const valueOf = (text: string): Scalar | undefined => {
    if (text.trim() === '') return mayBeNothing ? '' : undefined
    const number = parseNumber(text, language)
    if ('number' in number) return Number(number.number)
    return 'readings' in number ? undefined : text
  }
  const isTyped = typed !== null && valueOf(typed) === value
  const formatted = typeof value === 'number' ? formatTypedNumber(value, language) : value === undefined ? '' : String(value)
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={(isTyped && readings !== null) || undefined}
        aria-describedby={readings ? hint : undefined}
        inputMode="decimal"
        dir="ltr"
        placeholder={mayBeNothing ? tEditor('nothing') : ''}
        value={isTyped ? typed : formatted}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(valueOf(event.target.value))
        }}
      />
      {isTyped && readings && (
        <span className="wrong" id={hint} role="status">
          {tEditor('ambiguousNumber', { text: typed, first: readings[0]!, second: readings[1]! })}
        </span>
      )}
    </>
  )
}

/** The value of a condition: an answer, a boolean, a number, a date, a text, or empty. */
function ValueField({ left: subject, operator, value, product, onChange, disabled }: ValueFieldProps): ReactNode {
  const kind = getSubjectKind(subject, product)
  const mayBeNothing = formulaLanguage.isOperator(operator) && (operator === '==' || operator === '!=')
  const label = tEditor('value')
  if (kind === 'choice' || kind === 'boolean') {
    const answers =
      kind === 'boolean'
        ? [true, false].map((flag) => ({ value: String(flag), label: tEditor(flag ? 'yes' : 'no'), meant: flag as Scalar }))
        : listSubjectChoices(subject, product).map(({ id, title }) => ({
            value: String(id),
            label: title,
            meant: id as Scalar,
          }))
    const selected = value === undefined ? 'open' : String(value)
    const isListed = value === '' || answers.some((answer) => answer.value === selected)
    return (
      <select
        aria-label={label}
        value={selected}
        disabled={disabled}
        onChange={(event) => {
          const { value: chosen } = event.target
          const answer = answers.find((choice) => choice.value === chosen)
          onChange(chosen === '' ? '' : answer?.meant)
        }}
      >
        {!isListed && (
          <option value={selected}>
            {value === undefined ? '…' : tEditor(subject.kind === 'group' ? 'deletedGroup' : 'deletedAnswer')}
          </option>
        )}
        {answers.map((answer) => (
          <option key={answer.value} value={answer.value}>
            {answer.label}
          </option>
        ))}
        <option value="">{tEditor('nothing')}</option>
      </select>
    )
  }
  const text = value === undefined ? '' : String(value)
  const unit = subject.kind === 'question' && subject.field === 'selected' ? product.questions.get(subject.id)?.unit : ''
  const fullLabel = unit ? `${label} (${unit})` : label
  const isDay = kind === 'date' && isoDayPattern.test(text)
  return (
    <span className="rule-value">
      {kind === 'number' ? (
        <NumberField value={value} onChange={onChange} disabled={disabled} label={fullLabel} mayBeNothing={mayBeNothing} />
      ) : (
        <input
          aria-label={fullLabel}
          type={isDay ? 'date' : 'text'}
          dir="auto"
          placeholder={mayBeNothing ? tEditor('nothing') : ''}
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value === '' && !mayBeNothing ? undefined : event.target.value)}
        />
      )}
      {unit !== '' && <span className="quiet-text">{unit}</span>}
    </span>
  )
}

/** React context with the control for arguments of conditions. It avoids a circular import. */
export const ArgumentControl = createContext<ComponentType<ControlProps> | null>(null)

export function ConditionRow({ shape, product, onChange, disabled }: ConditionRowProps): ReactNode {
  const id = useId()
  const Argument = useContext(ArgumentControl)
  const subject = parseSubject(shape)
  if (subject.kind === 'other') return <JsonCondition shape={shape} onChange={onChange} disabled={disabled} />
  const kind = getSubjectKind(subject, product)
  const type = findSubjectType(subject, product)
  const { operator } = shape
  const allowed = kind === null ? formulaLanguage.orderedOperators : formulaLanguage.operatorsOf(kind)
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
