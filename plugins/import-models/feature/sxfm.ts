// Parses SXFM: XML with a tab-indented <feature_tree> text and <constraints> as clauses.
import { FileFault, formatValue, readXmlTree, type XmlElement } from 'product-configurator-service'
import {
  type Constraint,
  type Feature,
  FeatureCount,
  type FeatureGroup,
  featureLimits,
  type FeatureModel,
  type Formula,
} from './define.js'

type TreeMark = 'r' | 'm' | 'o' | 'g' | ''

interface TreeLine {
  readonly depth: number
  readonly mark: TreeMark
  readonly title: string
  readonly id: string
  readonly cardinality: string
  readonly number: number
}

/** `:o Home page(homepage)`, `:g (_id_0) [1,*]`, `: Print(_id_7)`; the leading blanks give the depth. */
const linePattern = /^(?<blanks>[ \t]*):(?<mark>[rmog]?)(?=[ \t])(?<rest>.*)$/
const cardinalityPattern = /\[[ \t]*(\d{1,6})[ \t]*,[ \t]*(\d{1,6}|\*)[ \t]*\]$/

function parseTreeLine(text: string, number: number): TreeLine {
  const groups = linePattern.exec(text)?.groups
  if (!groups)
    throw new FileFault(
      'feature-tree',
      `'${formatValue(text.trim())}' begins with none of ':r', ':m', ':o', ':g' and ':'.`,
      number,
    )
  const mark = groups['mark'] as TreeMark
  let rest = groups['rest']!.trim()
  let cardinality = ''
  if (mark === 'g') {
    const at = rest.lastIndexOf('[')
    cardinality = at === -1 ? '' : rest.slice(at)
    if (!cardinalityPattern.test(cardinality))
      throw new FileFault('cardinality', "A group has its cardinality at the end, such as '[1,1]' or '[1,*]'.", number)
    rest = rest.slice(0, at).trim()
  }
  // A title may contain parentheses. The last pair contains the id.
  const from = rest.endsWith(')') ? rest.lastIndexOf('(') : -1
  const id = from === -1 ? '' : rest.slice(from + 1, -1).trim()
  const title = from === -1 ? rest : rest.slice(0, from).trim()
  return { depth: groups['blanks']!.length, mark, title: title || id, id: id || title, cardinality, number }
}

class SxfmTreeReader {
  private at = 0
  private readonly count = new FeatureCount()

  constructor(private readonly lines: readonly TreeLine[]) {}

  root(): Feature {
    const [first] = this.lines
    if (first?.mark !== 'r') throw new FileFault('feature-tree', "The tree begins with ':r' and the root's name.", first?.number)
    this.at = 1
    const root = this.feature(first, 1)
    const extraLine = this.lines[this.at]
    if (extraLine)
      throw new FileFault(
        'feature-tree',
        `'${formatValue(extraLine.title)}' stands beside the root; indent it by a tab.`,
        extraLine.number,
      )
    return root
  }

  private feature(line: TreeLine, depth: number): Feature {
    this.count.add(depth, line.number)
    if (line.id === '') throw new FileFault('feature-name', 'A feature has no name.', line.number)
    const groups: FeatureGroup[] = []
    for (const child of this.below(line)) {
      if (child.mark === 'g') groups.push(this.group(child, depth))
      else if (child.mark === 'm' || child.mark === 'o')
        groups.push({ min: child.mark === 'm' ? 1 : 0, max: 1, members: [this.feature(child, depth + 1)], line: child.number })
      else if (child.mark === 'r') throw new FileFault('feature-tree', 'A tree has one root; this is a second one.', child.number)
      else throw new FileFault('feature-tree', "A member, ':', stands below a group, ':g'.", child.number)
    }
    return {
      ...{ name: line.id, title: line.title, isAbstract: false, description: '', input: null },
      ...{ attributes: new Map(), groups, line: line.number },
    }
  }

  private group(line: TreeLine, depth: number): FeatureGroup {
    const members: Feature[] = []
    for (const child of this.below(line)) {
      if (child.mark !== '') throw new FileFault('feature-tree', "Below a group stand its members, with ':'.", child.number)
      members.push(this.feature(child, depth + 1))
    }
    const [, min = '', max = ''] = cardinalityPattern.exec(line.cardinality) ?? []
    return { min: Number(min), max: max === '*' ? members.length : Number(max), members, line: line.number }
  }

  /** Yields the lines one level deeper. The caller reads the children of each line before it takes the next line. */
  private *below(line: TreeLine): Generator<TreeLine> {
    const depth = this.lines[this.at]?.depth ?? 0
    if (depth <= line.depth) return
    for (let next = this.lines[this.at]; next && next.depth > line.depth; next = this.lines[this.at]) {
      if (next.depth !== depth)
        throw new FileFault(
          'indentation',
          `'${formatValue(next.title || next.id)}' is indented otherwise than the lines beside it.`,
          next.number,
        )
      this.at++
      yield next
    }
  }
}

const literalPattern = /^(~?)[ \t]*([^~\s()][^~()]*)$/

function parseClause(text: string, number: number): Constraint {
  const colon = text.indexOf(':')
  if (colon === -1)
    throw new FileFault('constraint', `'${formatValue(text)}' has no name; a constraint is written 'c1: ~a or b'.`, number)
  const parts = text
    .slice(colon + 1)
    .split(/\bor\b/i)
    .map((part): Formula => {
      const [, sign, name] = literalPattern.exec(part.trim()) ?? []
      if (name === undefined)
        throw new FileFault(
          'constraint',
          `'${formatValue(part.trim())}' is no literal; a constraint is written 'c1: ~a or b'.`,
          number,
        )
      const feature: Formula = { kind: 'feature', name: name.trim() }
      return sign === '~' ? { kind: 'not', of: feature } : feature
    })
  return { formula: { kind: 'or', parts }, text: text.slice(0, colon).trim(), line: number }
}

/** Non-blank lines of an element's text, with their line numbers. */
function splitElementLines({ text, line }: XmlElement): readonly (readonly [string, number])[] {
  return text.split(/\r?\n/).flatMap((lineText, index) => (lineText.trim() === '' ? [] : [[lineText, line + index] as const]))
}

/** FileFault if the file is not an SXFM model. */
export async function readSxfm(source: string): Promise<FeatureModel> {
  const root = await readXmlTree(source, 10_000)
  const part = (name: string): XmlElement | undefined => root.children.find((child) => child.name === name)
  const tree = part('feature_tree')
  if (!tree) throw new FileFault('format', `<${root.name}> has no <feature_tree>.`, root.line)
  const constraints = part('constraints')
  const clauses = constraints ? splitElementLines(constraints) : []
  if (clauses.length > featureLimits.constraints)
    throw new FileFault('too-large', `The model has more than ${featureLimits.constraints} constraints.`, constraints?.line)
  return {
    name: root.attributes.get('name')?.trim() ?? '',
    root: new SxfmTreeReader(splitElementLines(tree).map(([text, number]) => parseTreeLine(text, number))).root(),
    constraints: clauses.map(([text, number]) => parseClause(text.trim(), number)),
  }
}
