// Finds out in linear time whether HTML or XML is nested too deeply for the sanitiser, whose cost is quadratic in the depth.

/** Elements inside each other that a text may have. */
export const deepestMarkup = 200

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
/** A start tag ends these elements where they are the innermost ones: authors leave their end tags out. */
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

/** The elements that are open at a place of the text. */
class OpenElements {
  private readonly names: string[] = []
  private readonly counts = new Map<string, number>()

  constructor(private readonly dialect: MarkupDialect) {}

  get depth(): number {
    return this.names.length
  }

  start(name: string): void {
    if (this.dialect === 'html') {
      const ended = Object.hasOwn(impliedEnds, name) ? impliedEnds[name]! : []
      while (ended.includes(this.names.at(-1) ?? '')) this.pop()
    }
    this.names.push(name)
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** Ends the element and what is open inside it. An end tag without its element does nothing. */
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

/** The place behind the next `mark`; the end of the text where there is none. */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

/** The place of the `>` that ends a tag. A quotation mark counts where it begins a value. */
function endOfTag(text: string, from: number): number {
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

function nameAt(text: string, from: number, dialect: MarkupDialect): string {
  let end = from
  while (end < text.length && !nameEnd.test(text[end]!)) end++
  const name = text.slice(from, end)
  return dialect === 'html' ? name.toLowerCase() : name
}

/** The place behind the text of an element that holds no markup. */
function behindText(text: string, endTag: RegExp, from: number): number {
  endTag.lastIndex = from
  return endTag.exec(text)?.index ?? text.length
}

export function isNestedTooDeep(text: string, dialect: MarkupDialect): boolean {
  const open = new OpenElements(dialect)
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const next = text[at + 1] ?? ''
    if (text.startsWith('<!--', at)) at = behind(text, '-->', at + 4)
    else if (text.startsWith('<![CDATA[', at) && dialect === 'xml') at = behind(text, ']]>', at)
    else if (next === '!' || next === '?') at = behind(text, '>', at)
    else if (next === '/') {
      open.end(nameAt(text, at + 2, dialect))
      at = behind(text, '>', at)
    } else if (nameStart.test(next)) {
      const name = nameAt(text, at + 1, dialect)
      const end = endOfTag(text, at + 1 + name.length)
      at = end + 1
      const isEmpty = dialect === 'xml' ? text[end - 1] === '/' : voidElements.has(name)
      if (isEmpty) continue
      open.start(name)
      if (open.depth > deepestMarkup) return true
      if (dialect === 'html' && Object.hasOwn(textEndTags, name)) at = behindText(text, textEndTags[name]!, at)
    } else at += 1
  }
  return false
}
