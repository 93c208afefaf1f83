// Parses UVL: features indented in groups, and the sections of the file.
import { createMessage, FileFault, type FileFindings, formatValue } from 'product-configurator-service'
import {
  type Constraint,
  type Feature,
  FeatureCount,
  type FeatureGroup,
  type FeatureInput,
  featureLimits,
  type FeatureModel,
} from './define.js'
import { parseUvlConstraint } from './uvl-constraint.js'

const attributePattern = /^([^\s,{}[\]'"]{1,200}|"[^"]{1,200}")(?:[ \t\r]+([^\s].*))?$/su

/** Splits at commas outside of quotes and inner brackets. */
function splitAttributes(inner: string): readonly string[] {
  const parts: string[] = []
  let [depth, quote, from] = [0, '', 0]
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at]!
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(inner.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, inner.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

/** Attribute values by name; an attribute without a value is 'true'. Lists and maps stay unparsed. */
function parseUvlAttributes(attributesText: string, line: number): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const part of splitAttributes(attributesText.slice(1, -1))) {
    const attributeMatch = attributePattern.exec(part)
    if (!attributeMatch)
      throw new FileFault('attribute', createMessage('models.attributeInvalid', { text: formatValue(part) }), line)
    const name = attributeMatch[1]!.replaceAll('"', '')
    const value = (attributeMatch[2] ?? 'true').trim()
    attributes.set(name, /^(['"]).*\1$/s.test(value) ? value.slice(1, -1) : value)
  }
  return attributes
}

const inputs: Readonly<Record<string, FeatureInput | null>> = {
  Boolean: null,
  Integer: 'integer',
  Real: 'decimal',
  String: 'plaintext',
}

const headings: ReadonlySet<string> = new Set(['features', 'constraints', 'imports', 'namespace', 'include'])

const cardinalityPattern = /^\[(\d{1,6})(?:\.\.(\d{1,6}|\*))?\]$/

const typePattern = /^(Boolean|Integer|Real|String)[ \t]+/

const namePattern = /^(?:"[^"]{1,500}"|[^\s{}"[\]]{1,500})/

const singleCardinalities: ReadonlySet<string> = new Set(['', 'cardinality[1]', 'cardinality[1..1]'])

const removeBlanks = (text: string): string => text.replaceAll(/[ \t]/g, '')

/** Splits `Integer "Cord length" cardinality [1..3] {price 4}` into its parts; null if it is not a feature. */
function parseFeatureLine(
  text: string,
): { readonly type: string; readonly name: string; readonly times: string; readonly attributes: string } | null {
  const type = typePattern.exec(text)?.[1] ?? 'Boolean'
  const featureText = text.replace(typePattern, '')
  const quoted = namePattern.exec(featureText)?.[0]
  if (quoted === undefined) return null
  const rest = featureText.slice(quoted.length)
  const brace = rest.indexOf('{')
  const [times, attributes] = brace === -1 ? [rest, ''] : [rest.slice(0, brace), rest.slice(brace)]
  const isWhole = attributes === '' || attributes.endsWith('}')
  const cardinality = removeBlanks(times)
  if (!isWhole || (cardinality !== '' && !/^cardinality\[[^\]]{1,40}\]$/.test(cardinality))) return null
  return { type, name: quoted.startsWith('"') ? quoted.slice(1, -1) : quoted, times: cardinality, attributes }
}

interface UvlLine {
  readonly text: string
  /** Width of the leading blanks; a tab counts as four. */
  readonly depth: number
  readonly number: number
}

const maxLineLength = 100_000

const maxLines = 100_000

/** FileFault for an unclosed comment, quote or brace. */
function splitUvlLines(source: string): readonly UvlLine[] {
  const lines: UvlLine[] = []
  let [number, begins, text, braces] = [1, 1, '', 0]
  const end = (): void => {
    const trimmed = text.trim()
    if (trimmed !== '') {
      if (lines.length >= maxLines)
        throw new FileFault('too-large', createMessage('models.tooManyLines', { most: maxLines }), begins)
      const blanks = /^[ \t]*/.exec(text)?.[0] ?? ''
      lines.push({ text: trimmed, depth: [...blanks].reduce((sum, blank) => sum + (blank === '\t' ? 4 : 1), 0), number: begins })
    }
    text = ''
    begins = number
  }
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    if (sign === '\n') {
      number++
      if (braces > 0) text += ' '
      else end()
    } else if (sign === '"' || sign === "'") {
      const to = source.indexOf(sign, at + 1)
      const inner = to === -1 ? '' : source.slice(at, to + 1)
      if (to === -1 || inner.includes('\n')) throw new FileFault('quote', createMessage('files.quoteUnclosed'), number)
      text += inner
      at = to
    } else if (sign === '/' && source[at + 1] === '/') {
      const to = source.indexOf('\n', at)
      at = (to === -1 ? source.length : to) - 1
    } else if (sign === '/' && source[at + 1] === '*') {
      const to = source.indexOf('*/', at + 2)
      if (to === -1) throw new FileFault('comment', createMessage('models.commentUnclosed'), number)
      number += source.slice(at, to).split('\n').length - 1
      at = to + 1
    } else {
      if (sign === '{') braces++
      if (sign === '}') braces--
      if (braces < 0) throw new FileFault('brace', createMessage('models.braceUnopened'), number)
      if (sign !== '\r') text += sign
    }
    if (text.length > maxLineLength)
      throw new FileFault('too-large', createMessage('models.lineTooLong', { most: maxLineLength }), begins)
  }
  if (braces > 0) throw new FileFault('brace', createMessage('models.braceUnclosed'), begins)
  end()
  return lines
}

