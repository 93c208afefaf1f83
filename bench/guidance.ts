// Measures authoring and guidance on a product with 963 questions: proofs, a changed rule, simulation, guidance, explanations.
// Run `npm run bench:guidance`. Reports CPU time, which other load on the machine does not affect.
import { createGuide } from '../core/engine/proof/guide.js'
import { runProofs } from '../core/engine/proof/product-proof.js'
import { runSimulation } from '../core/engine/proof/simulator.js'
import { compileProgram } from '../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, currentSelections } from '../core/engine/program/configuration.js'
import { explainAnswer } from '../core/engine/program/explanation.js'
import type { ConfigurationState } from '../core/engine/program/state.js'
import { anonymousContext, stockTypes } from '../test/core/engine/engine-product.js'
import { createModelProduct, realModelSize, createSeededRandom } from '../test/core/product/model-product.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const source = createModelProduct(realModelSize)
const program = compileProgram(source, stockTypes)
const sessions = 40
const looksPerSession = 10
/** Selections between two guidance requests. */
const changesBetweenLooks = 8
/** Maximum milliseconds that a shopper may wait. */
const maxWait = 1_000

/** Milliseconds of CPU time. */
async function measureCpu(work: () => unknown): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}

async function measureRepeatedly(times: number, work: () => unknown): Promise<number[]> {
  const timings: number[] = []
  for (let i = 0; i < times; i++) timings.push(await measureCpu(work))
  return timings
}

/** Simulates with this many seconds for the exact count, and reports the number of walks. */
async function measureSimulation(counting: number): Promise<ReportedMeasure[]> {
  const from = performance.now()
  let walks = 0
  const time = await measureCpu(() => {
    const report = runSimulation(source, stockTypes, {
      scope: 'required',
      context: anonymousContext,
      walks: 2_000,
      random: createSeededRandom(3),
      countingExpired: () => performance.now() > from + counting * 1_000,
    })
    walks = report.deadEnds.walks
  })
  return [
    { name: `simulation, ${counting} s for the exact count`, unit: 'ms', ours: [time] },
    { name: 'simulation, walks reported', unit: '', ours: [walks] },
  ]
}

/** Simulates shoppers who follow the guidance and request it every few selections. */
async function measureGuidance(): Promise<ReportedMeasure[]> {
  const preparing: number[] = []
  const guiding: number[] = []
  let gaveUp = 0
  const random = createSeededRandom(17)
  let guide = await createGuide(source, stockTypes, () => performance.now())
  preparing.push(
    await measureCpu(async () => {
      guide.dispose()
      guide = await createGuide(source, stockTypes, () => performance.now())
    }),
  )
  for (let session = 0; session < sessions; session++) {
    const state = openConfiguration(program, anonymousContext)
    for (let look = 0; look < looksPerSession; look++) {
      let extendable: readonly number[] = []
      guiding.push(
        await measureCpu(() => {
          const guidance = guide.guide(collectSelections(state), (id) => isAnswerApplicable(state, id), maxWait)
          if (guidance.gaveUp) gaveUp++
          extendable = guidance.extendable
        }),
      )
      for (let i = 0; i < changesBetweenLooks && extendable.length > 0; i++) {
        const id = extendable[Math.floor(random() * extendable.length)]!
        const { question_id } = program.answers[program.answerIndex.get(id)!]!
        changeSelection(state, { question_id, value: String(id) }, true)
      }
    }
  }
  guide.dispose()
  const sorted = [...guiding].sort((a, b) => a - b)
  return [
    { name: 'guidance, preparing', unit: 'ms', ours: preparing },
    { name: `guidance, ${guiding.length} states`, unit: 'ms', ours: guiding },
    { name: 'guidance, 99th percentile', unit: 'ms', ours: [sorted[Math.floor(sorted.length * 0.99)]!] },
    { name: 'guidance, states in which it gave up', unit: '', ours: [gaveUp] },
  ]
}

function collectSelections(state: ConfigurationState): Map<number, string> {
  return new Map(currentSelections(state).map(({ question_id, value }) => [question_id, value]))
}

function isAnswerApplicable(state: ConfigurationState, id: number): boolean {
  const answer = program.answerIndex.get(id)!
  return state.ownRule(answer) && state.applies(program.questionOfAnswer[answer]!)
}

async function measureExplanations(): Promise<ReportedMeasure[]> {
  const state = openConfiguration(program, anonymousContext)
  const random = createSeededRandom(23)
  for (const question of program.questions) {
    const choices = program.answers
      .slice(question.firstAnswer, question.endAnswer)
      .filter(({ id }) => isAnswerApplicable(state, id))
    const chosen = choices[Math.floor(random() * choices.length)]
    if (chosen) changeSelection(state, { question_id: question.id, value: String(chosen.id) }, true)
  }
  const away = program.answers.filter(({ id }) => !isAnswerApplicable(state, id)).slice(0, 200)
  const times: number[] = []
  for (const { id } of away) times.push(await measureCpu(() => explainAnswer(state, id)))
  return [
    { name: `explanation of an answer, ${away.length} of them`, unit: 'ms', ours: times },
    { name: 'explanation, the slowest', unit: 'ms', ours: [Math.max(...times)] },
  ]
}

const lastAnswerId = source.answers.at(-1)!.id
printReport('Display of a large product (medians of processor time)', [
  { name: 'proof of the whole product', unit: 'ms', ours: await measureRepeatedly(3, () => runProofs(source, stockTypes)) },
  {
    name: 'proof of one changed rule of 47 clauses',
    unit: 'ms',
    ours: await measureRepeatedly(3, () =>
      runProofs(source, stockTypes, { only: ({ entity, id }) => entity === 'answer' && id === lastAnswerId }),
    ),
  },
  ...(await measureSimulation(12)),
  ...(await measureGuidance()),
  ...(await measureExplanations()),
])
