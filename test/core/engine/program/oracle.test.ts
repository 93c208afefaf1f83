// Replays every recorded shopper session of the oracle products against the compiled program, in this process.
import { expect } from 'chai'
import { fromAmount, toAmount } from '../../../../core/engine/money/amount.js'
import { compile } from '../../../../core/engine/program/compile.js'
import { change, start } from '../../../../core/engine/program/configure.js'
import { unitFigures } from '../../../../core/engine/program/price.js'
import type { State } from '../../../../core/engine/program/state.js'
import { calculationValues, heldCount } from '../../../../core/engine/program/view.js'
import { anyone, type ImportedOracle, importOracle, stockTypes } from '../../../support/engine-product.js'
import {
  bitsOf,
  oracleFolders,
  oracleProduct,
  oracleSequences,
  type OracleProduct,
  type OracleStep,
} from '../../../support/oracle-product.js'

const names = oracleFolders()

function actual(state: State): { readonly questions: readonly boolean[]; readonly answers: readonly boolean[] } {
  const { questions, answers } = state.program
  return {
    questions: questions.map(({ index }) => state.applies(index)),
    answers: answers.map((_, index) => state.ownRule(index)),
  }
}

class Replay {
  readonly differences: string[] = []
  readonly state: State

  constructor(
    private readonly product: OracleProduct,
    private readonly imported: ImportedOracle,
    private readonly encoding: string,
    program: ReturnType<typeof compile>,
  ) {
    this.state = start(program, anyone).state
  }

  step(step: OracleStep, name: string): void {
    const { product, state, imported } = this
    const refused = step.do.flatMap(([question, value], index) => {
      const entry = {
        question_id: imported.ids.get(question)!,
        value: value === null ? null : String(imported.ids.get(value) ?? value),
      }
      return change(state, entry).refused ? [index] : []
    })
    const { questions, answers } = actual(state)
    this.compare(name, 'refusals', refused.join(), (step.refused ?? []).join())
    this.compare(name, 'question bits', questions.join(), bitsOf(step.q, product.questions.length, this.encoding).join())
    this.compare(
      name,
      'answer bits',
      this.inProductOrder(answers).join(),
      bitsOf(step.a, product.answers.length, this.encoding).join(),
    )
    this.compare(name, 'count', heldCount(state), step.count)
    if (step.total !== undefined) this.compare(name, 'total', fromAmount(unitFigures(state).net), Number(step.total))
    const values = new Map(calculationValues(state).map(({ id, value }) => [id, value]))
    for (const [id, expected] of Object.entries(step.calc ?? {})) {
      const wanted = expected === null ? null : fromAmount(toAmount(Number(expected)))
      this.compare(name, id, values.get(imported.ids.get(id)!) ?? null, wanted)
    }
  }

  /** The program keeps answers by question; the oracle's bits follow the product file. */
  private inProductOrder(bits: readonly boolean[]): readonly boolean[] {
    return this.product.answers.map(({ id }) => bits[this.state.program.answerIndex.get(this.imported.ids.get(id)!)!]!)
  }

  private compare(name: string, what: string, got: unknown, wanted: unknown): void {
    if (got !== wanted) this.differences.push(`${name}: ${what} ${String(got)} instead of ${String(wanted)}`)
  }
}

describe('the program, replaying recorded sessions', () => {
  for (const name of names) {
    it(`answers every step of ${name} as recorded`, () => {
      const product = oracleProduct(name)
      const imported = importOracle(product)
      const program = compile(imported.source, stockTypes)
      const { sequences, encoding } = oracleSequences(name)
      const differences: string[] = []
      for (const session of sequences) {
        const replay = new Replay(product, imported, encoding, program)
        for (const [i, step] of session.steps.entries()) replay.step(step, `${session.id} step ${i + 1}`)
        differences.push(...replay.differences)
      }
      expect(sequences).to.have.length(200)
      expect(differences).to.deep.equal([])
    })
  }
})
