// Reads the YAML that sheets are mostly written in, and JSON, many times as fast as the library: blocks by indentation, comments, short lists and maps.
import { joined, type ReadText, TextPlaces } from './text-places.js'

/** Levels at most; what is deeper the library judges. */
const deepest = 30
/** Longer numbers are not exact. */
const longestNumber = 15
/** Longer keys the library refuses. */
const longestKey = 200

const [newline, space, quote, hash, apostrophe, comma, dash, colon] = [10, 32, 34, 35, 39, 44, 45, 58] as const
const [openList, closeList, openMap, closeMap] = [91, 93, 123, 125] as const

/** Keys of one map: an object with more of them is slow to make. */
const mostKeys = 40_000

/** What a value on one line begins with unless it means something else. */
const plainStart = /[^\s?:,[\]{}#&*!|>'"%@`-]|-[^\s\-,:[\]{}]/y
const plainKey = /[\p{L}\p{N}_][\p{L}\p{N}_-]*/uy
const doubleQuoted = /"(?:[^"\\\n]|\\["\\/bfnrtu])*"/y
const singleQuoted = /'(?:[^'\n]|'')*'/y
/** Tabs and other controls, a mark of the order of bytes, and lines that begin or end a document. */
const unusual = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m
const decimal = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/
/** Spelled so it may be no text, and is left to the library. */
const special = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?[0-9.]+[eE][-+]?[0-9]+)$/
const words: ReadonlyMap<string, boolean | null> = new Map([
  ...[true, false, null].flatMap((value) => {
    const word = String(value)
    return [word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()].map((spelled) => [spelled, value] as const)
  }),
  ['~', null],
])

/** Ends the reading: the library reads the whole text then. */
class Beyond extends Error {}

const beyond = (): never => {
  throw new Beyond()
}

/** Where a text says more than these forms, or says it wrongly. */
export interface Stop {
  readonly line: number
}

/** The same as the library gives, as far as these forms go: else in which line they end. */
export function readPlainYaml(text: string): ReadText | Stop {
  const odd = unusual.exec(text)
  if (odd) return { line: text.slice(0, odd.index).split('\n').length }
  const isFlow = text.startsWith('{') || text.startsWith('[')
  // Whether the last line of a text of lines ends, the library knows.
  if (!isFlow && !text.endsWith('\n')) return { line: text.split('\n').length }
  const reader = new PlainReader(text, isFlow)
  try {
    return { value: reader.whole(), places: reader.places }
  } catch (error) {
    if (error instanceof Beyond) return { line: reader.line }
    throw error
  }
}

class PlainReader {
  readonly places = new TextPlaces()
  /** Where the reading stands. */
  private at = 0
  line = 1

  /** @param isFlow whether all of it is one list or map in brackets, which may go over several lines: JSON */
  constructor(
    private readonly text: string,
    private readonly isFlow: boolean,
  ) {}

  whole(): unknown {
    if (this.isFlow) {
      const value = this.flow('', 0)
      this.blanks()
      if (this.at < this.text.length) beyond()
      return value
    }
    if (this.indent() !== 0) beyond()
    const value = this.block(0, '', 0)
    if (this.at < this.text.length) beyond()
    return value
  }

  /**
   * Goes on to the first line that says something; its indentation, -1 at the end. Stands at the begin of that line.
   * @param inText whether it goes on in a text of lines, where a hash says something and a line of blanks is left to the library
   */
  private indent(inText = false): number {
    const { text } = this
    for (;;) {
      if (this.at >= text.length) return -1
      let to = this.at
      while (text.charCodeAt(to) === space) to++
      const code = text.charCodeAt(to)
      if (code !== newline && (code !== hash || inText)) return to - this.at
      if (inText && to > this.at) beyond()
      this.at = text.indexOf('\n', to) + 1
      this.line++
    }
  }

  /** A list or a map whose lines are indented so; stands at the begin of the first. */
  private block(indent: number, path: string, depth: number): unknown {
    this.at += indent
    return this.isItem() ? this.blockList(indent, path, depth) : this.blockMap(indent, path, depth)
  }

  private isItem(): boolean {
    return this.text.charCodeAt(this.at) === dash && this.text.charCodeAt(this.at + 1) === space
  }

