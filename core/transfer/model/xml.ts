// Reads XML piece by piece: elements, attributes and texts; document types and entities of one's own are refused, so that nothing can grow.
import { ModelFault } from './findings.js'

/** What a reader is told; names come without their prefix. */
export interface XmlEvents {
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void
  close(name: string, line: number): void
  text(text: string, line: number): void
}

const deepest = 200
const mostAttributes = 100

const namePattern = /[\p{L}_][\p{L}\p{N}_.:-]{0,200}/uy
const blankPattern = /[ \t\r\n]*/y
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

class Scanner {
  private at = 0
  private line = 1
  /** Of the line counted last; asked for once per line, so that a document of one line is searched once. */
  private lineEnd: number
  private readonly open: string[] = []

  constructor(
    private readonly source: string,
    private readonly events: XmlEvents,
  ) {
    this.lineEnd = source.indexOf('\n')
  }

  private lineAt(at: number): number {
    while (this.lineEnd !== -1 && this.lineEnd < at) {
      this.line++
      this.lineEnd = this.source.indexOf('\n', this.lineEnd + 1)
    }
    return this.line
  }

  private refuse(message: string, at = this.at): never {
    throw new ModelFault('xml', message, this.lineAt(at))
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0] ?? ''
    this.at += found.length
    return found
  }

  /** Past the end of what begins here. */
  private skip(end: string, what: string): string {
    const to = this.source.indexOf(end, this.at)
    if (to === -1) this.refuse(`${what} has no end.`)
    const inner = this.source.slice(this.at, to)
    this.at = to + end.length
    return inner
  }

  private decode(text: string, at: number): string {
    let decoded = ''
    let from = 0
    for (let next = text.indexOf('&'); next !== -1; next = text.indexOf('&', from)) {
      const end = text.slice(next, next + 12).indexOf(';')
      const name = end === -1 ? '' : text.slice(next + 1, next + end)
      decoded +=
        text.slice(from, next) + (this.character(name) ?? this.unknown(text.slice(next, next + Math.max(end, 3) + 1), at))
      from = next + end + 1
    }
    return from === 0 ? text : decoded + text.slice(from)
  }

  private unknown(written: string, at: number): never {
    this.refuse(`'${written}' is no character that XML knows by itself; write '&amp;' for an '&'.`, at)
  }

  private character(name: string): string | null {
    if (Object.hasOwn(entities, name)) return entities[name]!
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const point = code ? Number.parseInt(code[1] ?? code[2]!, code[1] === undefined ? 10 : 16) : -1
    const isCharacter = point > 31 || point === 9 || point === 10 || point === 13
    const isSurrogate = point >= 0xd800 && point <= 0xdfff
    return isCharacter && point <= 0x10ffff && !isSurrogate ? String.fromCodePoint(point) : null
  }

  run(): void {
    let hasRoot = false
    while (this.at < this.source.length) {
      const next = this.source.indexOf('<', this.at)
      const end = next === -1 ? this.source.length : next
      if (end > this.at) this.told(this.source.slice(this.at, end))
      this.at = end
      if (next === -1) break
      if (this.source.startsWith('<!--', this.at)) {
        this.at += 4
        this.skip('-->', 'A comment')
      } else if (this.source.startsWith('<![CDATA[', this.at)) {
        this.at += 9
        const line = this.lineAt(this.at)
        const inner = this.skip(']]>', 'A CDATA section')
        if (this.open.length > 0) this.events.text(inner, line)
      } else if (this.source.startsWith('<?', this.at)) this.skip('?>', 'An instruction')
      else if (this.source.startsWith('<!', this.at))
        this.refuse('Document types and entities are not taken; take <!DOCTYPE …> out of the file.')
      else if (this.source.startsWith('</', this.at)) this.end()
      else {
        if (hasRoot && this.open.length === 0) this.refuse('A second document begins here; a file holds one.')
        hasRoot = true
        this.begin()
      }
    }
    const left = this.open.at(-1)
    if (left !== undefined) this.refuse(`The file ends inside of <${left}>; it is not whole.`)
    if (!hasRoot) this.refuse('This is no XML: no element stands in it.', 0)
  }

  private told(raw: string): void {
    if (this.open.length > 0) {
      const line = this.lineAt(this.at)
      this.events.text(this.decode(raw, this.at), line)
    } else if (raw.trim() !== '') this.refuse('Text stands outside of the document.')
  }

  private end(): void {
    this.at += 2
    const name = this.match(namePattern)
    this.match(blankPattern)
    if (this.source[this.at] !== '>') this.refuse(`'</${name}' has no '>'.`)
    const expected = this.open.pop()
    if (expected === undefined || expected !== name)
      this.refuse(`</${name}> stands here, and ${expected === undefined ? 'nothing is open' : `<${expected}> is open`}.`)
    this.events.close(plain(name), this.lineAt(this.at))
    this.at++
  }

  private begin(): void {
    const line = this.lineAt(this.at)
    this.at++
    const name = this.match(namePattern)
    if (name === '') this.refuse("'<' begins no element here; write '&lt;' for it.", this.at - 1)
    const attributes = new Map<string, string>()
    for (;;) {
      const before = this.at
      this.match(blankPattern)
      if (this.source[this.at] === '>' || this.source.startsWith('/>', this.at)) break
      const key = before === this.at ? '' : this.match(namePattern)
      if (key === '') this.refuse(`<${name}> is not closed by '>'.`)
      this.match(blankPattern)
      if (this.source[this.at] !== '=') this.refuse(`The attribute '${key}' of <${name}> has no value.`)
      this.at++
      this.match(blankPattern)
      const quote = this.source[this.at] ?? ''
      if (quote !== '"' && quote !== "'") this.refuse(`The value of '${key}' stands between quotes.`)
      this.at++
      const from = this.at
      const value = this.skip(quote, `The value of '${key}'`)
      if (value.includes('<')) this.refuse(`The value of '${key}' holds '<'; is its quote closed?`, from)
      if (attributes.has(key)) this.refuse(`The attribute '${key}' stands twice in <${name}>.`, from)
      if (attributes.size >= mostAttributes) this.refuse(`<${name}> has more than ${mostAttributes} attributes.`)
      attributes.set(key, this.decode(value, from))
    }
    this.events.open(plain(name), attributes, line)
    if (this.source[this.at] === '/') {
      this.events.close(plain(name), line)
      this.at += 2
      return
    }
    this.open.push(name)
    if (this.open.length > deepest) this.refuse(`Elements stand inside each other at most ${deepest} deep.`)
    this.at++
  }
}

const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

/** ModelFault with the line of what is no XML. */
export function readXml(source: string, events: XmlEvents): void {
  new Scanner(source, events).run()
}

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  /** Its own text, that of its children left out. */
  text: string
  readonly line: number
}

/** The whole document as a tree of at most so many elements. */
export function xmlTree(source: string, most: number): XmlElement {
  const stack: XmlElement[] = []
  let root: XmlElement | null = null
  let count = 0
  readXml(source, {
    open(name, attributes, line) {
      if (++count > most) throw new ModelFault('too-large', `The file has more than ${most} elements.`, line)
      const element: XmlElement = { name, attributes, children: [], text: '', line }
      const parent = stack.at(-1)
      if (parent) parent.children.push(element)
      else root = element
      stack.push(element)
    },
    close() {
      stack.pop()
    },
    text(text) {
      const element = stack.at(-1)
      if (element) element.text += text
    },
  })
  return root!
}
