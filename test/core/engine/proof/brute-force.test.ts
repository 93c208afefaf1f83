// Compares the proofs with brute force on small random products: every reachable state and every assignment.
import { expect } from 'chai'
import fc from 'fast-check'
import { createGuide } from '../../../../core/engine/proof/guide.js'
import { runProofs } from '../../../../core/engine/proof/product-proof.js'
import { runSimulation } from '../../../../core/engine/proof/simulator.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import {
  changeSelection,
  openConfiguration,
  resumeConfiguration,
  currentSelections,
  findMissing,
} from '../../../../core/engine/program/configuration.js'
import type { Program } from '../../../../core/engine/program/program.js'
import type { AnswerSource, ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import {
  anonymousContext,
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

interface Condition {
  readonly question: number
  readonly operator: '==' | '!=' | '<' | '>'
  readonly pick: number
}

const questions = 4
const answersEach = 2
const answerId = (question: number, pick: number): number => 10 * question + 1 + (pick % answersEach)

/** Question 4 is a number from 1 to 3, the others have answers. */
const condition: fc.Arbitrary<Condition> = fc.record({
  question: fc.integer({ min: 1, max: questions }),
  operator: fc.constantFrom('==', '!=', '<', '>'),
  pick: fc.integer({ min: 0, max: 3 }),
})
const rule: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        not: fc.boolean(),
        joint: fc.constantFrom('AND', 'OR'),
        parts: fc.array(condition, { minLength: 1, maxLength: 3 }),
      })
      .map(({ not, joint, parts }) => {
        const tokens = parts.flatMap((part, i) => (i === 0 ? [stored(part)] : [joint, stored(part)]))
        return JSON.stringify(not ? ['NOT', ...tokens] : tokens)
      }),
  },
)

function stored({ question, operator, pick }: Condition): object {
  const isNumber = question === questions
  const own = isNumber ? operator : operator === '!=' || operator === '>' ? '!=' : '=='
  return {
    type: 'QuestionProperty',
    questionId: question,
    field: 'selected',
    operator: own,
    value: isNumber ? pick : answerId(question, pick),
  }
}

const product: fc.Arbitrary<ProductSource> = fc
  .record({
    rules: fc.array(rule, { minLength: questions, maxLength: questions }),
    answerRules: fc.array(rule, { minLength: questions * answersEach, maxLength: questions * answersEach }),
    required: fc.array(fc.boolean(), { minLength: questions, maxLength: questions }),
  })
  .map(({ rules, answerRules, required }) => {
    const choices = Array.from({ length: questions - 1 }, (_, i) =>
      createQuestionSource(i + 1, 'Radiobuttons', { rules: rules[i]!, required: required[i]! }),
    )
    const number = createNumberQuestion(questions, 1, 3, { rules: rules[questions - 1]!, required: required[questions - 1]! })
    const answers: AnswerSource[] = choices.flatMap((question) =>
      Array.from({ length: answersEach }, (_, pick) =>
        createAnswerSource(answerId(question.id, pick), question.id, {
          rules: answerRules[(question.id - 1) * answersEach + pick]!,
        }),
      ),
    )
    return createProductSource({ questions: [...choices, number], answers })
  })

function optionsOf(source: ProductSource, question: number): (string | null)[] {
  if (question === questions) return [null, '1', '2', '3']
  return [null, ...source.answers.filter((answer) => answer.question_id === question).map((answer) => String(answer.id))]
}

/** All states that customers can reach, by their selections. */
function reachable(program: Program): Map<string, ConfigurationState> {
  const spell = (state: ConfigurationState): string => JSON.stringify(currentSelections(state))
  const first = openConfiguration(program, anonymousContext)
  const findings = new Map([[spell(first), first]])
  const waiting = [first]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (let question = 1; question <= questions; question++) {
      for (const value of optionsOf(program.source, question)) {
        const next = resumeConfiguration(program, anonymousContext, currentSelections(state)).state
        changeSelection(next, { question_id: question, value }, true)
        if (findings.has(spell(next))) continue
        findings.set(spell(next), next)
        waiting.push(next)
      }
    }
  }
  return findings
}

/** Whether a required question that applies has no selection. */
function hasGap(state: ConfigurationState): boolean {
  return state.program.questions.some(
    ({ index, source }) => source.required && state.applies(index) && state.text[index] === null,
  )
}

/** All assignments in which selections apply and every applicable required question is answered. */
function validAssignments(program: Program): string[][] {
  const valid: string[][] = []
  const choose = (question: number, selections: string[]): void => {
    if (question > questions) {
      const entries = selections.flatMap((value, i) => (value === '' ? [] : [{ question_id: i + 1, value }]))
      const { state, automatic } = resumeConfiguration(program, anonymousContext, entries)
      if (automatic.length === 0 && !hasGap(state)) valid.push(selections)
      return
    }
    for (const value of optionsOf(program.source, question)) choose(question + 1, [...selections, value ?? ''])
  }
  choose(1, [])
  return valid
}