  /** Stands at the dash of the first item. */
  private blockList(indent: number, path: string, depth: number): unknown {
    if (depth > deepest) beyond()
    const items: unknown[] = []
    do {
      if (!this.isItem()) beyond()
      this.at += 2
      const own = joined(path, items.length)
      this.places.lines.set(own, this.line)
      // The keys of a map that begins behind the dash stand below each other.
      items.push(this.isKey() ? this.blockMap(indent + 2, own, depth + 1) : this.inLine(indent, own, depth + 1))
    } while (this.goesOn(indent))
    return items
  }

  /** Stands at the first key. */
  private blockMap(indent: number, path: string, depth: number): unknown {
    if (depth > deepest) beyond()
    const record = Object.create(null) as Record<string, unknown>
    let count = 0
    do {
      const key = this.key()
      if (this.text.charCodeAt(this.at) !== colon || key in record) beyond()
      this.at++
      const own = joined(path, key)
      this.places.lines.set(own, this.line)
      if (++count > mostKeys) beyond()
      record[key] = this.behindKey(indent, own, depth + 1)
    } while (this.goesOn(indent))
    return record
  }

  /** Steps behind the indentation of the next line where that belongs to the same block. */
  private goesOn(indent: number): boolean {
    const next = this.indent()
    if (next > indent) beyond()
    if (next < indent) return false
    this.at += indent
    return true
  }

  private behindKey(indent: number, path: string, depth: number): unknown {
    const { text } = this
    const before = this.at
    this.blanks()
    const code = text.charCodeAt(this.at)
    if (code !== newline && this.at === before) beyond()
    if (code !== newline && code !== hash) return this.inLine(indent, path, depth)
    this.lineEnd()
    const next = this.indent()
    return next > indent ? this.block(next, path, depth) : null
  }

  /** What stands in the rest of the line, or below it where it is a text of lines; ends at the begin of the next. */
  private inLine(indent: number, path: string, depth: number): unknown {
    const { text } = this
    if (text.startsWith('|\n', this.at) || text.startsWith('|-\n', this.at)) return this.lines(indent)
    const code = text.charCodeAt(this.at)
    if (code === openList || code === openMap || code === quote || code === apostrophe) {
      const value = this.flow(path, depth)
      this.lineEnd()
      return value
    }
    plainStart.lastIndex = this.at
    if (!plainStart.test(text)) beyond()
    const end = text.indexOf('\n', this.at)
    const rest = text.slice(this.at, end)
    const comment = rest.indexOf(' #')
    let length = comment < 0 ? rest.length : comment
    while (rest.charCodeAt(length - 1) === space) length--
    const said = rest.slice(0, length)
    if (said.includes(': ') || said.endsWith(':')) beyond()
    this.at += length
    this.lineEnd()
    return this.scalar(said, path)
  }

  /** Steps over blanks and a comment to the next line. */
  private lineEnd(): void {
    const { text } = this
    const before = this.at
    while (text.charCodeAt(this.at) === space) this.at++
    const code = text.charCodeAt(this.at)
    if (code === hash && (this.at > before || text.charCodeAt(before - 1) === space)) this.at = text.indexOf('\n', this.at)
    else if (code !== newline) beyond()
    this.at++
    this.line++
  }

  /** A text of lines, `|`, each indented by more than `indent`. */
  private lines(indent: number): string {
    const { text } = this
    const keeps = text.charCodeAt(this.at + 1) === newline
    this.at = text.indexOf('\n', this.at)
    this.lineEnd()
    const before = this.line
    const own = this.indent(true)
    if (own <= indent || this.line !== before) beyond()
    const said: string[] = []
    for (let next = own; next >= own; next = this.indent(true)) {
      // Empty lines belong to the text where it goes on behind them.
      while (said.length < this.line - before) said.push('')
      const end = text.indexOf('\n', this.at)
      const one = text.slice(this.at + own, end)
      if (one.endsWith(' ')) beyond()
      said.push(one)
      this.at = end + 1
      this.line++
    }
    return `${said.join('\n')}${keeps ? '\n' : ''}`
  }

