// The formula editor: a line with completion, errors at their position, and the value for a sample with its parts.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formulaLanguage, sheetLines } from '#core/surface.js'
import type { ControlProps } from '../../control/control-props.js'
import { JsonControl } from '../../control/text-controls.js'
import { type EditorProduct, type SampleSelections, useBodyCheck, WithProduct } from '../editor-product.js'
import { SampleValue } from '../sample/sample-value.js'
import { adoptEditorStyle } from '../editor-style.js'
import { parseBoundedJson, CompletionField, type TextProblem, createLineCompletion } from '../text/completion-field.js'
import { tEditor } from '../wording/editor-text.js'
import { formatParserMessage } from '../wording/parser-message.js'

// Converts formulas to text and back: one line if possible, otherwise JSON. Also finds the text position of a term.

export interface FormulaText {
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

class TermPositionReader {
  private index = 0
  constructor(private readonly tokens: readonly sheetLines.LineToken[]) {}

  private get next(): sheetLines.LineToken {
    return this.tokens[Math.min(this.index, this.tokens.length - 1)]!
  }

  /** Alternating terms and operators, up to the end of the list. */
  list(): readonly TermPosition[] {
    const placed: TermPosition[] = []
    while (!this.isOver) placed.push(placed.length % 2 === 1 ? this.passed() : this.term())
    return placed
  }

  private take(): sheetLines.LineToken {
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
  let tokens: readonly sheetLines.LineToken[]
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
