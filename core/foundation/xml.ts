// Parses XML with saxes: events for large documents, a tree for small ones. Document types are refused, so no entity expands.
import { SaxesParser } from 'saxes'
import { createMessage, type Message, type MessageFields, type MessageValues } from './message.js'
import { toMessageFields } from './message-format.js'

/** Nested elements. */
const maxDepth = 200
/** Attributes of an element. */
const maxAttributes = 100

/** Names are local names: the prefix of a namespace is removed from elements, not from attributes. */
export interface XmlEvents {
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void
  close(name: string, line: number): void
  text(text: string, line: number): void
}

export class XmlError extends Error implements MessageFields {
  declare readonly key: string
  declare readonly values: MessageValues

  constructor(
    readonly kind: 'xml' | 'too-large',
    text: Message,
    /** Counted from 1. */
    readonly line: number,
  ) {
    const { message, ...source } = toMessageFields(text)
    super(message)
    Object.assign(this, source)
  }
}

/** The parser's other messages are about single characters. The line is enough to find these. */
function toXmlMessage(parserMessage: string): Message {
  if (/(?:close|closing) tag/.test(parserMessage)) return createMessage('files.xmlTagMismatch')
  const [, name] = /^unclosed tag: (.+?)\.?$/.exec(parserMessage.replace(/^[\d:]*:\s*/, '')) ?? []
  return name === undefined ? createMessage('files.xmlInvalid') : createMessage('files.xmlUnclosed', { name: name.slice(0, 100) })
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** XmlError with the line where the text is not XML, or exceeds a limit. The handlers may throw to end the parsing. */
export function readXml(source: string, events: XmlEvents): void {
  const parser = new SaxesParser({ xmlns: false })
  /** The line on which the current tag begins. */
  let tagLine = 1
  let attributes = new Map<string, string>()
  let depth = 0
  const fail = (message: Message, line = parser.line): never => {
    throw new XmlError('xml', message, line)
  }
  parser.on('error', ({ message }) => fail(toXmlMessage(message)))
  parser.on('doctype', () => fail(createMessage('files.xmlDocumentType')))
  parser.on('opentagstart', () => {
    attributes = new Map()
    // A line break behind the name is consumed already.
    tagLine = parser.columnIndex === 0 ? parser.line - 1 : parser.line
    if (++depth > maxDepth) fail(createMessage('files.xmlTooDeep', { most: maxDepth }), tagLine)
  })
  parser.on('attribute', ({ name, value }) => {
    if (attributes.size >= maxAttributes) fail(createMessage('files.tooManyXmlAttributes', { most: maxAttributes }))
    attributes.set(name, value)
  })
  parser.on('opentag', ({ name }) => events.open(localName(name), attributes, tagLine))
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth--
    events.close(localName(name), isSelfClosing ? tagLine : parser.line)
  })
  const text = (content: string): void => {
    if (depth > 0) events.text(content, parser.line)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.write(source).close()
}

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
  readonly line: number
}

/** The whole document as a tree of at most `maxElements`. */
export function parseXmlTree(source: string, maxElements: number): XmlElement {
  const document: XmlElement = { name: '', attributes: new Map(), children: [], text: '', line: 1 }
  const stack = [document]
  let count = 0
  readXml(source, {
    open(name, attributes, line) {
      if (++count > maxElements)
        throw new XmlError('too-large', createMessage('files.tooManyXmlElements', { most: maxElements }), line)
      const element: XmlElement = { name, attributes, children: [], text: '', line }
      stack.at(-1)!.children.push(element)
      stack.push(element)
    },
    close() {
      stack.pop()
    },
    text(text) {
      stack.at(-1)!.text += text
    },
  })
  return document.children[0]!
}
