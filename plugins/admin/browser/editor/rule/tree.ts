// A rule as an editable tree of groups and conditions with keys. Unchanged parts keep their original form.

export type Shape = Readonly<Record<string, unknown>>

export type Join = 'all' | 'any'

export interface ConditionNode {
  readonly kind: 'condition'
  readonly key: number
  /** The authored condition with all its keys. */
  readonly shape: Shape
}

export interface GroupNode {
  readonly kind: 'group'
  readonly key: number
  readonly join: Join
  readonly parts: readonly RuleNode[]
}

export type RuleNode = ConditionNode | GroupNode

export interface RuleTree {
  /** True if the whole rule is negated. */
  readonly not: boolean
  /** null without a rule: the record always applies. */
  readonly root: RuleNode | null
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)

let lastKey = 0

export const conditionNode = (shape: Shape): ConditionNode => ({ kind: 'condition', key: ++lastKey, shape })
export const groupNode = (join: Join, parts: readonly RuleNode[]): GroupNode => ({ kind: 'group', key: ++lastKey, join, parts })

function readNode(shape: unknown): RuleNode | null {
  if (!isShape(shape)) return null
  const keys = Object.keys(shape)
  for (const join of ['all', 'any'] as const) {
    const parts: unknown = shape[join]
    if (parts === undefined) continue
    if (keys.length !== 1 || !Array.isArray(parts) || parts.length === 0) return null
    const read = parts.map(readNode)
    return read.includes(null) ? null : groupNode(join, read as readonly RuleNode[])
  }
  return keys.includes('not') || keys.includes('raw') ? null : conditionNode(shape)
}

/** The tree of an authored rule. null if the editor cannot show it: raw rules, and invalid ones. */
export function readTree(rule: unknown): RuleTree | null {
  if (rule === null || rule === undefined || rule === '') return { not: false, root: null }
  if (!isShape(rule)) return null
  const not = Object.keys(rule).length === 1 && isShape(rule['not'])
  const root = readNode(not ? rule['not'] : rule)
  return root && { not, root }
}

const writeNode = (node: RuleNode): Shape => (node.kind === 'condition' ? node.shape : { [node.join]: node.parts.map(writeNode) })

/** The authored rule of a tree. */
export function writeTree({ not, root }: RuleTree): Shape | null {
  if (root === null) return null
  return not ? { not: writeNode(root) } : writeNode(root)
}

/** Replaces a node by others, or removes it. Groups with fewer than two remaining parts are dissolved. */
function replaced(node: RuleNode, key: number, by: (node: RuleNode) => readonly RuleNode[]): readonly RuleNode[] {
  if (node.key === key) return by(node)
  if (node.kind === 'condition') return [node]
  const parts = node.parts.flatMap((part) => replaced(part, key, by))
  if (parts.length === node.parts.length && parts.every((part, index) => part === node.parts[index])) return [node]
  if (parts.length < node.parts.length && parts.length < 2) return parts
  return [{ ...node, parts }]
}

function edit(tree: RuleTree, key: number, by: (node: RuleNode) => readonly RuleNode[]): RuleTree {
  const [root = null] = tree.root ? replaced(tree.root, key, by) : []
  return root === null ? { not: false, root } : { ...tree, root }
}

export const changeNode = (tree: RuleTree, key: number, node: RuleNode): RuleTree => edit(tree, key, () => [node])

export const removeNode = (tree: RuleTree, key: number): RuleTree => edit(tree, key, () => [])

/** Adds a part to the group. If the rule is a single condition, both become a group. */
export function addPart(tree: RuleTree, key: number | null, part: RuleNode): RuleTree {
  const { root } = tree
  if (root === null) return { ...tree, root: part }
  if (root.kind === 'condition') return { ...tree, root: groupNode('all', [root, part]) }
  return edit(tree, key ?? root.key, (node) => [node.kind === 'group' ? { ...node, parts: [...node.parts, part] } : node])
}

/** Puts a part into a group of its own, together with a new incomplete condition. */
export function wrapNode(tree: RuleTree, key: number): RuleTree {
  return edit(tree, key, (node) => [groupNode('any', [node, conditionNode({})])])
}

/** Dissolves a group. The outermost one stays. */
export function unwrapNode(tree: RuleTree, key: number): RuleTree {
  if (tree.root?.key === key) return tree
  return edit(tree, key, (node) => (node.kind === 'group' ? node.parts : [node]))
}

/** Moves a part among its siblings. */
export function moveNode(tree: RuleTree, key: number, step: 1 | -1): RuleTree {
  const moved = (node: RuleNode): RuleNode => {
    if (node.kind === 'condition') return node
    const from = node.parts.findIndex((part) => part.key === key)
    const to = from + step
    if (from < 0) return { ...node, parts: node.parts.map(moved) }
    if (to < 0 || to >= node.parts.length) return node
    const parts = [...node.parts]
    ;[parts[from], parts[to]] = [parts[to]!, parts[from]!]
    return { ...node, parts }
  }
  return tree.root ? { ...tree, root: moved(tree.root) } : tree
}

/** Every condition of a tree. */
export function conditionsOf(node: RuleNode | null): readonly ConditionNode[] {
  if (node === null) return []
  return node.kind === 'condition' ? [node] : node.parts.flatMap(conditionsOf)
}

/** The node at the path of an issue: `not.all[1].any[0].value` → the condition there. */
export function nodeAt(tree: RuleTree, path: string): RuleNode | null {
  let node = tree.root
  for (const [, place] of path.matchAll(/(?:all|any)\[(\d+)\]/g)) {
    if (node?.kind !== 'group') break
    node = node.parts[Number(place)] ?? node
  }
  return node
}
