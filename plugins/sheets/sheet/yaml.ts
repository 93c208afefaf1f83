// Parses and formats the YAML text of a product sheet. JSON is valid YAML. Anchors, aliases and custom tags are refused.
import { createMessage, type Message, type MessageText, formatValue, type Issue, ValidationError } from '#core/contract.js'
import { messageFormat } from '#core/surface.js'
import {
  COLLECTION_STYLE,
  CORE_SCHEMA,
  EVENT_ID,
  type Event,
  getScalarValue,
  jsToAst,
  type MappingEvent,
  type Node,
  NOT_RESOLVED,
  parseEvents,
  present,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarLayout,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml'
import { maxSheetLength } from './define.js'

/** JSON texts, because a worker thread returns them: a text is copied faster than the objects that it describes. */
export interface ParsedSheetText {
  readonly value: string
  /** Entries of path and line; a path is for example `pages[0].title`. */
  readonly lines: string
  /** Entries of path and source spelling, for numbers and booleans. */
  readonly sources: string
}

/** A parsed text with its places. */
export interface ParsedText {
  readonly value: unknown
  readonly places: SourcePositions
}

/** Line numbers by path, such as `pages[0].title`, and the source spelling of numbers and booleans. */
export class SourcePositions {
  private lineMap: Map<string, number> | null = null
  private sourceMap: Map<string, string> | null = null
  /** Offset of the last entry that `findStoredLine` returned. Problems are reported in the order of the text. */
  private lastEntry = 0

  /** @param stored the places as JSON, as a worker returns them; parsed when needed, because most sheets have no mistakes */
  constructor(private readonly stored: Pick<ParsedSheetText, 'lines' | 'sources'> = { lines: '[]', sources: '[]' }) {}

  get lines(): Map<string, number> {
    return (this.lineMap ??= new Map(JSON.parse(this.stored.lines) as [string, number][]))
  }

  get sources(): Map<string, string> {
    return (this.sourceMap ??= new Map(JSON.parse(this.stored.sources) as [string, string][]))
  }

  /** Searches the text of the places: parsing it takes longer than searching it for the few problems that are reported. */
  private findStoredLine(path: string): number | null {
    if (this.lineMap !== null) return null
    const { lines } = this.stored
    const entry = `[${JSON.stringify(path)},`
    const next = lines.indexOf(entry, this.lastEntry)
    const start = next < 0 ? lines.indexOf(entry) : next
    if (start < 0) return null
    this.lastEntry = start
    return Number.parseInt(lines.slice(start + entry.length, start + entry.length + 12), 10)
  }

  /** The line of the path, or of its closest recorded ancestor; 1 for the whole text. */
  lineOf(path: string): number {
    let at = path
    for (let step = 0; at !== '' && step < maxSteps; step++) {
      const line = this.findStoredLine(at) ?? this.lines.get(at)
      if (line !== undefined) return line
      at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')))
    }
    return 1
  }
}

/** Paths have fewer steps, unless an author puts many dots into a key. */
const maxSteps = 200

/** Joins `pages[0].questions` and `width` into one path. */
export function joinSheetPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

/** Maximum nesting depth of lists and maps. */
const maxDepth = 40
/** Maximum length of a key in characters. */
const maxKeyLength = 1_000
/** Maximum number of lines and commas of a sheet. It bounds the number of values. */
const maxEntries = 150_000
/** Maximum number of opening brackets, and of list markers after another on the same line. It bounds the number of lists and maps. */
const maxOpened = 300_000

/** An issue that names the line and the path. */
export function issueAtLine(path: string, line: number, problem: MessageText, code = 'INVALID_VALUE'): Issue {
  return path === ''
    ? messageFormat.createIssue('sheet', createMessage('authoring.atLine', { line, problem }), code)
    : messageFormat.createIssue(path, createMessage('authoring.atLinePath', { line, path, problem }), code)
}

function refuse(path: string, line: number, message: Message): never {
  throw new ValidationError([issueAtLine(path, line, message)])
}

const scalarTags = CORE_SCHEMA.tags.filter((tag) => tag.nodeKind === 'scalar')

/** The value of a scalar under a tag of the core schema such as `!!str`; NOT_RESOLVED for other tags and for unsuitable values. */
function resolveTag(tag: string, source: string): unknown {
  const tagName = tag.replace(/^!!/, 'tag:yaml.org,2002:')
  return scalarTags.find((definition) => definition.tagName === tagName)?.resolve(source, true, tagName) ?? NOT_RESOLVED
}

/** The value of a plain scalar: null, true, false, a number or a text. */
function resolvePlain(source: string): unknown {
  for (const tag of scalarTags) {
    if (!tag.implicit) continue
    const value = tag.resolve(source, false, tag.tagName)
    if (value !== NOT_RESOLVED) return value
  }
  return source
}

/** Builds the value from the parser's events, which refer to the text by ascending offsets. */
class SheetBuilder {
  readonly places = new SourcePositions()
  private index = 0
  /** Offset of the last event, its line, and the end of that line. */
  private offset = 0
  private line = 1
  private lineEnd: number

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {
    this.lineEnd = this.endOfLine(0)
  }

  private endOfLine(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end < 0 ? this.text.length : end
  }

  build(): unknown {
    const document = this.events[this.index++]
    if (document?.type !== EVENT_ID.DOCUMENT) return null
    if (document.explicitStart) this.advance(this.text.search(/^---/m) + 3)
    const value = this.value('', 0)
    this.index++
    if (this.index < this.events.length) {
      const separator = /^(?:---|\.\.\.)/m.exec(this.text.slice(this.offset))
      refuse('', this.advance(this.offset + (separator?.index ?? 0)), createMessage('authoring.sheetSecondDocument'))
    }
    return value
  }

  /** The line of a later offset. */
  private advance(offset: number): number {
    for (; this.lineEnd < offset; this.lineEnd = this.endOfLine(this.lineEnd + 1)) this.line++
    this.offset = Math.max(this.offset, offset)
    return this.line
  }

  private lineOf(event: Event): number {
    if (event.type === EVENT_ID.ALIAS) return this.advance(event.anchorStart)
    if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) return this.advance(event.start)
    if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) return this.line
    const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK
    // The text of a block begins on the line after its indicator.
    const line = this.advance(isBlock ? event.valueStart - 1 : event.valueStart)
    this.advance(event.valueEnd)
    return line
  }

  private value(path: string, depth: number): unknown {
    const event = this.events[this.index++]!
    const line = this.lineOf(event)
    if (path !== '' && !this.places.lines.has(path)) this.places.lines.set(path, line)
    if (depth > maxDepth) refuse(path, line, createMessage('authoring.sheetTooDeep', { count: maxDepth }))
    if (event.type === EVENT_ID.ALIAS) {
      const name = this.text.slice(event.anchorStart, event.anchorEnd)
      return refuse(path, line, createMessage('authoring.sheetAlias', { name: formatValue(name) }))
    }
    if (event.type === EVENT_ID.SCALAR) return this.scalar(event, path, line)
    if (event.type === EVENT_ID.SEQUENCE) return this.list(event, path, line, depth)
    if (event.type === EVENT_ID.MAPPING) return this.map(event, path, line, depth)
    throw new Error(`The YAML parser emitted an event of type ${event.type} in place of a value.`)
  }

  /** Refuses an anchor; returns the tag of the value, or ''. */
  private tagOf(event: ScalarEvent | SequenceEvent | MappingEvent, path: string, line: number): string {
    if (event.anchorStart >= 0) {
      const name = this.text.slice(event.anchorStart, event.anchorEnd)
      refuse(path, line, createMessage('authoring.sheetAnchor', { name: formatValue(name) }))
    }
    return event.tagStart < 0 ? '' : this.text.slice(event.tagStart, event.tagEnd)
  }

  private refuseTag(tag: string, path: string, line: number): never {
    return refuse(path, line, createMessage('authoring.sheetTag', { tag: formatValue(tag) }))
  }

  private list(event: SequenceEvent, path: string, line: number, depth: number): unknown {
    const tag = this.tagOf(event, path, line)
    if (tag !== '' && tag !== '!!seq') this.refuseTag(tag, path, line)
    const items: unknown[] = []
    while (this.events[this.index]!.type !== EVENT_ID.POP) {
      const next = this.events[this.index]!
      const isEmpty = next.type === EVENT_ID.SCALAR && next.valueStart < 0
      // An empty item has no offset of its own: its line is the line of the dash.
      if (isEmpty && event.style === COLLECTION_STYLE.BLOCK) this.advanceToDash()
      items.push(this.value(joinSheetPath(path, items.length), depth + 1))
    }
    this.index++
    return items
  }

  private advanceToDash(): void {
    let at = this.offset
    while (at < this.text.length && this.text[at] !== '-') {
      const commentEnd = this.text[at] === '#' ? this.text.indexOf('\n', at) : at + 1
      at = commentEnd < 0 ? this.text.length : commentEnd
    }
    this.advance(at)
    this.offset = at + 1
  }

  private map(event: MappingEvent, path: string, line: number, depth: number): unknown {
    const tag = this.tagOf(event, path, line)
    if (tag !== '' && tag !== '!!map') this.refuseTag(tag, path, line)
    const record = Object.create(null) as Record<string, unknown>
    while (this.events[this.index]!.type !== EVENT_ID.POP) {
      const key = this.events[this.index++]!
      const keyLine = this.lineOf(key)
      if (key.type !== EVENT_ID.SCALAR) return refuse(path, keyLine, createMessage('authoring.sheetPlainKey'))
      const keyTag = this.tagOf(key, path, keyLine)
      if (keyTag !== '') this.refuseTag(keyTag, path, keyLine)
      const name = key.valueStart < 0 ? '' : getScalarValue(this.text, key)
      if (name === '__proto__' || name === '') refuse(path, keyLine, createMessage('authoring.sheetForbiddenKey', { name }))
      if (name.length > maxKeyLength) refuse(path, keyLine, createMessage('authoring.sheetKeyTooLong', { count: maxKeyLength }))
      const keyPath = joinSheetPath(path, name)
      if (Object.hasOwn(record, name)) refuse(keyPath, keyLine, createMessage('authoring.sheetKeyTwice'))
      this.places.lines.set(keyPath, keyLine)
      record[name] = this.value(keyPath, depth + 1)
    }
    this.index++
    return record
  }

  private scalar(event: ScalarEvent, path: string, line: number): unknown {
    const tag = this.tagOf(event, path, line)
    const source = event.valueStart < 0 ? '' : getScalarValue(this.text, event)
    const isPlain = event.style === SCALAR_STYLE.PLAIN
    const value = tag !== '' ? resolveTag(tag, source) : isPlain ? resolvePlain(source) : source
    if (value === NOT_RESOLVED) this.refuseTag(tag, path, line)
    if (typeof value === 'number' && !Number.isFinite(value)) return refuse(path, line, createMessage('authoring.sheetNumber'))
    if (typeof value === 'number' || typeof value === 'boolean') this.places.sources.set(path, source)
    return value
  }
}

