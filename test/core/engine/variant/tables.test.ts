// A variant table gives the same results as equivalent rules, on external and on random products.
import { expect } from 'chai'
import fc from 'fast-check'
import { createGuide } from '../../../../core/engine/proof/guide.js'
import { runProofs } from '../../../../core/engine/proof/product-proof.js'
import { runSimulation } from '../../../../core/engine/proof/simulator.js'
import {
  changeSelection,
  initializeConfiguration,
  currentSelections,
  findMissing,
} from '../../../../core/engine/program/configuration.js'
import { explainAnswer } from '../../../../core/engine/program/explanation.js'
import type { ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import { convertTablesToRules } from '../../../../core/product/client-program/client-program.js'
import { compileWithTables } from '../../../../core/engine/variant/variant-compiler.js'
import {
  anonymousContext,
  createAnswerSource,
  convertOracle,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { createSeededRandom } from '../../product/model-product.js'
import { readOracleFile, readOracleProduct } from '../../../oracle/oracle-product.js'
import { randomProduct } from '../random-product.js'
import { isAdmittedByTable, drawSelection, addTables, rewriteTablesAsRules } from '../variant-tables.js'

const sequences = 200
const steps = 12

/** Everything that a customer sees of a state. */
function bits(state: ConfigurationState): string {
  const { questions, answers } = state.program
  return JSON.stringify({
    questions: questions.map(({ index }) => state.applies(index)),
    answers: answers.map((_, index) => state.ownRule(index)),
    held: currentSelections(state),
    missing: findMissing(state),
  })
}

/** Runs random sequences on both products. Returns the first difference, or null. Counts entries that a table rejects. */
function differ(
  tabled: ProductSource,
  ruled: ProductSource,
  random: () => number,
): { readonly told: string | null; readonly refused: number } {
  const state = initializeConfiguration(compileWithTables(tabled, stockTypes), anonymousContext).state
  const two = initializeConfiguration(compileWithTables(ruled, stockTypes), anonymousContext).state
  let refused = 0
  for (let step = 0; step < steps; step++) {
    const entry = drawSelection(tabled, random)
    const index = state.program.questionIndex.get(entry.question_id)!
    const entered = entry.value !== null && !state.program.questions[index]!.type.takesAnswers
    const misfit =
      entered &&
      tabled.tables!.some(
        (table) =>
          table.question_ids.includes(entry.question_id) && !isAdmittedByTable(state, table, entry.question_id, entry.value!),
      )
    const result = changeSelection(state, entry, true)
    if (misfit) {
      // Rules cannot reject a number.
      if (!result.refused) return { told: `${JSON.stringify(entry)} is taken`, refused }
      refused++
    } else {
      const other = changeSelection(two, entry, true)
      if (other.refused?.code !== result.refused?.code)
        return { told: `${JSON.stringify(entry)}: ${JSON.stringify([result.refused, other.refused])}`, refused }
    }
    if (bits(state) !== bits(two)) return { told: `${JSON.stringify(entry)}: ${bits(state)} instead of ${bits(two)}`, refused }
  }
  return { told: null, refused }
}

const laptop = convertOracle(readOracleProduct('dell-laptop'))
const laptopRows = (readOracleFile('dell-laptop', 'configurations.json') as readonly (readonly string[])[]).map((row) =>
  row.map((id) => laptop.ids.get(id)!),
)
const questionOf = new Map(laptop.source.answers.map(({ id, question_id }) => [id, question_id]))
const laptopQuestions = laptopRows[0]!.map((id) => questionOf.get(id)!)

/** The laptop with a table of all combinations instead of the rules of its answers. */
const tabledLaptop: ProductSource = {
  ...laptop.source,
  answers: laptop.source.answers.map((answer) => ({ ...answer, rules: null })),
  tables: [{ id: 1, name: 'Combinations', mode: 'allow', question_ids: laptopQuestions, rows: laptopRows }],
}

describe('a variant table', () => {
  const products: [string, ProductSource][] = [
    ...['dell-laptop', 'car-pl', 'car-selection', 'electronic-shopping'].map((name): [string, ProductSource] => [
      name,
      convertOracle(readOracleProduct(name)).source,
    ]),
    ...fc.sample(randomProduct, { numRuns: 2, seed: 77 }).map((source, i): [string, ProductSource] => [`drawn ${i + 1}`, source]),
  ]

  for (const [name, source] of products) {
    it(`of ${name} has the same results as equivalent rules in ${sequences} random sequences`, function () {
      this.timeout(60_000)
      const random = createSeededRandom(name.length * 31 + 5)
      for (let i = 0; i < sequences; i++) {
        const tabled = addTables(source, 1 + (i % 3), random)
        expect(differ(tabled, rewriteTablesAsRules(tabled), random).told, `sequence ${i + 1}`).to.equal(null)
      }
    })
  }

  it('decides every answer and number as its definition requires', () => {
    let refused = 0
    fc.assert(
      fc.property(randomProduct, fc.nat(1_000_000), (source, seed) => {
        const random = createSeededRandom(seed)
        const tabled = addTables({ ...source, answers: source.answers.map((answer) => ({ ...answer, rules: null })) }, 2, random)
        const { state } = initializeConfiguration(compileWithTables(tabled, stockTypes), anonymousContext)
        for (let step = 0; step < steps; step++) {
          if (changeSelection(state, drawSelection(tabled, random), true).refused) refused++
          for (const [index, { id, question_id }] of state.program.answers.entries()) {
            const own = tabled.tables!.filter(({ question_ids }) => question_ids.includes(question_id))
            expect(state.ownRule(index)).to.equal(own.every((table) => isAdmittedByTable(state, table, question_id, String(id))))
          }
        }
      }),
      { numRuns: 150 },
    )
    expect(refused).to.be.greaterThan(100)
  })

  it('is converted to rules with the same results for browsers', () => {
    let changedCount = 0
    fc.assert(
      fc.property(randomProduct, fc.nat(1_000_000), (source, seed) => {
        const random = createSeededRandom(seed)
        const tabled = addTables(source, 2, random, false)
        const plain = convertTablesToRules(tabled, stockTypes)!
        changedCount += Number(JSON.stringify(plain.answers) !== JSON.stringify(source.answers))
        expect(differ(tabled, plain, random).told).to.equal(null)
      }),
      { numRuns: 150 },
    )
    expect(changedCount).to.be.greaterThan(100)
    expect(convertTablesToRules(tabledLaptop, stockTypes), 'too long for a browser').to.equal(null)
    const numbered = {
      ...shelf,
      tables: [{ id: 1, name: 'Widths', mode: 'allow', question_ids: [1, 2], rows: [[11, 40]] }],
    } as const
    expect(convertTablesToRules(numbered, stockTypes), 'refuses numbers').to.equal(null)
  })

  it("allows exactly the laptop's 2,319 combinations", async () => {
    const report = runSimulation(tabledLaptop, stockTypes, {
      scope: 'required',
      context: anonymousContext,
      walks: 20,
      random: createSeededRandom(3),
    })
    expect(report.validConfigurations?.toString()).to.equal('2319')
    expect(report.deadEnds).to.deep.include({ stuck: 0 })
    const proof = await runProofs(tabledLaptop, stockTypes)
    expect(proof.deadAnswers).to.deep.equal([])
    expect(proof.gaveUp).to.equal(false)
    const first = laptopRows[0]![0]!
    const without = laptopRows.filter(([id]) => id !== first)
    const thinned = { ...tabledLaptop, tables: [{ ...tabledLaptop.tables![0]!, rows: without }] }
    const result = await runProofs(thinned, stockTypes)
    expect(result.deadAnswers).to.include(first)
    expect(result.findings.map(({ kind, id }) => `${kind} ${id}`)).to.include(`dead-answer ${first}`)
  })

  const shelf = createProductSource({
    questions: [
      createQuestionSource(1, 'Radiobuttons', { title: 'Wood', required: true }),
      createNumberQuestion(2, 1, 500, { title: 'Width', required: true }),
      createQuestionSource(3, 'Radiobuttons', { title: 'Oil', required: true }),
    ],
    answers: [
      ...[11, 12, 13].map((id) => createAnswerSource(id, 1, { title: `Wood ${id}` })),
      ...[31, 32].map((id) => createAnswerSource(id, 3, { title: `Oil ${id}` })),
    ],
  })
  const rows = [
    [11, { from: 40, to: 60 }, 31],
    [12, [80, { from: 100, to: 120 }], '*'],
    [13, '*', 32],
  ] as const
  const tabled: ProductSource = { ...shelf, tables: [{ id: 1, name: 'Widths', mode: 'allow', question_ids: [1, 2, 3], rows }] }
  const forbidding: ProductSource = { ...shelf, tables: [{ ...tabled.tables![0]!, mode: 'forbid' }] }

  it('rejects a number without a matching row, and names the possible numbers', () => {
    const { state } = initializeConfiguration(compileWithTables(tabled, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: '12' })
    expect(changeSelection(state, { question_id: 2, value: '90' }).refused).to.deep.equal({
      code: 'INVALID_VALUE',
      message: "With your other selections, 'Width' can only be 80, 100 to 120.",
    })
    expect(changeSelection(state, { question_id: 2, value: '101' }).refused).to.equal(null)
    expect(changeSelection(state, { question_id: 1, value: '11' }).refused?.code).to.equal('NOT_APPLICABLE')
  })

  it('in mode forbid rejects its numbers once all other columns have a selection', () => {
    const { state } = initializeConfiguration(compileWithTables(forbidding, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: '11' })
    expect(changeSelection(state, { question_id: 2, value: '50' }).refused).to.equal(null)
    expect(changeSelection(state, { question_id: 3, value: '31' }).refused?.code).to.equal('NOT_APPLICABLE')
    changeSelection(state, { question_id: 2, value: '70' })
    expect(changeSelection(state, { question_id: 3, value: '31' }).refused).to.equal(null)
    expect(changeSelection(state, { question_id: 2, value: '60' }).refused?.message).to.equal(
      "With your other selections, 'Width' cannot be 40 to 60.",
    )
  })

  it('explains why an answer does not apply and what makes it apply', () => {
    const { state } = initializeConfiguration(compileWithTables(tabled, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: '11' })
    const result = explainAnswer(state, 32)!
    expect(result.because.map(({ question_id, selection }) => [question_id, selection])).to.deep.equal([[1, '11']])
    expect(result.remedies.map((way) => way.map(({ question_id, to }) => [question_id, to]))).to.deep.include([[1, null]])
    expect(result.exact).to.equal(true)
    expect(explainAnswer(state, 31)).to.equal(null)
  })

  it('is respected by guidance and conflicts', async () => {
    const program = compileWithTables(tabled, stockTypes)
    const { state } = initializeConfiguration(program, anonymousContext)
    changeSelection(state, { question_id: 2, value: '90' })
    const guide = await createGuide(program.source, program.types, () => performance.now())
    const applies = (id: number): boolean => state.ownRule(program.answerIndex.get(id)!)
    const result = guide.guide(new Map([[2, '90']]), applies, 10_000)
    expect([result.feasible, result.extendable, result.deadEnds]).to.deep.equal([true, [13, 32], []])
    const conflicts = await guide.conflicts(new Map([[2, '90']]), { question: 1, value: '12' }, 10_000)
    expect(conflicts.minimalConflicts).to.deep.equal([[2]])
    guide.dispose()
  })

  it('counts numbers by the ranges in its rows', () => {
    const count = (source: ProductSource): unknown =>
      runSimulation(source, stockTypes, {
        scope: 'all',
        context: anonymousContext,
        walks: 0,
        random: () => 0.5,
      }).validConfigurations?.toString()
    expect(count(tabled)).to.equal(String(21 + 22 * 2 + 500))
    expect(count(forbidding)).to.equal(String(500 * 6 - (21 + 22 * 2 + 500)))
  })
})
