// What a rule does to its product before it is saved: the configurations that it leaves, with and without it, and what is doubtful about it.
import type { Place, ProofFinding } from '../engine/proof/findings.js'
import type { ProductSource } from '../engine/program/source.js'
import { Malformed, parseRule, type RuleNode, type StoredRule } from '../engine/rule/stored.js'
import { defineJob, type JobScope } from '../job/define.js'

export interface WeighRuleInput {
  /** With the rule in it. */
  readonly source: ProductSource
  /** The question or answer whose rule it is. */
  readonly place: Place
}

export interface Weight {
  /** In digits. */
  readonly configurations: string
  /** False where so many different ones were met on random ways, and there may be more. */
  readonly exact: boolean
}

export interface RuleWeight {
  /** null where none was met in the time that there was. */
  readonly withRule: Weight | null
  readonly withoutRule: Weight | null
  readonly findings: readonly ProofFinding[]
}

/** Shares of the time: proof, count with the rule, count without it. */
const shares = [0.3, 0.65, 0.95] as const
/** Random ways through a product that cannot be counted. */
const walks = 400

/** Holds always. */
const always: RuleNode = { kind: 'all', parts: [] }

/** A rule that always holds and names the same numbers: entries are divided into the same ranges on both sides, so that the counts compare. */
function neutralize(stored: StoredRule): StoredRule {
  const rule = parseRule(stored)
  return rule === null || rule instanceof Malformed ? null : { not: false, root: { kind: 'any', parts: [rule.root, always] } }
}

/** The same product with the rule always holding. */
function freed(source: ProductSource, { entity, id }: Place): ProductSource {
  const without = <R extends { readonly id: number; readonly rules: StoredRule }>(records: readonly R[]): readonly R[] =>
    records.map((record) => (record.id === id ? { ...record, rules: neutralize(record.rules) } : record))
  return entity === 'question'
    ? { ...source, questions: without(source.questions) }
    : { ...source, answers: without(source.answers) }
}

async function weigh({ types, spent }: JobScope, source: ProductSource, until: number): Promise<Weight | null> {
  const [{ abstract }, { countable }, { countConfigurations }] = await Promise.all([
    import('../engine/proof/abstract.js'),
    import('../engine/proof/count.js'),
    import('../engine/proof/measure.js'),
  ])
  const counting = countable(abstract(source, types), 'required', { nodes: 100_000, expired: () => spent(until - 0.1) })
  if (typeof counting !== 'string')
    return { configurations: countConfigurations(counting.diagram, counting.weights).toString(), exact: true }
  return meet(types, source, () => spent(until))
}

/** How many different valid configurations random shoppers end with. */
async function meet(types: JobScope['types'], source: ProductSource, expired: () => boolean): Promise<Weight | null> {
  const [{ compileWithTables }, { walk }, { heldSelections }, { randomFrom }] = await Promise.all([
    import('../engine/variant/compile.js'),
    import('../engine/proof/walk.js'),
    import('../engine/program/view.js'),
    import('../engine/proof/random.js'),
  ])
  const program = compileWithTables(source, types)
  const random = randomFrom(1)
  const met = new Set<string>()
  for (let done = 0; done < walks && !expired(); done++) {
    const { state, stuckAt, kept } = walk(program, { customerGroupId: null, customerGroup: {}, now: 0 }, 'required', random)
    if (stuckAt === null && kept) met.add(JSON.stringify(heldSelections(state)))
  }
  return met.size === 0 ? null : { configurations: String(met.size), exact: false }
}

export const weighRuleJob = defineJob<WeighRuleInput, RuleWeight>({
  name: 'weigh-rule',
  async run(scope, { source, place }) {
    const { prove } = await import('../engine/proof/prove.js')
    const own = (one: Place): boolean => one.entity === place.entity && one.id === place.id
    const { findings } = await prove(source, scope.types, { only: own, expired: () => scope.spent(shares[0]) })
    return {
      findings: findings.filter((finding) => finding.at.some(own)),
      withRule: await weigh(scope, source, shares[1]),
      withoutRule: await weigh(scope, freed(source, place), shares[2]),
    }
  },
})
