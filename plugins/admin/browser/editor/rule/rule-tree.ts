// A rule as an editable tree of groups and conditions with keys. Unchanged parts keep their original form.

export type RuleJson = Readonly<Record<string, unknown>>

export type GroupOperator = 'all' | 'any'

export interface ConditionNode {
  readonly kind: 'condition'
  readonly key: number
  /** The authored condition with all its keys. */
  readonly shape: RuleJson
}

export interface GroupNode {
  readonly kind: 'group'
  readonly key: number
  readonly join: GroupOperator
  readonly parts: readonly EditorRuleNode[]
}

export type EditorRuleNode = ConditionNode | GroupNode

export interface EditorRuleTree {
  /** True if the whole rule is negated. */
  readonly not: boolean
  /** null without a rule: the record always applies. */
  readonly root: EditorRuleNode | null
}

const isRuleJson = (value: unknown): value is RuleJson => typeof value === 'object' && value !== null && !Array.isArray(value)

let lastKey = 0

export const createConditionNode = (shape: RuleJson): ConditionNode => ({ kind: 'condition', key: ++lastKey, shape })
const createGroupNode = (join: GroupOperator, parts: readonly EditorRuleNode[]): GroupNode => ({
  kind: 'group',
  key: ++lastKey,
  join,
  parts,
})

function parseRuleNode(shape: unknown): EditorRuleNode | null {
  if (!isRuleJson(shape)) return null
  const keys = Object.keys(shape)
  for (const join of ['all', 'any'] as const) {
    const parts: unknown = shape[join]
    if (parts === undefined) continue
    if (keys.length !== 1 || !Array.isArray(parts) || parts.length === 0) return null
    const read = parts.map(parseRuleNode)
    return read.includes(null) ? null : createGroupNode(join, read as readonly EditorRuleNode[])
  }
  return keys.includes('not') || keys.includes('raw') ? null : createConditionNode(shape)
}

/** The tree of an authored rule. null if the editor cannot show it: raw rules, and invalid ones. */
export function parseEditorRule(rule: unknown): EditorRuleTree | null {
  if (rule === null || rule === undefined || rule === '') return { not: false, root: null }
  if (!isRuleJson(rule)) return null
  const not = Object.keys(rule).length === 1 && isRuleJson(rule['not'])
  const root = parseRuleNode(not ? rule['not'] : rule)
  return root && { not, root }
}

const toNodeJson = (node: EditorRuleNode): RuleJson =>
  node.kind === 'condition' ? node.shape : { [node.join]: node.parts.map(toNodeJson) }

/** The authored rule of a tree. */
export function toRuleJson({ not, root }: EditorRuleTree): RuleJson | null {
  if (root === null) return null
  return not ? { not: toNodeJson(root) } : toNodeJson(root)
}

/** Replaces a node by others, or removes it. Groups with fewer than two remaining parts are dissolved. */
function replaceNode(
  node: EditorRuleNode,
  key: number,
  by: (node: EditorRuleNode) => readonly EditorRuleNode[],
): readonly EditorRuleNode[] {
  if (node.key === key) return by(node)
  if (node.kind === 'condition') return [node]
  const parts = node.parts.flatMap((part) => replaceNode(part, key, by))
  if (parts.length === node.parts.length && parts.every((part, index) => part === node.parts[index])) return [node]
  if (parts.length < node.parts.length && parts.length < 2) return parts
  return [{ ...node, parts }]
}

function editTree(tree: EditorRuleTree, key: number, by: (node: EditorRuleNode) => readonly EditorRuleNode[]): EditorRuleTree {
  const [root = null] = tree.root ? replaceNode(tree.root, key, by) : []
  return root === null ? { not: false, root } : { ...tree, root }
}

export const changeNode = (tree: EditorRuleTree, key: number, node: EditorRuleNode): EditorRuleTree =>
  editTree(tree, key, () => [node])

export const removeNode = (tree: EditorRuleTree, key: number): EditorRuleTree => editTree(tree, key, () => [])

/** Adds a part to the group. If the rule is a single condition, both become a group. */
export function addRulePart(tree: EditorRuleTree, key: number | null, part: EditorRuleNode): EditorRuleTree {
  const { root } = tree
  if (root === null) return { ...tree, root: part }
  if (root.kind === 'condition') return { ...tree, root: createGroupNode('all', [root, part]) }
  return editTree(tree, key ?? root.key, (node) => [node.kind === 'group' ? { ...node, parts: [...node.parts, part] } : node])
}

/** Puts a part into a group of its own, together with a new incomplete condition. */
export function wrapNode(tree: EditorRuleTree, key: number): EditorRuleTree {
  return editTree(tree, key, (node) => [createGroupNode('any', [node, createConditionNode({})])])
}

/** Dissolves a group. The outermost one stays. */
export function unwrapNode(tree: EditorRuleTree, key: number): EditorRuleTree {
  if (tree.root?.key === key) return tree
  return editTree(tree, key, (node) => (node.kind === 'group' ? node.parts : [node]))
}

/** Moves a part among its siblings. */
export function moveNode(tree: EditorRuleTree, key: number, step: 1 | -1): EditorRuleTree {
  const moveWithin = (node: EditorRuleNode): EditorRuleNode => {
    if (node.kind === 'condition') return node
    const from = node.parts.findIndex((part) => part.key === key)
    const to = from + step
    if (from < 0) return { ...node, parts: node.parts.map(moveWithin) }
    if (to < 0 || to >= node.parts.length) return node
    const parts = [...node.parts]
    ;[parts[from], parts[to]] = [parts[to]!, parts[from]!]
    return { ...node, parts }
  }
  return tree.root ? { ...tree, root: moveWithin(tree.root) } : tree
}

/** Every condition of a tree. */
export function listConditions(node: EditorRuleNode | null): readonly ConditionNode[] {
  if (node === null) return []
  return node.kind === 'condition' ? [node] : node.parts.flatMap(listConditions)
}

/** The node at the path of an issue: `not.all[1].any[0].value` → the condition there. */
export function findNodeAt(tree: EditorRuleTree, path: string): EditorRuleNode | null {
  let node = tree.root
  for (const [, place] of path.matchAll(/(?:all|any)\[(\d+)\]/g)) {
    if (node?.kind !== 'group') break
    node = node.parts[Number(place)] ?? node
  }
  return node
}