describe('The proofs, compared with brute force', () => {
  it('never report reachable questions and answers as dead or unreachable', async () => {
    await fc.assert(
      fc.asyncProperty(product, async (source) => {
        const states = [...reachable(compileProgram(source, stockTypes)).values()]
        const report = await runProofs(source, stockTypes)
        const finished = states.filter((state) => findMissing(state).length === 0)
        const selections = new Set(finished.flatMap((state) => currentSelections(state).map(({ value }) => value)))
        const accused = report.findings.filter(
          ({ kind, grade, entity }) => kind === 'dead-answer' && grade === 'warning' && entity === 'answer',
        )
        for (const { id } of accused) expect(selections.has(String(id)), `answer ${id}`).to.equal(false)
        for (const id of report.neverApplyingQuestions) {
          expect(
            states.some((state) => state.applies(id - 1)),
            `question ${id}`,
          ).to.equal(false)
        }
        if (report.findings.some(({ kind }) => kind === 'no-valid-configuration')) expect(finished).to.have.length(0)
      }),
      { numRuns: 150 },
    )
  })

  it('find every contradiction and every tautology of a single rule', async () => {
    await fc.assert(
      fc.asyncProperty(rule, async (rules) => {
        const free = Array.from({ length: questions - 1 }, (_, i) => createQuestionSource(i + 1, 'Radiobuttons'))
        const verdicts = createQuestionSource(9, 'Radiobuttons', { rules })
        const answers = free.flatMap(({ id }) => [0, 1].map((pick) => createAnswerSource(answerId(id, pick), id)))
        const source = createProductSource({ questions: [...free, createNumberQuestion(questions, 1, 3), verdicts], answers })
        const program = compileProgram(source, stockTypes)
        const results = new Set<boolean>()
        const choose = (question: number, entries: { question_id: number; value: string }[]): void => {
          if (question > questions) {
            results.add(resumeConfiguration(program, anonymousContext, entries).state.applies(questions))
            return
          }
          for (const value of optionsOf(source, question)) {
            choose(question + 1, value === null ? entries : [...entries, { question_id: question, value }])
          }
        }
        choose(1, [])
        const kinds = (await runProofs(source, stockTypes)).findings.filter(({ id }) => id === 9).map(({ kind }) => kind)
        expect(kinds.includes('contradiction')).to.equal(!results.has(true))
        expect(kinds.includes('tautology')).to.equal(rules !== null && !results.has(false))
      }),
      { numRuns: 150 },
    )
  })

  it('return the same count as enumeration', () => {
    fc.assert(
      fc.property(product, (source) => {
        const report = runSimulation(source, stockTypes, { scope: 'all', context: anonymousContext, walks: 0, random: () => 0.5 })
        const valid = validAssignments(compileProgram(source, stockTypes))
        // Unreachable states are not part of the brute force count. Self-supporting states may be counted, but no state may be
        // missing.
        const reached = new Set(
          [...reachable(compileProgram(source, stockTypes)).values()]
            .filter((state) => !hasGap(state))
            .map((state) => JSON.stringify(currentSelections(state))),
        )
        expect(Number(report.validConfigurations)).to.be.at.most(valid.length)
        expect(Number(report.validConfigurations)).to.be.at.least(reached.size)
      }),
      { numRuns: 150 },
    )
  })

  it('offer exactly the answers that can be completed to a valid configuration', async () => {
    await fc.assert(
      fc.asyncProperty(product, async (source) => {
        const program = compileProgram(source, stockTypes)
        const valid = validAssignments(program)
        const guide = await createGuide(source, stockTypes, () => performance.now())
        const state = openConfiguration(program, anonymousContext)
        const applies = (id: number): boolean => {
          const answer = program.answerIndex.get(id)!
          return state.ownRule(answer) && state.applies(program.questionOfAnswer[answer]!)
        }
        const { extendable, deadEnds, gaveUp } = guide.guide(new Map(), applies, 10_000)
        guide.dispose()
        expect(gaveUp).to.equal(false)
        for (const id of deadEnds) {
          const completions = valid.filter((selections) => selections.includes(String(id)))
          // Only unreachable, self-supporting assignments may contain an answer that guidance reports as a dead end.
          const reached = reachable(program)
          const real = [...reached.values()].filter(
            (one) => !hasGap(one) && currentSelections(one).some(({ value }) => value === String(id)),
          )
          expect(real, `answer ${id} of ${completions.length} completions`).to.have.length(0)
        }
        for (const id of extendable) expect(valid.some((selections) => selections.includes(String(id)))).to.equal(true)
      }),
      { numRuns: 100 },
    )
  })
})
