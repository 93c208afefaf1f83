// A text field that completes names of the product in formulas and rules.
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { tEditor } from './editor-text.js'
import { sheetLines } from '#core/surface.js'
import type { EditorQuestion } from '../../api/editor-vocabulary.js'
import { type EditorProduct, getQuestionFields } from './editor-product.js'
import { createMessage } from '#core/contract.js'

export interface CompletionItem {
  /** The text that replaces the started word. */
  readonly text: string
  readonly label: string
  readonly detail?: string
}

interface CompletionList {
  /** Start of the replaced word, from 0. */
  readonly from: number
  readonly offers: readonly CompletionItem[]
}

/** The offers at a position of a text. null for none. */
export type CompletionSource = (text: string, at: number) => CompletionList | null

/** An error in a text, with its position from 0. null if unknown. */
export interface TextProblem {
  readonly message: string
  readonly at: number | null
}

interface CompletionFieldProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly complete: CompletionSource
  readonly problem: TextProblem | null
  readonly disabled?: boolean | undefined
  readonly describedBy?: string | undefined
  readonly invalid?: boolean | undefined
  readonly required?: boolean | undefined
  readonly rows?: number
}

const maxVisibleItems = 12

/** Ignores case and accents for matching. */
const normalizeForMatch = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The offers that match the started word. Texts that begin with it come first. */
function filterMatchingItems({ from, offers }: CompletionList, text: string, at: number): readonly CompletionItem[] {
  const word = normalizeForMatch(text.slice(from, at))
  const ranked = offers.flatMap((offer) => {
    if (normalizeForMatch(offer.text).startsWith(word)) return [{ offer, rank: 0 }]
    if (normalizeForMatch(offer.label).startsWith(word)) return [{ offer, rank: 1 }]
    return normalizeForMatch(`${offer.text} ${offer.label}`).includes(word) ? [{ offer, rank: 2 }] : []
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxVisibleItems)
    .map(({ offer }) => offer)
}

/** A copy of the text behind the field, with the wrong word highlighted. */
function ErrorHighlight({ text, at }: { readonly text: string; readonly at: number }): ReactNode {
  const length = /^(?:[\p{L}\p{N}_.]+|\S)/u.exec(text.slice(at))?.[0].length ?? 1
  return (
    <div className="text-marks mono" aria-hidden="true" dir="ltr">
      {text.slice(0, at)}
      <mark>{text.slice(at, at + length) || ' '}</mark>
      {text.slice(at + length)}{' '}
    </div>
  )
}

export function CompletionField(props: CompletionFieldProps): ReactNode {
  const { value, onChange, complete, problem, disabled } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [offered, setOffered] = useState<{
    readonly from: number
    readonly to: number
    readonly offers: readonly CompletionItem[]
  } | null>(null)
  const [at, setAt] = useState(0)
  const [caret, setCaret] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (caret === null) return
    area.current?.setSelectionRange(caret, caret)
    setCaret(null)
  }, [caret])

  function look(text: string, place: number, isExplicit: boolean): void {
    const completion = complete(text, place)
    const offers = completion && (isExplicit || place > completion.from) ? filterMatchingItems(completion, text, place) : []
    // A complete word needs no offer.
    const isWhole = !isExplicit && offers.length === 1 && offers[0]!.text === text.slice(completion!.from, place)
    setOffered(offers.length === 0 || isWhole ? null : { from: completion!.from, to: place, offers })
    setAt(0)
  }
  function take({ text }: CompletionItem): void {
    if (!offered) return
    onChange(value.slice(0, offered.from) + text + value.slice(offered.to))
    setCaret(offered.from + text.length)
    setOffered(null)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { selectionStart } = event.currentTarget
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      return look(value, selectionStart, true)
    }
    if (!offered) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((at + step + offered.offers.length) % offered.offers.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(offered.offers[at]!)
    else if (event.key === 'Escape') {
      event.stopPropagation()
      setOffered(null)
    } else return
    event.preventDefault()
  }
  const first = offered?.offers[at]
  return (
    <div className="completing">
      <div className="completing-field">
        {problem !== null && problem.at !== null && <ErrorHighlight text={value} at={problem.at} />}
        <textarea
          ref={area}
          id={props.id}
          className="mono"
          dir="ltr"
          rows={props.rows ?? 2}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={value}
          disabled={disabled}
          aria-label={props.label}
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={offered ? `${list}-${at}` : undefined}
          aria-describedby={[props.describedBy, problem && `${list}-problem`].filter(Boolean).join(' ') || undefined}
          aria-invalid={problem !== null || props.invalid || undefined}
          aria-required={props.required || undefined}
          onChange={(event) => {
            onChange(event.target.value)
            look(event.target.value, event.target.selectionStart, false)
          }}
          onKeyDown={press}
          onClick={() => setOffered(null)}
          onBlur={() => {
            setOffered(null)
            props.onBlur?.()
          }}
        />
      </div>
      <ul role="listbox" id={list} className="popup" hidden={!offered} aria-label={tEditor('found')}>
        {offered?.offers.map((offer, index) => (
          <li
            key={`${offer.text} ${offer.label}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setAt(index)}
            onClick={() => take(offer)}
          >
            <code dir="ltr">{offer.text}</code> <span>{offer.label === offer.text ? '' : offer.label}</span>
            {offer.detail !== undefined && <span className="quiet-text">{offer.detail}</span>}
          </li>
        ))}
      </ul>
      <p className="hidden" role="status">
        {offered && first ? tEditor('foundCount', { count: offered.offers.length, first: first.label }) : ''}
      </p>
      {problem !== null && (
        <p className="wrong text-problem" id={`${list}-problem`}>
          {problem.message}{' '}
          {problem.at !== null && (
            <button
              type="button"
              className="link"
              onClick={() => {
                area.current?.focus()
                area.current?.setSelectionRange(problem.at, problem.at)
              }}
            >
              {tEditor('goThere')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** Rule lines compare, formula lines calculate. */
type LineKind = 'rule' | 'formula'

const startItems: readonly CompletionItem[] = [
  { text: 'calculation(', label: 'calculation(…)' },
  { text: 'group(', label: 'group(…)' },
]

const toAnswerItems = ({ answers }: EditorQuestion): readonly CompletionItem[] =>
  answers.map(({ key, title }) => ({ text: key, label: title }))

/** The tokens before a position, without the end token. null inside of quotes and after invalid text. */
type LineToken = ReturnType<typeof sheetLines.tokenizeLine>[number]

function readTokensBefore(text: string): readonly LineToken[] | null {
  try {
    return sheetLines.tokenizeLine(text).slice(0, -1)
  } catch (error) {
    if (error instanceof sheetLines.LineRefusal) return null
    throw error
  }
}

/** Completion for one-line rules and formulas: questions, their fields and answers, calculations, and customer group fields. */
export function createLineCompletion(product: EditorProduct, kind: LineKind): CompletionSource {
  const { vocabulary } = product
  const byKey = new Map(vocabulary.questions.map((question) => [question.key, question]))
  const questions = vocabulary.questions.map(({ key, title, page }) => ({ text: key, label: title, detail: page }))
  const functions = vocabulary.functions.map(({ name, description }) => ({ text: `${name}(`, label: name, detail: description }))
  const words = kind === 'rule' ? ['and', 'or', 'not'].map((text) => ({ text, label: text })) : functions
  const calculations = vocabulary.calculations.map(({ key, name }) => ({ text: key, label: name }))
  const groupFields = vocabulary.groupFields
    .filter(({ internal }) => !internal)
    .map(({ key, title }) => ({ text: key, label: title }))
  const everything = [...questions, ...startItems, ...words]

  function fieldOffers(question: EditorQuestion, perAnswer: boolean): readonly CompletionItem[] {
    return getQuestionFields(product, question)
      .filter((field) => (kind === 'rule' ? field.inRules : field.inTerms) && field.perAnswer === perAnswer)
      .map(({ key, title, description }) => ({ text: key, label: title, detail: description }))
  }

  /** Fields after the last dot: of a question, or of one of its answers. */
  function completeField(
    tokens: readonly LineToken[],
  ): { readonly offers: readonly CompletionItem[]; readonly from: number } | null {
    // Goes back over names and dots, because a field's name can contain a dot.
    let first = tokens.length - 1
    while (first >= 2 && tokens[first - 1]!.kind === 'name' && tokens[first - 2]!.text === '.') first -= 2
    const from = tokens[first]!.at
    const before = tokens[first - 1]
    if (before?.kind === 'name' && byKey.has(before.text)) return { offers: fieldOffers(byKey.get(before.text)!, false), from }
    const ofAnswer = before?.text === ']' ? byKey.get(tokens[first - 4]?.text ?? '') : undefined
    return ofAnswer ? { offers: fieldOffers(ofAnswer, true), from } : null
  }

  function listCompletions(tokens: readonly LineToken[]): readonly CompletionItem[] {
    const [before, last] = tokens.slice(-2).length === 2 ? tokens.slice(-2) : [undefined, tokens.at(-1)]
    const question = byKey.get(before?.text ?? '')
    if (last?.text === '[') return question ? toAnswerItems(question) : []
    if (last?.text === '(' && before?.text === 'calculation') return calculations
    if (last?.text === '(' && before?.text === 'group') return groupFields
    if (question && (last?.text === '==' || last?.text === '!=')) return [...toAnswerItems(question), { text: "''", label: "''" }]
    return everything
  }

  return (text, at) => {
    const tokens = readTokensBefore(text.slice(0, at))
    if (!tokens) return null
    const last = tokens.at(-1)
    const isPartialName = last?.kind === 'name' && last.at - 1 + last.text.length === at
    if (last?.kind === 'number' && last.at - 1 + last.text.length === at) return null
    const whole = isPartialName ? tokens.slice(0, -1) : tokens
    if (whole.at(-1)?.text === '.') {
      const field = completeField(whole)
      return field && { from: field.from, offers: field.offers }
    }
    return { from: isPartialName ? last.at - 1 : at, offers: listCompletions(whole) }
  }
}

const maxJsonDepth = 100

/** Maximum number of open brackets. Brackets in strings do not count. */
function measureJsonDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return deepest
}

/** Throws LineRefusal or SyntaxError for invalid JSON. */
export function parseBoundedJson(text: string): unknown {
  if (measureJsonDepth(text) > maxJsonDepth)
    throw new sheetLines.LineRefusal(createMessage('authoring.bracketsTooDeep', { count: maxJsonDepth }))
  return JSON.parse(text) as unknown
}
