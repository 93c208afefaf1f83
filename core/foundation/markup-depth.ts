// Checks in linear time whether HTML or XML is nested too deeply for the sanitiser, whose cost is quadratic in the depth.

/** Maximum nesting depth of elements. */
export const maximumMarkupDepth = 200

export type MarkupDialect = 'html' | 'xml'

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** End tags of HTML elements whose content is text. */
const textEndTags: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  textarea: /<\/textarea/gi,
  title: /<\/title/gi,
  xmp: /<\/xmp/gi,
}
/** A start tag implicitly closes these elements if they are innermost, because authors omit their end tags. */
const impliedEnds: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
  tbody: ['thead', 'tbody'],
  tfoot: ['thead', 'tbody'],
  option: ['option'],
}

const nameStart = /[a-zA-Z]/
const nameEnd = /[\s/>]/

/** The stack of open elements at a position of the text. */
class OpenElements {
  private readonly names: string[] = []
  private readonly counts = new Map<string, number>()

  constructor(private readonly dialect: MarkupDialect) {}

  get depth(): number {
    return this.names.length
  }

  start(name: string): void {
    if (this.dialect === 'html') {
      const implied = Object.hasOwn(impliedEnds, name) ? impliedEnds[name]! : []
      while (implied.includes(this.names.at(-1) ?? '')) this.pop()
    }
    this.names.push(name)
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** Closes the element and all elements inside it. Ignores an end tag without a start tag. */
  end(name: string): void {
    if ((this.counts.get(name) ?? 0) === 0) return
    while (this.pop() !== name);
  }

  private pop(): string {
    const name = this.names.pop()!
    this.counts.set(name, this.counts.get(name)! - 1)
    return name
  }
}

/** The index after the next `mark`, or the end of the text. */
function indexAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

/** The index of the `>` that closes a tag. A quotation mark only counts at the start of a value. */
function findTagEnd(text: string, from: number): number {
  let isValue = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (character === '>') return at
    if (isValue && (character === '"' || character === "'")) {
      const close = text.indexOf(character, at + 1)
      if (close === -1) return text.length
      at = close
      isValue = false
    } else if (character === '=') isValue = true
    else if (!/\s/.test(character)) isValue = false
  }
  return text.length
}

function readName(text: string, from: number, dialect: MarkupDialect): string {
  let end = from
  while (end < text.length && !nameEnd.test(text[end]!)) end++
  const name = text.slice(from, end)
  return dialect === 'html' ? name.toLowerCase() : name
}

/** The index after the content of an element without markup, such as `script`. */
function indexAfterText(text: string, endTag: RegExp, from: number): number {
  endTag.lastIndex = from
  return endTag.exec(text)?.index ?? text.length
}

export function isNestedTooDeep(text: string, dialect: MarkupDialect): boolean {
  const open = new OpenElements(dialect)
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const next = text[at + 1] ?? ''
    if (text.startsWith('<!--', at)) at = indexAfter(text, '-->', at + 4)
    else if (text.startsWith('<![CDATA[', at) && dialect === 'xml') at = indexAfter(text, ']]>', at)
    else if (next === '!' || next === '?') at = indexAfter(text, '>', at)
    else if (next === '/') {
      open.end(readName(text, at + 2, dialect))
      at = indexAfter(text, '>', at)
    } else if (nameStart.test(next)) {
      const name = readName(text, at + 1, dialect)
      const end = findTagEnd(text, at + 1 + name.length)
      at = end + 1
      const isEmpty = dialect === 'xml' ? text[end - 1] === '/' : voidElements.has(name)
      if (isEmpty) continue
      open.start(name)
      if (open.depth > maximumMarkupDepth) return true
      if (dialect === 'html' && Object.hasOwn(textEndTags, name)) at = indexAfterText(text, textEndTags[name]!, at)
    } else at += 1
  }
  return false
}
