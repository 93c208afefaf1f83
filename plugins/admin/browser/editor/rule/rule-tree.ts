// A rule as an editable tree of groups and conditions with keys, and its description as sentences. Unchanged parts keep their original form.
import type { FieldKind } from '#core/contract.js'
import type { EditorField, EditorGroupField, EditorType } from '../../../api/editor-vocabulary.js'
import { formatNumber } from '../../wording/text.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import { type EditorTextKey, tEditor } from '../editor-text.js'

export type RuleJson = Readonly<Record<string, unknown>>

type GroupOperator = 'all' | 'any'

interface ConditionNode {
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

/** Describes a rule in a sentence. */
export const operatorTextKeys: Readonly<Record<string, EditorTextKey>> = {
  '==': 'is',
  '!=': 'isNot',
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'moreThan',
  '<': 'lessThan',
}

const quoteText = (text: string): string => `‘${text}’`

// The left side of a condition: read from the condition's keys for the pickers, and written back.

export type RuleSubject =
  | { readonly kind: 'question'; readonly id: number; readonly field: string; readonly answerId: number | null }
  | { readonly kind: 'calculation'; readonly id: number }
  | { readonly kind: 'group'; readonly field: string }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'none' }
  /** Keys that the pickers do not support. */
  | { readonly kind: 'other' }

const comparisonKeys: ReadonlySet<string> = new Set(['operator', 'value'])

function hasOnlyKeys(shape: RuleJson, ...keys: readonly string[]): boolean {
  return Object.keys(shape).every((key) => comparisonKeys.has(key) || keys.includes(key))
}

export function parseSubject(shape: RuleJson): RuleSubject {
  const { question, field, answerId, calculation, customerGroup, condition } = shape
  if (typeof question === 'number' && hasOnlyKeys(shape, 'question', 'field', 'answerId')) {
    const isRead = (field === undefined || typeof field === 'string') && (answerId === undefined || typeof answerId === 'number')
    return isRead ? { kind: 'question', id: question, field: field ?? 'selected', answerId: answerId ?? null } : { kind: 'other' }
  }
  if (typeof calculation === 'number' && hasOnlyKeys(shape, 'calculation')) return { kind: 'calculation', id: calculation }
  if (typeof customerGroup === 'string' && hasOnlyKeys(shape, 'customerGroup')) return { kind: 'group', field: customerGroup }
  if (typeof condition === 'string') return { kind: 'type', name: condition }
  return hasOnlyKeys(shape) ? { kind: 'none' } : { kind: 'other' }
}

/** The keys of the left side, without operator and value. */
function toSubjectKeys(subject: RuleSubject): RuleJson {
  if (subject.kind === 'calculation') return { calculation: subject.id }
  if (subject.kind === 'group') return { customerGroup: subject.field }
  if (subject.kind === 'type') return { condition: subject.name }
  if (subject.kind !== 'question') return {}
  return {
    question: subject.id,
    ...(subject.field === 'selected' ? {} : { field: subject.field }),
    ...(subject.answerId === null ? {} : { answerId: subject.answerId }),
  }
}

/** The question field of a condition. undefined if the question has no such field. */
export function findSubjectField(subject: RuleSubject, product: EditorProduct): EditorField | undefined {
  const question = subject.kind === 'question' ? product.questions.get(subject.id) : undefined
  return question && subject.kind === 'question'
    ? getQuestionFields(product, question).find(({ key }) => key === subject.field)
    : undefined
}

export const findSubjectType = (subject: RuleSubject, { vocabulary }: EditorProduct): EditorType | undefined =>
  subject.kind === 'type' ? vocabulary.conditionTypes.find(({ name }) => name === subject.name) : undefined

const findGroupField = (key: string, { vocabulary }: EditorProduct): EditorGroupField | undefined =>
  vocabulary.groupFields.find((field) => field.key === key)

/** The values by name: the answers of a question, or the customer groups. */
export function listSubjectChoices(
  subject: RuleSubject,
  product: EditorProduct,
): readonly { readonly id: number; readonly title: string }[] {
  if (subject.kind === 'question') return product.questions.get(subject.id)?.answers ?? []
  return subject.kind === 'group' ? (findGroupField(subject.field, product)?.choices ?? []) : []
}

/** The value kind of the left side. null if unknown. */
export function getSubjectKind(subject: RuleSubject, product: EditorProduct): FieldKind | null {
  if (subject.kind === 'calculation') return 'number'
  if (subject.kind === 'group') {
    const field = findGroupField(subject.field, product)
    return field?.choices ? 'choice' : (field?.kind ?? null)
  }
  if (subject.kind === 'type') return findSubjectType(subject, product)?.kind ?? null
  return findSubjectField(subject, product)?.kind ?? null
}

/** The value of the left side in a list of choices. */
export function formatSubjectCode(subject: RuleSubject): string {
  if (subject.kind === 'question' || subject.kind === 'calculation') return `${subject.kind} ${subject.id}`
  if (subject.kind === 'group') return `group ${subject.field}`
  return subject.kind === 'type' ? `type ${subject.name}` : ''
}

export function parseSubjectCode(code: string): RuleSubject {
  const [kind = '', ...rest] = code.split(' ')
  const name = rest.join(' ')
  if (kind === 'question') return { kind, id: Number(name), field: 'selected', answerId: null }
  if (kind === 'calculation') return { kind, id: Number(name) }
  if (kind === 'group') return { kind, field: name }
  return kind === 'type' ? { kind, name } : { kind: 'none' }
}