class UvlTreeReader {
  private at = 0
  private readonly count = new FeatureCount()

  constructor(
    private readonly lines: readonly UvlLine[],
    private readonly findings: FileFindings,
  ) {}

  root(): Feature {
    const [first] = this.lines
    if (!first) throw new FileFault('feature-tree', createMessage('models.rootMissing'))
    this.at = 1
    const root = this.feature(first, 1)
    const extraLine = this.lines[this.at]
    if (extraLine)
      throw new FileFault(
        'feature-tree',
        createMessage('models.besideRoot', { name: formatValue(extraLine.text) }),
        extraLine.number,
      )
    return root
  }

  private feature(line: UvlLine, depth: number): Feature {
    const { number } = line
    this.count.add(depth, number)
    const featureLine = parseFeatureLine(line.text)
    if (!featureLine)
      throw new FileFault('feature-tree', createMessage('models.featureInvalid', { text: formatValue(line.text) }), number)
    const { name } = featureLine
    if (!singleCardinalities.has(featureLine.times))
      this.findings.blocker(
        'feature-cardinality',
        createMessage('models.featureRepeated', { name: formatValue(name), cardinality: featureLine.times }),
        number,
      )
    const attributes =
      featureLine.attributes === '' ? new Map<string, string>() : parseUvlAttributes(featureLine.attributes, number)
    const groups: FeatureGroup[] = []
    for (const child of this.below(line)) groups.push(this.group(child, depth))
    const isAbstract = attributes.get('abstract') === 'true'
    attributes.delete('abstract')
    return {
      name,
      title: name,
      isAbstract,
      description: '',
      input: inputs[featureLine.type] ?? null,
      attributes,
      groups,
      line: number,
    }
  }

  private group(line: UvlLine, depth: number): FeatureGroup {
    const members: Feature[] = []
    for (const child of this.below(line)) members.push(this.feature(child, depth + 1))
    const { length } = members
    const { text, number } = line
    if (length === 0) throw new FileFault('feature-tree', createMessage('models.groupEmpty', { text: formatValue(text) }), number)
    const whole: Readonly<Record<string, readonly [number, number]>> = {
      mandatory: [length, length],
      optional: [0, length],
      or: [1, length],
      alternative: [1, 1],
    }
    const fixedCardinality = Object.hasOwn(whole, text) ? whole[text] : undefined
    if (fixedCardinality) return { min: fixedCardinality[0], max: fixedCardinality[1], members, line: number }
    const cardinalityMatch = cardinalityPattern.exec(removeBlanks(text))
    if (!cardinalityMatch)
      throw new FileFault('feature-tree', createMessage('models.groupInvalid', { text: formatValue(text) }), number)
    const [, min = '', max = min] = cardinalityMatch
    return { min: Number(min), max: max === '*' ? length : Number(max), members, line: number }
  }

  /** Yields the lines one level deeper. The caller reads the children of each line before it takes the next line. */
  private *below(line: UvlLine): Generator<UvlLine> {
    const depth = this.lines[this.at]?.depth ?? 0
    for (let next = this.lines[this.at]; next && next.depth > line.depth; next = this.lines[this.at]) {
      if (next.depth !== depth)
        throw new FileFault('indentation', createMessage('models.indentation', { text: formatValue(next.text) }), next.number)
      this.at++
      yield next
    }
  }
}

/** The lines below each heading. */
function splitSections(lines: readonly UvlLine[]): ReadonlyMap<string, readonly UvlLine[]> {
  const parts = new Map<string, UvlLine[]>()
  let sectionLines: UvlLine[] | null = null
  for (const line of lines) {
    const [word = ''] = line.text.split(/[ \t]/, 1)
    if (line.depth === 0 && headings.has(word)) {
      if (parts.has(word)) throw new FileFault('format', createMessage('models.sectionRepeated', { name: word }), line.number)
      sectionLines = []
      parts.set(word, sectionLines)
      if (word === 'namespace') sectionLines.push(line)
    } else if (sectionLines) sectionLines.push(line)
    else throw new FileFault('format', createMessage('models.beforeFeatures', { text: formatValue(line.text) }), line.number)
  }
  return parts
}

/** FileFault if the file is not a UVL model. */
export function readUvl(source: string, findings: FileFindings): FeatureModel {
  const parts = splitSections(splitUvlLines(source))
  const imported = parts.get('imports')?.[0]
  if (imported)
    throw new FileFault(
      'imports',
      createMessage('models.importsUnsupported', { name: formatValue(imported.text) }),
      imported.number,
    )
  const tree = parts.get('features')
  if (!tree) throw new FileFault('format', createMessage('models.featuresMissing'))
  const rules = parts.get('constraints') ?? []
  if (rules.length > featureLimits.constraints)
    throw new FileFault(
      'too-large',
      createMessage('models.tooManyConstraints', { most: featureLimits.constraints }),
      rules[0]?.number,
    )
  const root = new UvlTreeReader(tree, findings).root()
  const constraints = rules.flatMap(({ text, number }): readonly Constraint[] => {
    const formula = parseUvlConstraint(text, number, findings)
    return formula === null ? [] : [{ formula, text: formatValue(text), line: number }]
  })
  return { name: '', root, constraints }
}
