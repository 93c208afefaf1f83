// Automatic repairs of findings, only if a single one is possible. The proof shows that shoppers notice no difference.
import { type FindingKind, isObject, type ProofFinding } from '#core/surface.js'
import type { Repair } from './shape.js'

type Fields = Readonly<Record<string, unknown>>

const step = /^(all|any)\[(\d+)\]$/

/** The rule without the part at `any[1].all[0]`. null if there is no such part, or if nothing would remain. */
export function removeRulePart(rule: unknown, part: string): Fields | null {
  if (!isObject(rule)) return null
  if (isObject(rule['not'])) {
    const inner = removeRulePart(rule['not'], part)
    return inner && { not: inner }
  }
  const [first = '', ...rest] = part.split('.')
  const [, group = '', place = ''] = step.exec(first) ?? []
  const parts: unknown = rule[group]
  if (!Array.isArray(parts) || parts.length < 2 || Number(place) >= parts.length) return null
  if (rest.length === 0) return { ...rule, [group]: parts.filter((_, at) => at !== Number(place)) }
  const inner = removeRulePart(parts[Number(place)], rest.join('.'))
  return inner && { ...rule, [group]: parts.map((rulePart: unknown, at) => (at === Number(place) ? inner : rulePart)) }
}

type RepairFactory = (finding: ProofFinding, rule: unknown) => Omit<Repair, 'entity' | 'id'> | null

const repairsByKind: Partial<Record<FindingKind, RepairFactory>> = {
  tautology: () => ({ does: 'remove-rule', fields: { rules: null } }),
  'redundant-part'({ part }, rule) {
    const rules = part === undefined ? null : removeRulePart(rule, part)
    return rules && { does: 'remove-part', fields: { rules } }
  },
  'dead-answer': () => ({ does: 'unpublish', fields: { published: false } }),
}

/** @param rule the record's rule, as authors read it */
export function findRepair(finding: ProofFinding, rule: unknown): Repair | null {
  const { entity, id, kind } = finding
  const mend = repairsByKind[kind]?.(finding, rule)
  return mend ? { entity, id, ...mend } : null
}