/** Parses a sheet. VALIDATION_FAILED with the line for any other text. */
export function readYaml(text: string): ParsedText {
  refuseTooLarge(text)
  // Some editors begin a file with a byte order mark and end lines with two characters.
  const unmarked = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  let events: readonly Event[]
  try {
    events = parseEvents(unmarked, {})
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = (error.mark?.line ?? 0) + 1
    if (error.reason.includes('maxDepth')) return refuse('', line, createMessage('authoring.sheetTooDeep', { count: maxDepth }))
    if ((error.mark?.position ?? 0) >= unmarked.length) return refuse('', line, createMessage('authoring.yamlUnclosed'))
    if (error.reason === 'deficient indentation') return refuse('', line, createMessage('authoring.yamlIndent'))
    return refuse('', line, createMessage('authoring.yamlInvalid', { reason: error.reason }))
  }
  const builder = new SheetBuilder(unmarked, events)
  return { value: builder.build(), places: builder.places }
}

/** The parser takes linear time and memory, which these counts bound. */
function refuseTooLarge(text: string): void {
  if (text.length > maxSheetLength)
    refuse('', 1, createMessage('authoring.sheetTooLarge', { most: maxSheetLength, count: text.length }))
  const entries = countOccurrences(text, '\n') + countOccurrences(text, ',')
  if (entries > maxEntries) refuse('', 1, createMessage('authoring.sheetTooManyEntries', { most: maxEntries, count: entries }))
  let opened = countOccurrences(text, '[') + countOccurrences(text, '{')
  for (const [markers] of text.matchAll(/^ *(?:[-?:] +){2,}/gm)) opened += countOccurrences(markers.replace(/\s+/g, ' '), ' ')
  if (opened > maxOpened) refuse('', 1, createMessage('authoring.sheetTooManyBrackets', { most: maxOpened, count: opened }))
}

