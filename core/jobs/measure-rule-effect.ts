// Measures the effect of a rule before it is saved: number of configurations with and without it, and findings about it.
import type { FindingTarget, ProofFinding } from '../engine/proof/findings.js'
import type { ProductSource } from '../engine/program/source.js'
import { Malformed, parseRule, type RuleNode, type StoredRule } from '../engine/rule/stored.js'
import { defineWorkerJob, type JobScope } from './define-worker-job.js'

interface MeasureRuleInput {
  /** The product including the rule. */
  readonly source: ProductSource
  /** The question or answer with the rule. */
  readonly place: FindingTarget
}

interface ConfigurationCount {
  /** Decimal digits; may exceed the range of a number. */
  readonly configurations: string
  /** False if the number was sampled by random walks and may be higher. */
  readonly exact: boolean
}

interface RuleEffect {
  /** Null if no configuration was found within the time limit. */
  readonly withRule: ConfigurationCount | null
  readonly withoutRule: ConfigurationCount | null
  readonly findings: readonly ProofFinding[]
}

/** Shares of the time limit at the end of: proof, count with the rule, count without it. */
const shares = [0.3, 0.65, 0.95] as const
/** Number of random walks through a product that cannot be counted exactly. */
const walks = 400

/** A condition that is always true. */
const always: RuleNode = { kind: 'all', parts: [] }

/** Makes a rule always true but keeps its numbers, so both counts divide number inputs into the same ranges and can be compared. */
function neutralize(stored: StoredRule): StoredRule {
  const rule = parseRule(stored)
  return rule === null || rule instanceof Malformed ? null : { not: false, root: { kind: 'any', parts: [rule.root, always] } }
}

/** The same product with the rule always true. */
function withNeutralRule(source: ProductSource, { entity, id }: FindingTarget): ProductSource {
  const neutralizeIn = <R extends { readonly id: number; readonly rules: StoredRule }>(records: readonly R[]): readonly R[] =>
    records.map((record) => (record.id === id ? { ...record, rules: neutralize(record.rules) } : record))
  return entity === 'question'
    ? { ...source, questions: neutralizeIn(source.questions) }
    : { ...source, answers: neutralizeIn(source.answers) }
}

async function countOrSample(
  { types, spent }: JobScope,
  source: ProductSource,
  until: number,
): Promise<ConfigurationCount | null> {
  const [{ createProofModel }, { createCountingModel }, { countConfigurations }] = await Promise.all([
    import('../engine/proof/proof-model.js'),
    import('../engine/proof/diagram.js'),
    import('../engine/proof/diagram.js'),
  ])
  const counting = createCountingModel(createProofModel(source, types), 'required', {
    nodes: 100_000,
    expired: () => spent(until - 0.1),
  })
  if (typeof counting !== 'string')
    return { configurations: countConfigurations(counting.diagram, counting.weights).toString(), exact: true }
  return sampleConfigurations(types, source, () => spent(until))
}

/** Counts the distinct valid configurations of random walks. */
async function sampleConfigurations(
  types: JobScope['types'],
  source: ProductSource,
  expired: () => boolean,
): Promise<ConfigurationCount | null> {
  const [{ compileWithTables }, { runWalk }, { currentSelections }, { createRandom }] = await Promise.all([
    import('../engine/variant/variant-compiler.js'),
    import('../engine/proof/random-walk.js'),
    import('../engine/program/configuration.js'),
    import('../engine/proof/simulator.js'),
  ])
  const program = compileWithTables(source, types)
  const random = createRandom(1)
  const configurations = new Set<string>()
  for (let walkIndex = 0; walkIndex < walks && !expired(); walkIndex++) {
    const {
      state,
      stuckAt,
      isUnchanged: isValid,
    } = runWalk(program, { customerGroupId: null, customerGroup: {}, now: 0 }, 'required', random)
    if (stuckAt === null && isValid) configurations.add(JSON.stringify(currentSelections(state)))
  }
  return configurations.size === 0 ? null : { configurations: String(configurations.size), exact: false }
}

export const measureRuleEffectJob = defineWorkerJob<MeasureRuleInput, RuleEffect>({
  name: 'weigh-rule',
  async run(scope, { source, place }) {
    const { runProofs } = await import('../engine/proof/product-proof.js')
    const isRuleOwner = (location: FindingTarget): boolean => location.entity === place.entity && location.id === place.id
    const { findings } = await runProofs(source, scope.types, { only: isRuleOwner, expired: () => scope.spent(shares[0]) })
    return {
      findings: findings.filter((finding) => finding.at.some(isRuleOwner)),
      withRule: await countOrSample(scope, source, shares[1]),
      withoutRule: await countOrSample(scope, withNeutralRule(source, place), shares[2]),
    }
  },
})
