// The editors of formulas and code: completion, errors at their position, and the value for a sample.
import { type ReactNode, useEffect, useMemo, useRef, useState, useContext } from 'react'
import { formulaLanguage, sheetLines } from '#core/surface.js'
import { type ControlProps, type FormAccess, FormContext } from '../control/control-props.js'
import { JsonControl, CodeControl } from '../control/text-controls.js'
import {
  type EditorProduct,
  type SampleSelections,
  useBodyCheck,
  WithProduct,
  type BodyCheckState,
  getQuestionFields,
} from './editor-product.js'
import { adoptEditorStyle } from '../style/editor.js'
import {
  parseBoundedJson,
  CompletionField,
  type TextProblem,
  createLineCompletion,
  type CompletionSource,
  type CompletionItem,
} from './completion-field.js'
import { tEditor, type EditorTextKey } from './editor-text.js'
import { formatParserMessage } from './parser-message.js'
import type { BodyCheckReply, TracedPart } from '../../api/editor.js'
import type { EditorQuestion } from '../../api/editor-vocabulary.js'
import { formatNumber, t } from '../wording/text.js'
import { useWatch } from 'react-hook-form'

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

/** The value of a calculation for sample selections, with the parts that it consists of. */
function SampleValue({ product, judgement, sample, onSample }: SampleValueProps): ReactNode {
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

// Converts formulas to text and back: one line if possible, otherwise JSON. Also finds the text position of a term.

interface FormulaText {
  readonly text: string
  readonly isJson: boolean
}

/** An invalid typed line is returned unchanged. */
export function formatFormulaText(terms: unknown, names: sheetLines.SheetNames): FormulaText {
  if (typeof terms === 'string') return { text: terms, isJson: false }
  if (terms === null || terms === undefined || (Array.isArray(terms) && terms.length === 0)) return { text: '', isJson: false }
  const line = Array.isArray(terms) ? sheetLines.formatFormulaLine(terms, names) : null
  return line === null ? { text: JSON.stringify(terms, null, 2), isJson: true } : { text: line, isJson: false }
}

/** The terms of a text, null for an empty text, or the error. */
export function parseFormulaText(
  text: string,
  names: sheetLines.SheetNames,
): { readonly terms: unknown } | { readonly problem: TextProblem } {
  if (text.trim() === '') return { terms: null }
  try {
    const isJson = text.trimStart().startsWith('[')
    return { terms: isJson ? parseBoundedJson(text) : sheetLines.parseFormulaLine(text, names) }
  } catch (error) {
    if (error instanceof sheetLines.LineRefusal)
      return { problem: { message: formatParserMessage(error.problem), at: error.at === undefined ? null : error.at - 1 } }
    if (error instanceof SyntaxError) return { problem: { message: error.message, at: null } }
    throw error
  }
}

/** Start position of a term or an operator, with the lists of terms inside it. */
interface TermPosition {
  readonly at: number
  readonly inside: readonly (readonly TermPosition[])[]
}

type LineToken = ReturnType<typeof sheetLines.tokenizeLine>[number]

class TermPositionReader {
  private index = 0
  constructor(private readonly tokens: readonly LineToken[]) {}

  private get next(): LineToken {
    return this.tokens[Math.min(this.index, this.tokens.length - 1)]!
  }

  /** Alternating terms and operators, up to the end of the list. */
  list(): readonly TermPosition[] {
    const placed: TermPosition[] = []
    while (!this.isOver) placed.push(placed.length % 2 === 1 ? this.passed() : this.term())
    return placed
  }

  private take(): LineToken {
    const token = this.next
    this.index++
    return token
  }

  private get isOver(): boolean {
    return this.next.kind === 'end' || this.next.text === ')' || this.next.text === ','
  }

  /** Skips any token in place of an operator. */
  private passed(): TermPosition {
    return { at: this.take().at - 1, inside: [] }
  }

  /** Up to the next operator. */
  private term(): TermPosition {
    const { at } = this.next
    const inside: (readonly TermPosition[])[] = []
    while (!this.isOver) {
      const isSign = formulaLanguage.arithmeticOperators.some((sign) => sign === this.next.text)
      // A minus at the start or after `??` belongs to its number.
      const before = this.tokens[this.index - 1]?.text
      if (isSign && this.next.at !== at && before !== '??') break
      if (this.take().text !== '(') continue
      inside.push(this.list())
      while (this.next.text === ',') {
        this.take()
        inside.push(this.list())
      }
      this.take()
    }
    return { at: at - 1, inside }
  }
}

/** Position of `terms[2].parameters[0][4]` in the line, from 0. null if it cannot be determined. */
export function findTermPosition(text: string, path: string): number | null {
  let tokens: readonly LineToken[]
  try {
    tokens = sheetLines.tokenizeLine(text)
  } catch {
    // The syntax error was already reported.
    return null
  }
  const all = new TermPositionReader(tokens).list()
  let at: TermPosition | null = null
  // `group[0]` is a term in the only inner list. `parameters[1][0]` names the list first.
  for (const [, name, first, second] of path.matchAll(/(terms|group|parameters)\[(\d+)\](?:\[(\d+)\])?/g)) {
    const above: TermPosition | null = at
    const inside: readonly TermPosition[] | undefined =
      name === 'terms' ? all : getInnerTerms(above, name === 'parameters' ? Number(first) : 0)
    const term: TermPosition | undefined = inside?.[Number(name === 'parameters' ? second : first)]
    if (!term) break
    at = term
  }
  return at === null ? null : getStartPosition(at)
}

const getInnerTerms = (placed: TermPosition | null, list: number): readonly TermPosition[] | undefined => placed?.inside[list]
const getStartPosition = ({ at }: TermPosition): number => at

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