function countOccurrences(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** Maximum JSON length of a list or map that is written on one line. */
const maxLineJson = 100

function isShort(value: unknown): boolean {
  const text = JSON.stringify(value)
  return text.length <= maxLineJson && !text.includes('\\n')
}

/** Writes short lists and maps on one line. The document itself and the values of `open` keys always take several lines. */
function setLayout(node: Node, value: unknown, open: ReadonlySet<string>, isOpen: boolean): void {
  if (node.kind !== 'mapping' && node.kind !== 'sequence') return
  node.style = !isOpen && isShort(value) ? COLLECTION_STYLE.FLOW : COLLECTION_STYLE.BLOCK
  if (node.kind === 'sequence') {
    for (const [index, item] of node.items.entries()) setLayout(item, (value as readonly unknown[])[index], open, false)
    return
  }
  for (const item of node.items) {
    const key = item.key.kind === 'scalar' ? item.key.value : ''
    setLayout(item.value, (value as Readonly<Record<string, unknown>>)[key], open, open.has(key))
  }
}

/** Characters that are written as escapes. A no-break space is common in texts and is not escaped. */
const invisible = /[\x7f-\x9f\u2028\u2029\ufeff]/

/** Texts of several lines become blocks. Other texts are plain if possible, else in the quotes that need no escape. */
function chooseStyle(layout: ScalarLayout): void {
  const { value } = layout.node
  const isAllowed = (style: number): boolean => (layout.allowedStylesMask & (1 << style)) !== 0
  const hasLines = value.includes('\n')
  // Editors may remove blanks at the end of a block.
  const isBlock = hasLines && !layout.isKey && !/\n[\t ]+$/.test(value)
  if (isBlock && isAllowed(SCALAR_STYLE.LITERAL_BLOCK)) layout.style = SCALAR_STYLE.LITERAL_BLOCK
  else if (!hasLines && value !== '' && !invisible.test(value) && isAllowed(SCALAR_STYLE.PLAIN)) layout.style = SCALAR_STYLE.PLAIN
  else if (value.includes('"') && !value.includes("'") && isAllowed(SCALAR_STYLE.SINGLE_QUOTED))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED
  else layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}

/** The text of a sheet. Equal values give equal texts. `open` are the keys whose values are never written on one line. */
export function writeYaml(value: Readonly<Record<string, unknown>>, open: ReadonlySet<string>): string {
  const documents = jsToAst(value, CORE_SCHEMA, { noRefs: true, skipInvalid: true })
  for (const { contents } of documents) if (contents !== null) setLayout(contents, value, open, true)
  return present(documents, { schema: CORE_SCHEMA, lineWidth: -1, flowBracketPadding: true, scalarStyleRules: [chooseStyle] })
}
