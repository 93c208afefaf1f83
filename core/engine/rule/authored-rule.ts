// Converts stored rules into the authoring form. Rules that the form cannot express are returned raw.
import { messageText } from '../../foundation/message-format.js'
import { isObject } from '../../foundation/json.js'
import { storedToShort } from '../question/short-form.js'
import type { ConditionType } from './condition-type.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition } from './stored.js'

type Shape = Readonly<Record<string, unknown>>

/** A rule in authoring form. Null = no rule. */
export type AuthoredRule = Shape | null

class InexpressibleRule extends Error {}

function authoredCondition(condition: StoredCondition, types: ReadonlyMap<string, ConditionType>): Shape {
  const { type: name, args, operator, value } = condition
  const type = types.get(name)
  if (!type) throw new InexpressibleRule(`it uses the condition type '${name.slice(0, 60)}', which nothing registers`)
  const short = type.authoring ? storedToShort(args, type.authoring) : null
  if (short) return { ...short, operator, value }
  if (Object.hasOwn(args, 'condition')) throw new InexpressibleRule("a condition has a key named 'condition'")
  return { condition: name, ...args, operator, value }
}

function authoredNode(node: RuleNode, types: ReadonlyMap<string, ConditionType>): Shape {
  if (node.kind === 'condition') return authoredCondition(node.condition, types)
  if (node.mixed) throw new InexpressibleRule('AND and OR are on one level without brackets')
  return { [node.kind]: node.parts.map((part) => authoredNode(part, types)) }
}

/** Converts a stored rule into the authoring form, or `{raw, reason}` if it cannot be expressed. Never throws. */
export function toAuthoredRule(stored: string | null, types: ReadonlyMap<string, ConditionType>): AuthoredRule {
  const parsed = parseRule(stored)
  if (parsed === null) return null
  if (parsed instanceof Malformed) return toRaw(stored!, messageText(parsed.reason))
  try {
    const root = authoredNode(parsed.root, types)
    return parsed.not ? { not: root } : root
  } catch (error) {
    if (error instanceof InexpressibleRule) return toRaw(stored!, error.message)
    throw error
  }
}

/** Converts a raw rule into the authoring form if possible. Returns other rules unchanged. */
export function toAuthoringForm(authored: unknown, types: ReadonlyMap<string, ConditionType>): unknown {
  return isObject(authored) && typeof authored['raw'] === 'string' ? toAuthoredRule(authored['raw'], types) : authored
}

function toRaw(stored: string, reason: string): Shape {
  return { raw: stored, reason: `This rule cannot be shown in the authoring form: ${reason}.` }
}
