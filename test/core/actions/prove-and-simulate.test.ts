// The actions prove-product and simulate-product, and the findings that a write returns.
import { Cadical } from 'cadical-wasm'
import { expect } from 'chai'
import { ValidationError, NotFoundError } from '../../../core/foundation/errors.js'
import type { ProofReport } from '../../../core/engine/proof/product-proof.js'
import type { SimulationReport } from '../../../core/engine/proof/simulator.js'
import type { DriverTransaction } from '../../../core/storage/database/dialect.js'
import type { WriteResult } from '../../../core/storage/record/results.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('proofs of stored products', () => {
  let app: TestApp
  let product: number
  let colour: { id: number; red: number; blue: number }
  let size: { id: number; small: number; large: number }
  const texts = (title: string) => ({ title_en_GB: title, title_de_DE: title })
  const create = async (entity: string, fields: Readonly<Record<string, unknown>>): Promise<number> =>
    (await app.records.write(entity, fields)).id
  const choice = async (page_id: number, title: string, answers: readonly string[]): Promise<number[]> => {
    const question = await create('question', { page_id, question_type: 'Radiobuttons', required: true, ...texts(title) })
    const ids = [question]
    for (const answer of answers) ids.push(await create('answer', { question_id: question, ...texts(answer) }))
    return ids
  }

  // The proof of a write has 0.2 s. With the clock stopped, a busy machine finds as much in it as an idle one.
  const { now } = performance
  before(async () => {
    performance.now = () => 0
    app = await bootTestApp()
    product = await create('product', { ...texts('Box'), tax_class_id: 1 })
    const page = await create('page', { product_id: product, ...texts('Page') })
    const [a = 0, red = 0, blue = 0] = await choice(page, 'Colour', ['Red', 'Blue'])
    const [b = 0, small = 0, large = 0] = await choice(page, 'Size', ['Small', 'Large'])
    colour = { id: a, red, blue }
    size = { id: b, small, large }
  })
  after(() => {
    performance.now = now
    return app.stop()
  })

  it('simulate-product: counts the valid configurations and returns the share of each answer', async () => {
    await app.records.write('answer', { rules: { question: colour.id, operator: '==', value: colour.red } }, { id: size.large })
    const report = (await app.act('simulate-product', { product_id: product, walks: 50 })) as SimulationReport
    expect(report).to.include({ exact: true, validConfigurations: '3', scope: 'required' })
    const share = (id: number) => report.answers.find(({ answer_id }) => answer_id === id)
    expect(share(colour.red)).to.deep.equal({
      ...{ question_id: colour.id, question: 'Colour', answer_id: colour.red, answer: 'Red' },
      share: 0.666666,
    })
    expect(report.deadEnds).to.deep.equal({ walks: 50, stuck: 0, at: [] })
  })

  it('a write returns the contradiction that it introduces, and stores it', async () => {
    const never = {
      all: [
        { question: colour.id, operator: '==', value: colour.red },
        { question: colour.id, operator: '==', value: colour.blue },
      ],
    }
    const { findings } = await app.records.write('question', { rules: never }, { id: size.id })
    expect(findings).to.deep.equal([
      {
        ...{ kind: 'contradiction', grade: 'warning', entity: 'question', id: size.id, field: 'rules' },
        message: "The rule of 'Size' can never be true, so 'Size' is never available.",
        key: 'findings.contradiction',
        values: { title: 'Size' },
      },
    ])
    expect((await app.records.read('question', size.id)).record.rules).to.deep.equal(never)
    const report = (await app.act('prove-product', { product_id: product })) as ProofReport
    expect(report.neverApplyingQuestions).to.deep.equal([size.id])
    const mended = await app.records.write('question', { rules: null }, { id: size.id })
    expect(mended).to.not.have.property('findings')
  })

  it('a write never runs the solver while a transaction is open, also on a dry run', async () => {
    const { driver } = app.context.database
    const { begin } = driver
    const solve = Object.getOwnPropertyDescriptor(Cadical.prototype, 'solve')!
    const solved = solve.value as (options?: object) => string
    let open = 0
    const during: number[] = []
    const ends = (session: DriverTransaction): DriverTransaction => {
      const end = (how: 'commit' | 'rollback') => async (): Promise<void> => {
        await session[how]()
        open--
      }
      const own = { query: session.query.bind(session), run: session.run.bind(session), execute: session.execute.bind(session) }
      return { ...own, commit: end('commit'), rollback: end('rollback') }
    }
    driver.begin = async () => ends(await begin.call(driver).finally(() => open++))
    const noted = function (this: Cadical, options?: object): string {
      during.push(open)
      return solved.call(this, options)
    }
    Object.defineProperty(Cadical.prototype, 'solve', { ...solve, value: noted })
    try {
      const fields = {
        rules: {
          all: [
            { question: colour.id, operator: '==', value: '' },
            { question: colour.id, operator: '!=', value: '' },
          ],
        },
      }
      const { findings } = await app.records.write('question', fields, { id: size.id, dryRun: true })
      const changed = { entity: 'question', id: size.id, fields }
      const rehearsed = (await app.act('update-entity', { ...changed, dry_run: true })) as Partial<WriteResult>
      const result = (await app.act('update-entity', changed)) as Partial<WriteResult>
      for (const findingList of [findings, rehearsed.findings, result.findings])
        expect(findingList?.map(({ kind }) => kind)).to.deep.equal(['contradiction'])
      expect((await app.records.write('question', fields, { id: size.id })).findings).to.have.length(1)
    } finally {
      driver.begin = begin
      Object.defineProperty(Cadical.prototype, 'solve', solve)
    }
    expect(during).to.have.length.of.at.least(4)
    expect(during.filter((units) => units > 0)).to.deep.equal([])
    await app.records.write('question', { rules: null }, { id: size.id })
  })

  it('a write that closes a cycle between the rules of two questions returns a finding', async () => {
    await app.records.write('question', { rules: { question: colour.id, operator: '==', value: colour.red } }, { id: size.id })
    const rules = { question: size.id, operator: '==', value: size.small }
    const { findings = [] } = await app.records.write('question', { rules }, { id: colour.id })
    expect(findings.map(({ kind }) => kind)).to.deep.equal(['cycle'])
    await app.records.write('question', { rules: null }, { id: colour.id })
  })

  it('a write of a price table returns its holes and its falling prices', async () => {
    const calculation_id = await create('calculation', { product_id: product, name: 'Table', type: 'matrix' })
    const cells = [
      { row: 1, column: 1, value: '10' },
      { row: 1, column: 2, value: '9' },
      { row: 2, column: 1, value: '12' },
    ]
    const body = { calculation_id, row_question_id: colour.id, column_question_id: size.id, lookup: 'nextHigher', cells }
    const { findings = [] } = await app.records.write('calculation-matrix', body)
    expect(findings.map(({ kind, field, id }) => ({ kind, field, id }))).to.deep.equal([
      { kind: 'matrix-hole', field: 'cells', id: calculation_id },
      { kind: 'non-monotone', field: 'cells', id: calculation_id },
    ])
  })

  it('prove-product: reports references to calculations and questions that the product does not have', async () => {
    const other = await create('product', { ...texts('Crate'), tax_class_id: 1 })
    const page_id = await create('page', { product_id: other, ...texts('Page') })
    const foreign = await create('calculation', { product_id: product, name: 'Foreign' })
    const priced = await create('question', { page_id, ...texts('Priced'), calcmodel: foreign })
    const hidden = await create('question', { page_id, ...texts('Hidden'), published: false })
    const calculation_id = await create('calculation', { product_id: other, name: 'Own' })
    await create('calculation-formula', { calculation_id, terms: [{ question: hidden }] })
    const { findings } = (await app.act('prove-product', { product_id: other })) as ProofReport
    expect(findings.map(({ kind, entity, id, field }) => ({ kind, entity, id, field }))).to.deep.equal([
      { kind: 'missing-reference', entity: 'question', id: priced, field: 'calcmodel' },
      { kind: 'missing-reference', entity: 'calculation', id: calculation_id, field: 'terms' },
    ])
    expect(findings[0]!.message).to.contain(`calculation ${foreign}`)
  })

  it('prove-product rejects an unknown product, and simulate-product a misspelt argument', async () => {
    const unknown = await app.act('prove-product', { product_id: 999_999 }).catch((error: unknown) => error)
    expect(unknown).to.be.instanceOf(NotFoundError)
    const misspelt = await app.act('simulate-product', { product_id: product, walk: 3 }).catch((error: unknown) => error)
    expect(misspelt).to.be.instanceOf(ValidationError)
    expect((misspelt as ValidationError).message).to.contain("'walks'")
  })
})
