// Reads and writes the text of a sheet: YAML, of which JSON is a part, without anchors, aliases and tags, and with the line of everything.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  stringify,
  Document,
  type Node,
} from 'yaml'
import { type Issue, ValidationError } from '../../ground/errors.js'
import { spell } from '../../ground/spell.js'
import { longestSheet } from './define.js'
import { readPlainYaml } from './plain-yaml.js'
import { joined, type ReadText, TextPlaces } from './text-places.js'
import { beyondBounds, deepest } from './token-bounds.js'

/** Characters of a key. */
const longestKey = 1_000
/** Lines and commas of a sheet, which bound what is made of it. */
const mostEntries = 150_000

/** A refusal that says where in the text. */
export function placed(path: string, line: number, message: string, code = 'INVALID_VALUE'): Issue {
  const where = path === '' ? `Line ${line}` : `Line ${line}, '${path}'`
  return { field: path === '' ? 'sheet' : path, code, message: `${where}: ${message}` }
}

function refuse(path: string, line: number, message: string): never {
  throw new ValidationError([placed(path, line, message)])
}

class Reader {
  readonly places = new TextPlaces()
  constructor(private readonly counter: LineCounter) {}

  private lineAt(node: Node | null | undefined): number {
    return node?.range ? this.counter.linePos(node.range[0]).line : 1
  }

  value(node: ParsedNode | null, path: string, depth: number): unknown {
    const line = this.lineAt(node)
    if (path !== '' && !this.places.lines.has(path)) this.places.lines.set(path, line)
    if (depth > deepest) refuse(path, line, `A sheet is nested at most ${deepest} levels deep.`)
    if (node === null) return null
    if (isAlias(node))
      refuse(path, line, `'*${spell(node.source)}' stands for another place; write its content out, a sheet has no aliases.`)
    if (node.anchor)
      refuse(path, line, `'&${spell(node.anchor)}' marks a place to be repeated; take it away, a sheet has no anchors.`)
    if (node.tag && !node.tag.startsWith('tag:yaml.org,2002:'))
      refuse(path, line, `The tag '${spell(node.tag)}' is not taken; write the plain value.`)
    if (isScalar(node)) return this.scalar(node.value, node.source, path, line)
    if (isSeq(node)) return node.items.map((item, index) => this.value(item, joined(path, index), depth + 1))
    if (!isMap(node))
      return refuse(path, line, 'This is nothing that a sheet can hold: write a value, a list or keys with values.')
    const record = Object.create(null) as Record<string, unknown>
    for (const { key, value } of node.items) {
      if (!isScalar(key)) refuse(path, this.lineAt(key), 'A key is a plain name, not a list or a map.')
      const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
      if (name === '__proto__' || name === '') refuse(path, this.lineAt(key), `'${name}' is no key that a sheet can have.`)
      if (name.length > longestKey) refuse(path, this.lineAt(key), `A key has at most ${longestKey} characters.`)
      const at = joined(path, name)
      if (Object.hasOwn(record, name)) refuse(at, this.lineAt(key), 'This key stood beside it before; each key stands once.')
      this.places.lines.set(at, this.lineAt(key))
      record[name] = this.value(value, at, depth + 1)
    }
    return record
  }

  private scalar(value: unknown, source: string | undefined, path: string, line: number): unknown {
    if (typeof value === 'number' && !Number.isFinite(value))
      return refuse(path, line, 'A number is written in digits; this is none.')
    if (typeof value === 'number' || typeof value === 'boolean') this.places.sources.set(path, source ?? String(value))
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
    return refuse(path, line, 'A value is a text, a number, true, false or null.')
  }
}

/** VALIDATION_FAILED for what is no such text, with the line. */
export function readYaml(text: string): ReadText {
  if (text.length > longestSheet) refuse('', 1, `A sheet has at most ${longestSheet} characters; this one has ${text.length}.`)
  const entries = countOf(text, '\n') + countOf(text, ',')
  if (entries > mostEntries) refuse('', 1, `A sheet has at most ${mostEntries} lines and commas; this one has ${entries}.`)
  // Some editors begin a file with a mark, and end its lines with two signs.
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const read = readPlainYaml(plain)
  return 'value' in read ? read : readByLibrary(plain, read.line)
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** The same of whatever is YAML, folded texts, anchors and all. `from` is the line in which the plain forms end. */
export function readByLibrary(text: string, from = 1): ReadText {
  const beyond = beyondBounds(text, from)
  if (beyond) refuse('', beyond.line, beyond.message)
  const counter = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter: counter,
      prettyErrors: false,
      // Told by ourselves: the library compares every key with every other.
      uniqueKeys: false,
      merge: false,
      schema: 'core',
      logLevel: 'error',
    })
    const [error] = document.errors
    if (error) {
      const { line } = counter.linePos(error.pos[0])
      // The parser is as deep as what it reads.
      if (error.message.startsWith('Maximum call stack')) throw new RangeError(error.message)
      if (error.code === 'MULTIPLE_DOCS') refuse('', line, 'A second document begins here; a file holds one sheet.')
      refuse('', line, `This is not YAML: ${error.message.split('\n')[0]}${/[.!?]$/.test(error.message) ? '' : '.'}`)
    }
    const reader = new Reader(counter)
    return { value: reader.value(document.contents, '', 0), places: reader.places }
  } catch (error) {
    if (error instanceof RangeError) return refuse('', 1, `A sheet is nested at most ${deepest} levels deep.`)
    throw error
  }
}

/** Characters that stand on one line where what belongs together is short. */
const widest = 100

function isShort(value: unknown): boolean {
  const text = JSON.stringify(value)
  return text.length <= widest && !text.includes('\\n')
}

/** Short things stand on one line; what is in `open` and at the top stands below each other. */
function lay(node: unknown, open: ReadonlySet<string>, isOpen: boolean): void {
  if (isMap(node)) {
    node.flow = !isOpen && isShort(node.toJSON())
    for (const { key, value } of node.items) lay(value, open, isScalar(key) && open.has(String(key.value)))
  } else if (isSeq(node)) {
    node.flow = !isOpen && isShort(node.toJSON())
    for (const item of node.items) lay(item, open, false)
  }
}

/** The text of a sheet; the same value always gives the same. `open` are the keys whose content is never put on one line. */
export function writeYaml(value: Readonly<Record<string, unknown>>, open: ReadonlySet<string>): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  lay(document.contents, open, true)
  return stringify(document, { lineWidth: 0, blockQuote: 'literal' })
}
