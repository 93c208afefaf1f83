// Tokenizer of the one-line notation for rules and formulas in a sheet.
import { createMessage, type Message, formatValue } from '../../foundation/message.js'

type TokenKind = 'name' | 'number' | 'text' | 'sign' | 'end'

export interface LineToken {
  readonly kind: TokenKind
  /** A text comes without its quotes. */
  readonly text: string
  /** Start position, counted from 1. */
  readonly at: number
}

/** Why a line cannot be parsed, and the position of the word in question, counted from 1. */
export class LineRefusal extends Error {
  constructor(
    readonly problem: Message,
    readonly at?: number,
  ) {
    super(problem.key)
  }
}

/** The parsed line; null if it is refused. */
export function parseOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof LineRefusal) return null
    throw error
  }
}

const tokenPattern =
  /\s+|(?<text>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?(?![\p{L}\p{N}_]))|(?<name>[\p{L}\p{N}_]+)|(?<sign>\?\?|==|!=|>=|<=|[<>+\-*/()[\],.])/uy

/** Maximum length of a line in characters. */
const maxLineLength = 400_000

export function tokenizeLine(line: string): readonly LineToken[] {
  if (line.length > maxLineLength) throw new LineRefusal(createMessage('authoring.lineTooLong', { count: maxLineLength }))
  const tokens: LineToken[] = []
  tokenPattern.lastIndex = 0
  let at = 0
  while (at < line.length) {
    const tokenMatch = tokenPattern.exec(line)
    if (!tokenMatch) throw new LineRefusal(explainInvalidCharacter(line, at), at + 1)
    const { text, number, name, sign } = tokenMatch.groups ?? {}
    if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll("''", "'"), at: at + 1 })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at: at + 1 })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at: at + 1 })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at: at + 1 })
    at = tokenPattern.lastIndex
  }
  tokens.push({ kind: 'end', text: '', at: line.length + 1 })
  return tokens
}

function explainInvalidCharacter(line: string, at: number): Message {
  const sign = [...line.slice(at)][0] ?? ''
  if (sign === '=') return createMessage('authoring.equalsSign', { at: at + 1 })
  if (sign === '&' || sign === '|') return createMessage('authoring.conjunctionSign', { at: at + 1, sign })
  if (sign === "'") return createMessage('authoring.quoteUnclosed', { at: at + 1 })
  if (sign === '"') return createMessage('authoring.doubleQuote', { at: at + 1 })
  return createMessage('authoring.signUnknown', { at: at + 1, sign: formatValue(sign) })
}

export class TokenReader {
  private index = 0
  private parts = 0
  private readonly tokens: readonly LineToken[]

  constructor(line: string) {
    this.tokens = tokenizeLine(line)
  }

  get next(): LineToken {
    return this.tokens[Math.min(this.index, this.tokens.length - 1)]!
  }

  /** Counts a part of the line and refuses a line with too many: each part would be validated after the whole line is parsed. */
  countPart(most: number, tooMany: Message): void {
    if (++this.parts > most) throw new LineRefusal(tooMany)
  }

  take(): LineToken {
    const token = this.next
    this.index++
    return token
  }

  /** Start position of the previous word. */
  get lastAt(): number {
    return this.tokens[Math.max(0, Math.min(this.index, this.tokens.length) - 1)]!.at
  }

  /** Parses the whole line; a refusal without a position gets the position of the previous word. */
  whole<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof LineRefusal) || error.at !== undefined) throw error
      throw new LineRefusal(error.problem, this.lastAt)
    }
  }

  /** Consumes the next sign or word if it equals the text; returns whether it did. */
  takes(text: string): boolean {
    const { kind, text: tokenText } = this.next
    if ((kind !== 'sign' && kind !== 'name') || tokenText !== text) return false
    this.index++
    return true
  }

  isNext(text: string): boolean {
    return (this.next.kind === 'sign' || this.next.kind === 'name') && this.next.text === text
  }

  /** True before a call: a name followed by an opening parenthesis. */
  isCall(): boolean {
    return this.next.kind === 'name' && this.tokens[this.index + 1]?.text === '(' && this.tokens[this.index + 1]?.kind === 'sign'
  }

  expect(text: string): void {
    if (!this.takes(text)) this.refuse(createMessage('authoring.partQuoted', { text }))
  }

  name(expected: Message): string {
    if (this.next.kind !== 'name') this.refuse(expected)
    return this.take().text
  }

  /** Refuses with a message that names the actual token. */
  refuse(expected: Message): never {
    const { kind, text, at } = this.next
    throw new LineRefusal(
      kind === 'end'
        ? createMessage('authoring.expectedAtEnd', { part: expected })
        : createMessage('authoring.expectedAt', { part: expected, at, text: formatValue(text) }),
      at,
    )
  }

  end(): void {
    const { kind, text, at } = this.next
    if (kind === 'end') return
    const small = text.toLowerCase()
    if (kind === 'name' && (small === 'and' || small === 'or'))
      throw new LineRefusal(createMessage('authoring.wordSpelling', { at, text, key: small }), at)
    this.refuse(createMessage('authoring.partEnd'))
  }
}

/** Formats a number without an exponent. */
function formatDecimal(value: number): string {
  const digits = value.toFixed(20)
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end)
}

/** Formats a text in quotes, a number, true or false; null if the notation cannot express the value. */
export function formatLiteralValue(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    const text = String(value).includes('e') ? formatDecimal(value) : String(value)
    return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value ? text : null
  }
  // Texts with line breaks or control characters need the authoring form.
  if (typeof value !== 'string' || /[\p{Cc}\u2028\u2029]/u.test(value)) return null
  return `'${value.replaceAll("'", "''")}'`
}
