// Parses FeatureIDE's XML: <struct> with and, or, alt and feature; <constraints> with rules as trees.
import {
  createMessage,
  FileFault,
  type FileFindings,
  formatValue,
  readXmlTree,
  type XmlElement,
} from 'product-configurator-service'
import {
  type Constraint,
  createEquivalence,
  type Feature,
  FeatureCount,
  type FeatureGroup,
  featureLimits,
  type FeatureModel,
  type Formula,
  createImplication,
} from './define.js'

/** Maximum number of mutually exclusive parts: each pair becomes a clause. */
const maxExclusiveParts = 60

const featureElements = new Set(['and', 'or', 'alt', 'feature'])
/** Child elements that describe or draw a feature. */
const detailElements = new Set(['description', 'graphics', 'attribute', 'property', 'properties'])

const isTrue = (element: XmlElement, name: string): boolean => element.attributes.get(name) === 'true'
const findChildElement = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)

class FeatureIdeReader {
  private readonly count = new FeatureCount()

  constructor(private readonly findings: FileFindings) {}

  feature(element: XmlElement, depth: number): Feature {
    this.count.add(depth, element.line)
    const name = element.attributes.get('name')?.trim() ?? ''
    if (name === '')
      throw new FileFault('feature-name', createMessage('models.elementUnnamed', { element: element.name }), element.line)
    for (const child of element.children)
      if (!featureElements.has(child.name) && !detailElements.has(child.name))
        this.findings.blocker(
          'unknown-element',
          createMessage('models.elementUnknown', { element: formatValue(child.name) }),
          child.line,
        )
    const members = element.children.filter((featureElement) => featureElements.has(featureElement.name))
    if (element.name === 'feature' && members.length > 0)
      this.findings.blocker(
        'feature-tree',
        createMessage('models.featureWithFeatures', { name: formatValue(name) }),
        element.line,
      )
    if (isTrue(element, 'hidden'))
      this.findings.notice('hidden-feature', createMessage('models.hiddenFeature', { name: formatValue(name) }), element.line)
    const attributes = element.children
      .filter((attributeElement) => attributeElement.name === 'attribute')
      .map((attribute) => [attribute.attributes.get('name') ?? '', attribute.attributes.get('value') ?? ''] as const)
    return {
      name,
      title: name,
      isAbstract: isTrue(element, 'abstract'),
      description: findChildElement(element, 'description')?.text.trim() ?? '',
      input: null,
      attributes: new Map(attributes.filter(([key, value]) => key !== '' && value !== '')),
      groups: this.groups(element, members, depth),
      line: element.line,
    }
  }

  private groups(element: XmlElement, members: readonly XmlElement[], depth: number): readonly FeatureGroup[] {
    const read = (child: XmlElement): Feature => this.feature(child, depth + 1)
    const { line } = element
    if (members.length === 0) return []
    if (element.name === 'alt') return [{ min: 1, max: 1, members: members.map(read), line }]
    if (element.name === 'or') return [{ min: 1, max: members.length, members: members.map(read), line }]
    return members.map((member) => ({
      min: isTrue(member, 'mandatory') ? 1 : 0,
      max: 1,
      members: [read(member)],
      line: member.line,
    }))
  }

  formula(element: XmlElement): Formula {
    const parts = (): readonly Formula[] => element.children.map((child) => this.formula(child))
    const two = (make: (a: Formula, b: Formula) => Formula): Formula => {
      const [a, b, ...extraParts] = parts()
      if (!a || !b || extraParts.length > 0) throw createPartCountFault(element, 2, element.children.length)
      return make(a, b)
    }
    if (element.name === 'var') return { kind: 'feature', name: element.text.trim() }
    if (element.children.length === 0)
      throw new FileFault(
        'constraint',
        createMessage('models.elementEmpty', { element: formatValue(element.name) }),
        element.line,
      )
    if (element.name === 'not') {
      if (element.children.length !== 1) throw createPartCountFault(element, 1, element.children.length)
      return { kind: 'not', of: this.formula(element.children[0]!) }
    }
    if (element.name === 'conj') return { kind: 'and', parts: parts() }
    if (element.name === 'disj' || element.name === 'atleast1') return { kind: 'or', parts: parts() }
    if (element.name === 'imp') return two(createImplication)
    if (element.name === 'eq') return two(createEquivalence)
    if (element.name === 'atmost1' && element.children.length > maxExclusiveParts)
      throw new FileFault(
        'constraint-too-large',
        createMessage('models.tooManyExclusiveParts', { most: maxExclusiveParts }),
        element.line,
      )
    if (element.name === 'atmost1') return { kind: 'and', parts: [...excludePairs(parts())] }
    throw new FileFault(
      'constraint',
      createMessage('models.constraintElementUnknown', { element: formatValue(element.name) }),
      element.line,
    )
  }
}

function createPartCountFault(element: XmlElement, expected: number, count: number, kind = 'constraint'): FileFault {
  return new FileFault(kind, createMessage('models.partCount', { element: element.name, expected, count }), element.line)
}

function* excludePairs(parts: readonly Formula[]): Generator<Formula> {
  for (const [index, a] of parts.entries())
    for (const b of parts.slice(index + 1))
      yield {
        kind: 'or',
        parts: [
          { kind: 'not', of: a },
          { kind: 'not', of: b },
        ],
      }
}

/** FileFault if the file is not a FeatureIDE model. */
export async function readFeatureIde(source: string, findings: FileFindings): Promise<FeatureModel> {
  const root = await readXmlTree(source, featureLimits.features * 20)
  const struct = findChildElement(root, 'struct')
  if (!struct)
    throw new FileFault(
      'format',
      createMessage('models.elementMissing', { parent: formatValue(root.name), child: 'struct' }),
      root.line,
    )
  const tops = struct.children.filter((child) => featureElements.has(child.name))
  if (tops.length !== 1) throw createPartCountFault(struct, 1, tops.length, 'feature-tree')
  const reading = new FeatureIdeReader(findings)
  const tree = reading.feature(tops[0]!, 1)
  const rules = findChildElement(root, 'constraints')?.children.filter((child) => child.name === 'rule') ?? []
  if (rules.length > featureLimits.constraints)
    throw new FileFault('too-large', createMessage('models.tooManyConstraints', { most: featureLimits.constraints }), root.line)
  const constraints = rules.map((rule, index): Constraint => {
    const parts = rule.children.filter((child) => !detailElements.has(child.name) && child.name !== 'tags')
    if (parts.length !== 1) throw createPartCountFault(rule, 1, parts.length)
    return {
      formula: reading.formula(parts[0]!),
      text: createMessage('models.ruleNumber', { number: index + 1 }),
      line: rule.line,
    }
  })
  return { name: '', root: tree, constraints }
}
