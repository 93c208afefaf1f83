// Replays recorded shopper sessions against an engine: that of this process, or its browser bundle.
import { fromAmount, toAmount } from '../../core/engine/money/amount.js'
import { compileProgram } from '../../core/engine/program/compiler.js'
import {
  changeSelection,
  initializeConfiguration,
  calculationValues,
  currentSelections,
} from '../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../core/engine/program/state.js'
import type { EngineTypes } from '../../core/engine/program/source.js'
import type { ConfigurationState } from '../../core/engine/program/state.js'
import { anonymousContext, type CompiledOracle, convertOracle, stockTypes } from '../core/engine/engine-product.js'
import { parseBits, readOracleProduct, readOracleSequences, type OracleProduct, type OracleStep } from './oracle-product.js'

/** The functions of the engine that a replay calls. */
export interface ReplayedEngine {
  readonly compile: typeof compileProgram
  readonly start: typeof initializeConfiguration
  readonly change: typeof changeSelection
  readonly unitFigures: typeof computeUnitTotals
  readonly heldSelections: typeof currentSelections
  readonly calculationValues: typeof calculationValues
  readonly fromAmount: typeof fromAmount
  readonly toAmount: typeof toAmount
  readonly types: EngineTypes
}

export const processEngine: ReplayedEngine = {
  ...{
    compile: compileProgram,
    start: initializeConfiguration,
    change: changeSelection,
    unitFigures: computeUnitTotals,
    heldSelections: currentSelections,
    calculationValues,
    fromAmount,
    toAmount,
  },
  types: stockTypes,
}

function readOwnRules(state: ConfigurationState): {
  readonly questions: readonly boolean[]
  readonly answers: readonly boolean[]
} {
  const { questions, answers } = state.program
  return {
    questions: questions.map(({ index }) => state.applies(index)),
    answers: answers.map((_, index) => state.ownRule(index)),
  }
}

class EngineReplay {
  readonly differences: string[] = []
  readonly state: ConfigurationState

  constructor(
    private readonly engine: ReplayedEngine,
    private readonly product: OracleProduct,
    private readonly imported: CompiledOracle,
    private readonly encoding: string,
    program: ReturnType<typeof compileProgram>,
  ) {
    this.state = engine.start(program, anonymousContext).state
  }

  step(step: OracleStep, name: string): void {
    const { product, state, imported, engine } = this
    const refused = step.do.flatMap(([question, value], index) => {
      const entry = {
        question_id: imported.ids.get(question)!,
        value: value === null ? null : String(imported.ids.get(value) ?? value),
      }
      return engine.change(state, entry).refused ? [index] : []
    })
    const { questions, answers } = readOwnRules(state)
    this.compare(name, 'refusals', refused.join(), (step.refused ?? []).join())
    this.compare(name, 'question bits', questions.join(), parseBits(step.q, product.questions.length, this.encoding).join())
    this.compare(
      name,
      'answer bits',
      this.inProductOrder(answers).join(),
      parseBits(step.a, product.answers.length, this.encoding).join(),
    )
    this.compare(name, 'count', engine.heldSelections(state).length, step.count)
    if (step.total !== undefined)
      this.compare(name, 'total', engine.fromAmount(engine.unitFigures(state).net), Number(step.total))
    const values = new Map(engine.calculationValues(state).map(({ id, value }) => [id, value]))
    for (const [id, expected] of Object.entries(step.calc ?? {})) {
      const expectedValue = expected === null ? null : engine.fromAmount(engine.toAmount(Number(expected)))
      this.compare(name, id, values.get(imported.ids.get(id)!) ?? null, expectedValue)
    }
  }

  /** The program stores answers by question, while the oracle's bits follow the product file. */
  private inProductOrder(bits: readonly boolean[]): readonly boolean[] {
    return this.product.answers.map(({ id }) => bits[this.state.program.answerIndex.get(this.imported.ids.get(id)!)!]!)
  }

  private compare(name: string, label: string, got: unknown, expectedValue: unknown): void {
    if (got !== expectedValue) this.differences.push(`${name}: ${label} ${String(got)} instead of ${String(expectedValue)}`)
  }
}

/** All differences between the engine and the recording. Empty if they match. */
export function replaySessions(
  name: string,
  engine: ReplayedEngine,
): { readonly sessions: number; readonly differences: readonly string[] } {
  const product = readOracleProduct(name)
  const imported = convertOracle(product)
  const program = engine.compile(imported.source, engine.types)
  const { sequences, encoding } = readOracleSequences(name)
  const differences: string[] = []
  for (const session of sequences) {
    const replay = new EngineReplay(engine, product, imported, encoding, program)
    for (const [i, step] of session.steps.entries()) replay.step(step, `${session.id} step ${i + 1}`)
    differences.push(...replay.differences)
  }
  return { sessions: sequences.length, differences }
}
