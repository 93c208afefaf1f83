// Small feature models for tests: randomly generated, written in three formats, and counted by brute force.
import fc from 'fast-check'

export interface ModelNode {
  readonly name: string
  readonly kind: 'and' | 'or' | 'alt' | 'some'
  /** Minimum of a 'some' group. */
  readonly min: number
  readonly max: number
  readonly children: readonly { readonly isMandatory: boolean; readonly node: ModelNode }[]
}

export interface FeatureLiteral {
  readonly name: string
  readonly isNot: boolean
}

export interface SmallModel {
  readonly root: ModelNode
  /** Clauses. In each, at least one literal must be true. */
  readonly constraints: readonly (readonly FeatureLiteral[])[]
}

/** A feature below a previously generated one. */
interface GeneratedFeature {
  readonly parent: number
  readonly isMandatory: boolean
  readonly kind: ModelNode['kind']
  readonly range: readonly [number, number]
}

/** Maximum number of features of a model, because all selections are tried. */
const maxFeatures = 11

function buildTree(features: readonly GeneratedFeature[]): ModelNode {
  const below = (at: number): ModelNode => {
    const { kind, range } = features[at]!
    const children = features.flatMap(({ parent, isMandatory }, index) =>
      index > 0 && parent % index === at ? [{ isMandatory, node: below(index) }] : [],
    )
    const [a, b] = range.map((bound) => bound % (children.length + 1)) as [number, number]
    return { name: `F${at + 1}`, kind, min: Math.min(a, b), max: Math.max(1, a, b), children }
  }
  return below(0)
}

export function* listNodes(node: ModelNode): Generator<ModelNode> {
  yield node
  for (const child of node.children) yield* listNodes(child.node)
}

export function createSmallModels(kinds: readonly ModelNode['kind'][], clauses = 4): fc.Arbitrary<SmallModel> {
  const featureArbitrary = fc.record({
    parent: fc.nat({ max: 1_000 }),
    isMandatory: fc.boolean(),
    kind: fc.constantFrom(...kinds),
    range: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })),
  })
  const tree = fc.array(featureArbitrary, { minLength: 1, maxLength: maxFeatures, size: 'max' }).map(buildTree)
  const literal = fc.record({ at: fc.nat(), isNot: fc.boolean() })
  return fc
    .tuple(tree, fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: clauses }))
    .map(([root, said]) => {
      const names = [...listNodes(root)].map(({ name }) => name)
      const constraints = said.map((clause) => clause.map(({ at, isNot }) => ({ name: names[at % names.length]!, isNot })))
      return { root, constraints }
    })
}

function isValidSelection({ name, kind, min, max, children }: ModelNode, selectedNames: ReadonlySet<string>): boolean {
  const selected = children.filter(({ node }) => selectedNames.has(node.name)).length
  if (!selectedNames.has(name)) return selected === 0 && children.every(({ node }) => isValidSelection(node, selectedNames))
  const range = { or: [1, children.length], alt: [1, 1], some: [min, max], and: [0, children.length] }[kind]
  const isInRange = children.length === 0 || (selected >= range[0]! && selected <= range[1]!)
  const hasMandatory = kind !== 'and' || children.every(({ isMandatory, node }) => !isMandatory || selectedNames.has(node.name))
  return isInRange && hasMandatory && children.every(({ node }) => isValidSelection(node, selectedNames))
}

/** The number of feature selections that the model allows. */
export function countValidSelections({ root, constraints }: SmallModel): number {
  const names = [...listNodes(root)].map(({ name }) => name)
  let count = 0
  for (let mask = 0; mask < 1 << names.length; mask++) {
    const selectedNames = new Set(names.filter((_, at) => mask & (1 << at)))
    const fulfils = constraints.every((clause) => clause.some(({ name, isNot }) => selectedNames.has(name) !== isNot))
    if (selectedNames.has(root.name) && fulfils && isValidSelection(root, selectedNames)) count++
  }
  return count
}

const indentAll = (lines: readonly string[], by: string): readonly string[] => lines.map((line) => by + line)

export function formatFeatureIde({ root, constraints }: SmallModel): string {
  const element = ({ name, kind, children }: ModelNode, more: string): readonly string[] => {
    if (children.length === 0) return [`<feature${more} name="${name}"/>`]
    const inner = children.flatMap(({ isMandatory, node }) =>
      element(node, isMandatory && kind === 'and' ? ' mandatory="true"' : ''),
    )
    return [`<${kind}${more} name="${name}">`, ...indentAll(inner, '  '), `</${kind}>`]
  }
  const literal = ({ name, isNot }: FeatureLiteral): string => (isNot ? `<not><var>${name}</var></not>` : `<var>${name}</var>`)
  const rules = constraints.map((clause) => `<rule><disj>${clause.map(literal).join('')}</disj></rule>`)
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<featureModel>',
    ...['<struct>', ...element(root, ' mandatory="true"'), '</struct>'],
    ...['<constraints>', ...rules, '</constraints>', '</featureModel>', ''],
  ].join('\n')
}

export function formatSxfm({ root, constraints }: SmallModel): string {
  const below = ({ kind, min, max, children }: ModelNode): readonly string[] => {
    if (kind === 'and') return children.flatMap(({ isMandatory, node }) => feature(isMandatory ? ':m' : ':o', node))
    if (children.length === 0) return []
    const range = { or: '1,*', alt: '1,1', some: `${min},${max}` }[kind]
    return [
      `:g (_) [${range}] `,
      ...indentAll(
        children.flatMap(({ node }) => feature(':', node)),
        '\t',
      ),
    ]
  }
  const feature = (mark: string, node: ModelNode): readonly string[] => [
    `${mark} ${node.name}(${node.name})`,
    ...indentAll(below(node), '\t'),
  ]
  const clauses = constraints.map(
    (clause, at) => `c${at}:${clause.map(({ name, isNot }) => (isNot ? '~' : '') + name).join(' or ')}`,
  )
  const parts = ['<feature_tree>', ...feature(':r', root), '</feature_tree>', '<constraints>', ...clauses, '</constraints>']
  return [`<feature_model name="${root.name}">`, ...parts, '</feature_model>', ''].join('\n')
}

export function formatUvl({ root, constraints }: SmallModel): string {
  const feature = ({ name, kind, min, max, children }: ModelNode): readonly string[] => {
    if (children.length === 0) return [name]
    if (kind === 'and') {
      const groups = children.flatMap(({ isMandatory, node }) => [
        isMandatory ? 'mandatory' : 'optional',
        ...indentAll(feature(node), '\t'),
      ])
      return [name, ...indentAll(groups, '\t')]
    }
    const word = { or: 'or', alt: 'alternative', some: `[${min}..${max}]` }[kind]
    const members = children.flatMap(({ node }) => feature(node))
    return [name, `\t${word}`, ...indentAll(members, '\t\t')]
  }
  const clauses = constraints.map((clause) => clause.map(({ name, isNot }) => (isNot ? '!' : '') + name).join(' | '))
  return ['features', ...indentAll(feature(root), '\t'), 'constraints', ...indentAll(clauses, '\t'), ''].join('\n')
}