/** The same condition with another left side. Operator and value stay if they still fit. */
export function setSubject(shape: RuleJson, subject: RuleSubject, product: EditorProduct): RuleJson {
  const [before, after] = [getSubjectKind(parseSubject(shape), product), getSubjectKind(subject, product)]
  const { operator, value } = shape
  const isOrdered = after === 'number' || after === 'date'
  const nextOperator = operator !== undefined && (isOrdered || operator === '==' || operator === '!=') ? operator : '=='
  const canReuseValue = before === after && after !== 'choice' && value !== undefined
  // Every kind can compare with an empty value. Answers and booleans need a selection first.
  const start = after === 'choice' || after === 'boolean' ? {} : { value: '' }
  return {
    ...toSubjectKeys(subject),
    operator: nextOperator,
    ...(canReuseValue ? { value } : nextOperator === '==' || nextOperator === '!=' ? start : {}),
  }
}

/** True if the condition has all its parts. The server checks whether they are valid. */
export function isCompleteCondition(shape: RuleJson): boolean {
  return parseSubject(shape).kind !== 'none' && shape['operator'] !== undefined && shape['value'] !== undefined
}

/** The left side as a list of choices shows it, without its field. */
export function formatSubjectTitle(subject: RuleSubject, product: EditorProduct): string {
  if (subject.kind === 'question') return product.questions.get(subject.id)?.title ?? tEditor('deletedQuestion')
  if (subject.kind === 'calculation')
    return product.vocabulary.calculations.find(({ id }) => id === subject.id)?.name ?? tEditor('deletedCalculation')
  if (subject.kind === 'group') return findGroupField(subject.field, product)?.title ?? tEditor('customerGroup')
  return subject.kind === 'type' ? (findSubjectType(subject, product)?.label ?? subject.name) : ''
}

/** The left side of a condition in words. */
function describeSubject(subject: RuleSubject, shape: RuleJson, product: EditorProduct): string {
  const { vocabulary, questions } = product
  if (subject.kind === 'calculation') {
    const name = vocabulary.calculations.find(({ id }) => id === subject.id)?.name
    return tEditor('theCalculation', { name: quoteText(name ?? tEditor('deletedCalculation')) })
  }
  if (subject.kind === 'group') {
    const field = findGroupField(subject.field, product)
    return field?.choices ? quoteText(field.title) : tEditor('theGroup', { field: field?.title ?? tEditor('customerGroup') })
  }
  if (subject.kind === 'type') {
    const { operator: _operator, value: _value, condition: _condition, ...parameters } = shape
    const words = Object.values(parameters).map(String).join(', ')
    return `${findSubjectType(subject, product)?.label ?? subject.name}${words === '' ? '' : ` (${words})`}`
  }
  if (subject.kind !== 'question') return JSON.stringify(shape)
  const record = questions.get(subject.id)
  const question = quoteText(record?.title ?? tEditor('deletedQuestion'))
  if (subject.field === 'selected') return question
  const field = findSubjectField(subject, product)?.title ?? subject.field
  if (subject.answerId === null) return tEditor('theField', { field, question })
  const answer = quoteText(record?.answers.find(({ id }) => id === subject.answerId)?.title ?? tEditor('deletedAnswer'))
  return tEditor('theFieldOfAnswer', { field, answer, question })
}

function describeConditionValue(value: unknown, subject: RuleSubject, product: EditorProduct): string {
  if (value === undefined) return '…'
  if (typeof value === 'boolean') return tEditor(value ? 'yes' : 'no')
  if (getSubjectKind(subject, product) === 'choice') {
    const choice = listSubjectChoices(subject, product).find(({ id }) => id === value)
    return quoteText(choice?.title ?? tEditor(subject.kind === 'group' ? 'deletedGroup' : 'deletedAnswer'))
  }
  if (typeof value === 'number') {
    const unit = subject.kind === 'question' && subject.field === 'selected' ? product.questions.get(subject.id)?.unit : ''
    return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  }
  return quoteText(String(value))
}

function describeCondition(shape: RuleJson, product: EditorProduct): string {
  const subject = parseSubject(shape)
  const { operator, value } = shape
  const subjectText = subject.kind === 'none' ? '…' : describeSubject(subject, shape, product)
  if (value === '' && operator === '==') return `${subjectText} ${tEditor('isNothing')}`
  if (value === '' && operator === '!=') return `${subjectText} ${tEditor('isSomething')}`
  const key = operatorTextKeys[String(operator)]
  return `${subjectText} ${key ? tEditor(key) : String(operator ?? '…')} ${describeConditionValue(value, subject, product)}`
}

function describeNode(node: EditorRuleNode, product: EditorProduct, isInside: boolean): string {
  if (node.kind === 'condition') return describeCondition(node.shape, product)
  const parts = node.parts.map((part) => describeNode(part, product, true))
  const text = parts.join(` ${tEditor(node.join === 'all' ? 'and' : 'or')} `)
  return isInside && parts.length > 1 ? `(${text})` : text
}

/** The whole rule as one sentence. */
export function describeRule({ not, root }: EditorRuleTree, product: EditorProduct): string {
  if (root === null) return `${tEditor('always')}.`
  return `${tEditor(not ? 'appliesUnless' : 'appliesWhen')} ${describeNode(root, product, false)}.`
}