  /** True at a name with a colon behind it. */
  private isKey(): boolean {
    const before = this.at
    const { text } = this
    plainKey.lastIndex = before
    if (!plainKey.test(text)) return false
    const end = plainKey.lastIndex
    return text.charCodeAt(end) === colon && (text.charCodeAt(end + 1) === space || text.charCodeAt(end + 1) === newline)
  }

  private key(): string {
    const { text } = this
    const code = text.charCodeAt(this.at)
    const pattern = code === quote ? doubleQuoted : code === apostrophe ? singleQuoted : plainKey
    const name = pattern === plainKey ? this.token(pattern) : this.quoted(pattern)
    if (name === '' || name === '__proto__' || name.length > longestKey) beyond()
    return name
  }

  private token(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const { text, at } = this
    if (!pattern.test(text)) beyond()
    this.at = pattern.lastIndex
    return text.slice(at, this.at)
  }

  private quoted(pattern: RegExp): string {
    const token = this.token(pattern)
    if (pattern === singleQuoted) return token.slice(1, -1).replaceAll("''", "'")
    if (!token.includes('\\')) return token.slice(1, -1)
    try {
      return JSON.parse(token) as string
    } catch {
      return beyond()
    }
  }

  /** A value that ends in its line, inside of a list or a map on one line or alone in quotes. */
  private flow(path: string, depth: number): unknown {
    if (depth > deepest) beyond()
    switch (this.text.charCodeAt(this.at)) {
      case openList:
        return this.flowList(path, depth)
      case openMap:
        return this.flowMap(path, depth)
      case quote:
        return this.quoted(doubleQuoted)
      case apostrophe:
        return this.quoted(singleQuoted)
      default:
        return this.flowScalar(path)
    }
  }

  private flowList(path: string, depth: number): unknown {
    const items: unknown[] = []
    if (this.opens(closeList)) return items
    do {
      const own = joined(path, items.length)
      this.places.lines.set(own, this.line)
      items.push(this.flow(own, depth + 1))
    } while (this.continues(closeList))
    return items
  }

  private flowMap(path: string, depth: number): unknown {
    const record = Object.create(null) as Record<string, unknown>
    let count = 0
    if (this.opens(closeMap)) return record
    do {
      const isQuoted = this.text.charCodeAt(this.at) === quote
      const key = this.key()
      if (this.text.charCodeAt(this.at) !== colon || key in record) beyond()
      const own = joined(path, key)
      this.places.lines.set(own, this.line)
      const behind = ++this.at
      this.blanks()
      if (this.at === behind && !isQuoted) beyond()
      if (++count > mostKeys) beyond()
      record[key] = this.flow(own, depth + 1)
    } while (this.continues(closeMap))
    return record
  }

  /** Steps into the list or map; true where it is empty, and behind it then. */
  private opens(close: number): boolean {
    this.at++
    this.blanks()
    if (this.text.charCodeAt(this.at) !== close) return false
    this.at++
    return true
  }

  /** Steps to the next item; false behind the last. */
  private continues(close: number): boolean {
    this.blanks()
    const code = this.text.charCodeAt(this.at++)
    if (code === close) return false
    if (code !== comma) beyond()
    this.blanks()
    return true
  }

  private blanks(): void {
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (code === newline && this.isFlow) this.line++
      else if (code !== space) return
    }
  }

  private flowScalar(path: string): unknown {
    const { text, at } = this
    plainStart.lastIndex = at
    if (!plainStart.test(text)) beyond()
    let end = at
    for (; ; end++) {
      if (end === text.length) beyond()
      const code = text.charCodeAt(end)
      if (code === comma || code === closeList || code === closeMap || (code === newline && this.isFlow)) break
      // What a colon, a hash or a bracket means here depends on its neighbours.
      if (code === newline || code === openList || code === openMap || code === hash || code === colon) beyond()
    }
    this.at = end
    while (text.charCodeAt(end - 1) === space) end--
    return this.scalar(text.slice(at, end), path)
  }

  private scalar(said: string, path: string): unknown {
    const word = words.get(said)
    if (word === null) return null
    const value = word ?? (decimal.test(said) ? Number(said) : said)
    if (typeof value === 'string') return special.test(said) ? beyond() : value
    if (said.length > longestNumber) beyond()
    this.places.sources.set(path, said)
    return value
  }
}
