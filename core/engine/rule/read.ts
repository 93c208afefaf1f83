// From the stored token stream to the nested form in which authors read rules; what has no such form is shown as it is stored.
import { isObject } from '../../ground/object.js'
import { storedToShort } from '../question/authoring.js'
import type { ConditionType } from './define.js'
import { Malformed, parseRule, type RuleNode, type StoredCondition } from './stored.js'

type Shape = Readonly<Record<string, unknown>>

/** A rule as authors read and write it (spec 2.6); null = no rule. */
export type AuthoredRule = Shape | null

class Unwritable extends Error {}

function authoredCondition(condition: StoredCondition, types: ReadonlyMap<string, ConditionType>): Shape {
  const { type: name, args, operator, value } = condition
  const type = types.get(name)
  if (!type) throw new Unwritable(`it uses the condition type '${name.slice(0, 60)}', which nothing registers`)
  const short = type.authoring ? storedToShort(args, type.authoring) : null
  if (short) return { ...short, operator, value }
  if (Object.hasOwn(args, 'condition')) throw new Unwritable("a condition has a key named 'condition'")
  return { condition: name, ...args, operator, value }
}

function authoredNode(node: RuleNode, types: ReadonlyMap<string, ConditionType>): Shape {
  if (node.kind === 'condition') return authoredCondition(node.condition, types)
  if (node.mixed) throw new Unwritable('AND and OR stand on one level without brackets')
  return { [node.kind]: node.parts.map((part) => authoredNode(part, types)) }
}

/** The authored form of a stored rule; `{raw, reason}` where it cannot be written so. Never throws. */
export function readRule(stored: string | null, types: ReadonlyMap<string, ConditionType>): AuthoredRule {
  const parsed = parseRule(stored)
  if (parsed === null) return null
  if (parsed instanceof Malformed) return raw(stored!, parsed.reason)
  try {
    const root = authoredNode(parsed.root, types)
    return parsed.not ? { not: root } : root
  } catch (error) {
    if (error instanceof Unwritable) return raw(stored!, error.message)
    throw error
  }
}

/** What a rule says in the authoring form: that of a raw one where it can be expressed, every other one as it is. */
export function expressed(authored: unknown, types: ReadonlyMap<string, ConditionType>): unknown {
  return isObject(authored) && typeof authored['raw'] === 'string' ? readRule(authored['raw'], types) : authored
}

function raw(stored: string, reason: string): Shape {
  return { raw: stored, reason: `This rule cannot be shown in the authoring form: ${reason}.` }
}
