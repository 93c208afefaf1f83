// Compares proofs, guidance, conflicts and counts with the results of other programs for the same products.
import { expect } from 'chai'
import { createProofModel } from '../../../../core/engine/proof/proof-model.js'
import { createCountingModel, countConfigurations, type Evidence } from '../../../../core/engine/proof/diagram-count.js'
import { createGuide, type CurrentSelections } from '../../../../core/engine/proof/guide.js'
import { runProofs } from '../../../../core/engine/proof/product-proof.js'
import { runSimulation } from '../../../../core/engine/proof/simulator.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { resumeConfiguration } from '../../../../core/engine/program/configuration.js'
import { anonymousContext, type CompiledOracle, convertOracle, stockTypes } from '../engine-product.js'
import {
  readOracleConflicts,
  readOracleDefects,
  readOracleFacts,
  listOracleFolders,
  readOracleGuidance,
  readOracleProduct,
} from '../../../oracle/oracle-product.js'

const generous = 60_000

/** The evidence of selections: their subjects have these values, all others any value. */
function evidenceOf(entries: Iterable<{ readonly subject: number; readonly value: number }>): Evidence {
  const selections = new Map([...entries].map(({ subject, value }) => [subject, value]))
  return (subject, value) => (selections.get(subject) ?? value) === value
}

function selectionsOf({ ids }: CompiledOracle, selected: Readonly<Record<string, string>>): CurrentSelections {
  return new Map(Object.entries(selected).map(([question, value]) => [ids.get(question)!, String(ids.get(value) ?? value)]))
}

/** Symbolic ids, sorted, instead of record ids. */
function titles({ ids }: CompiledOracle, conflicts: Iterable<number>): string[] {
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  return [...conflicts].map((id) => names.get(id)!).sort()
}

/** Sets of symbolic ids in a canonical form. */
function sets(conflicts: readonly (readonly string[])[]): string[] {
  return conflicts.map((set) => [...set].sort().join(' + ')).sort()
}

for (const folder of listOracleFolders()) {
  describe(`The proofs of ${folder}`, () => {
    const product = readOracleProduct(folder)
    const imported = convertOracle(product)
    const { source } = imported
    const required = new Set(product.questions.filter((question) => question.required).map((question) => question.id))
    const countedAnswers = new Set(product.answers.filter((answer) => required.has(answer.question)).map((answer) => answer.id))

    it('count the valid configurations and find the dead and forced answers', () => {
      const facts = readOracleFacts(folder)
      const report = runSimulation(source, stockTypes, {
        scope: 'required',
        context: anonymousContext,
        walks: 0,
        random: () => 0.5,
      })
      expect(report.exact).to.equal(true)
      expect(report.validConfigurations).to.equal(facts.validConfigurations)
      expect(titles(imported, report.deadAnswers)).to.deep.equal([...facts.deadAnswers].sort())
      expect(titles(imported, report.forcedAnswers)).to.deep.equal([...facts.forcedAnswers].sort())
      if (facts.cheapest !== undefined) expect(report.cheapest?.price).to.equal(Number(facts.cheapest))
      if (facts.dearest !== undefined) expect(report.dearest?.price).to.equal(Number(facts.dearest))
    })

    it('report nothing that contradicts the known facts', async () => {
      const facts = readOracleFacts(folder)
      const report = await runProofs(source, stockTypes)
      expect(report.gaveUp).to.equal(false)
      expect(titles(imported, report.deadAnswers)).to.deep.equal([...facts.deadAnswers].sort())
      expect(titles(imported, report.forcedAnswers).filter((id) => countedAnswers.has(id))).to.deep.equal(
        [...facts.forcedAnswers].sort(),
      )
      expect(titles(imported, report.neverApplyingQuestions)).to.deep.equal([...facts.neverApplyingQuestions].sort())
      const fatal = report.findings.filter(({ kind, entity }) => kind !== 'redundant-part' && entity === 'question')
      expect(fatal).to.deep.equal([])
      const accused = report.findings.filter(({ kind }) => kind === 'dead-answer' || kind === 'contradiction').map(({ id }) => id)
      expect(titles(imported, accused)).to.deep.equal([...facts.deadAnswers].sort())
    })

    it('return the recorded guidance for every partial configuration', async () => {
      const guide = await createGuide(source, stockTypes, () => performance.now())
      const program = compileProgram(source, stockTypes)
      for (const recorded of readOracleGuidance(folder)) {
        const selections = selectionsOf(imported, recorded.selected)
        const entries = [...selections].map(([question_id, value]) => ({ question_id, value }))
        const { state } = resumeConfiguration(program, anonymousContext, entries)
        const applies = (id: number): boolean => {
          const answer = program.answerIndex.get(id)!
          return state.ownRule(answer) && state.applies(program.questionOfAnswer[answer]!)
        }
        const guidance = guide.guide(selections, applies, generous)
        const about = JSON.stringify(recorded.selected)
        const ofRequired = (ids: readonly number[]): string[] => titles(imported, ids).filter((id) => countedAnswers.has(id))
        expect(guidance.feasible, about).to.equal(recorded.feasible)
        expect(ofRequired(guidance.extendable), about).to.deep.equal([...recorded.extendable].sort())
        expect(ofRequired(guidance.deadEnds), about).to.deep.equal([...recorded.applyingButDeadEnd].sort())
      }
      guide.dispose()
    })

    it('count the completions of every recorded partial configuration', () => {
      const model = createProofModel(source, stockTypes)
      const counting = createCountingModel(model, 'required', { nodes: 100_000, expired: () => false })
      if (typeof counting === 'string') throw new Error(`The product cannot be counted: ${counting}.`)
      for (const { selected, completions } of readOracleGuidance(folder)) {
        if (completions === undefined) continue
        const entries = [...selectionsOf(imported, selected)].flatMap(([question, value]) => model.entryOf(question, value) ?? [])
        const count = countConfigurations(counting.diagram, counting.weights, evidenceOf(entries))
        expect(count.toString(), JSON.stringify(selected)).to.equal(completions)
      }
    })

    it('find the minimal conflicts and smallest corrections of every recorded request', async () => {
      const guide = await createGuide(source, stockTypes, () => performance.now())
      for (const { selected, want, minimalConflicts, minimumCorrections } of readOracleConflicts(folder)) {
        const requested = {
          question: imported.ids.get(want.question)!,
          value: String(imported.ids.get(want.value) ?? want.value),
        }
        const conflicts = await guide.conflicts(selectionsOf(imported, selected), requested, generous)
        const about = JSON.stringify({ selected, want })
        expect(conflicts.gaveUp, about).to.equal(false)
        expect(sets(conflicts.minimalConflicts.map((set) => titles(imported, set))), about).to.deep.equal(sets(minimalConflicts))
        expect(sets(conflicts.minimumCorrections.map((set) => titles(imported, set))), about).to.deep.equal(
          sets(minimumCorrections),
        )
      }
      guide.dispose()
    })

    it('find every planted fault', async () => {
      for (const { set, finding, at, why } of readOracleDefects(folder)) {
        if (finding === 'rejected-on-write') {
          expect(() => convertOracle(product, set), why).to.throw()
          continue
        }
        const report = await runProofs(convertOracle(product, set).source, stockTypes)
        const hit = report.findings.find(({ kind, at: places }) => {
          return kind === finding && at.every((id) => places.some((place) => titles(imported, [place.id])[0] === id))
        })
        expect(hit, `${why}: ${JSON.stringify(set)}`).to.not.equal(undefined)
      }
    })
  })
}
