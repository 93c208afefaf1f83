// Measures the engine (compile, evaluate, change, memory, proof, guidance) against other rule engines on the same rules.
// Run `npm run bench:engine`.
import { createGuide } from '../core/engine/proof/guide.js'
import { runProofs } from '../core/engine/proof/product-proof.js'
import { compileProgram } from '../core/engine/program/compiler.js'
import { changeSelection, openConfiguration } from '../core/engine/program/configuration.js'
import type { ProductSource } from '../core/engine/program/source.js'
import { createVocabulary } from '../core/engine/question/vocabulary.js'
import { toStoredRule } from '../core/engine/rule/rule-authoring.js'
import { parseRule } from '../core/engine/rule/stored.js'
import { compileWithTables } from '../core/engine/variant/variant-compiler.js'
import { anonymousContext, convertOracle, stockTypes } from '../test/core/engine/engine-product.js'
import { readOracleProduct } from '../test/oracle/oracle-product.js'
import {
  createLargeRule,
  createJsonRulesEngine,
  createClosureEngine,
  createJsonLogicEngine,
  type RuleEngine,
} from './support/rule-engines.js'
import { type ReportedMeasure, computeMedian, printReport } from './support/report.js'
import {
  answerId,
  answersPerQuestion,
  createSyntheticRandom,
  type SyntheticProduct,
  createSyntheticProduct,
  createTableProduct,
} from './support/synthetic-product.js'

const questionCounts = [50, 500, 5_000]

/** Microseconds per call in each of several timed batches. */
function measureBatches(times: number, batch: number, run: (i: number) => void): number[] {
  const found: number[] = []
  for (let t = 0; t < times; t++) {
    const from = performance.now()
    for (let i = 0; i < batch; i++) run(t * batch + i)
    found.push(((performance.now() - from) * 1_000) / batch)
  }
  return found
}

/** A fixed list of changes, each a question with one of its answers. */
function createChanges(
  product: SyntheticProduct,
  count: number,
): readonly { readonly question: number; readonly value: number }[] {
  const random = createSyntheticRandom(11)
  const questions = product.source.questions.length
  return Array.from({ length: count }, () => {
    const question = 1 + Math.floor(random() * questions)
    return {
      question,
      value: question % 10 === 0 ? Math.floor(random() * 100) : answerId(question, 1 + Math.floor(random() * answersPerQuestion)),
    }
  })
}

async function measureRate(
  engine: RuleEngine,
  product: SyntheticProduct,
  runs: number,
): Promise<{ change: number; all: number }> {
  const changes = createChanges(product, runs)
  const timed = async (work: (i: number) => number | Promise<number>): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < runs; i++) {
      const from = performance.now()
      await work(i)
      times.push((performance.now() - from) * 1_000)
    }
    return computeMedian(times)
  }
  return {
    change: await timed((i) => engine.change(changes[i]!.question, changes[i]!.value)),
    all: await timed(() => engine.all()),
  }
}

/** Heap bytes per result of `make`. */
function measureBytes(count: number, make: () => unknown): number {
  const retainedValues: unknown[] = []
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  for (let i = 0; i < count; i++) retainedValues.push(make())
  globalThis.gc?.()
  const after = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  return retainedValues.length === 0 ? 0 : (after - before) / count
}

async function measureSize(count: number): Promise<readonly ReportedMeasure[]> {
  const product = createSyntheticProduct(count)
  const changes = createChanges(product, 4_000)
  const name = (measure: string): string => `${count} questions, ${measure}`
  const program = compileProgram(product.source, stockTypes)
  const state = openConfiguration(program, anonymousContext)
  const step = (i: number): void => {
    const { question, value } = changes[i % changes.length]!
    changeSelection(state, { question_id: question, value: String(value) }, true)
    state.sum(0)
  }
  const byHand = createClosureEngine(product)
  const bare = (i: number): void => void byHand.change(changes[i % changes.length]!.question, changes[i % changes.length]!.value)
  measureBatches(5, 4_000, step)
  measureBatches(5, 4_000, bare)
  const ours = measureBatches(40, 500, step)
  const hand = measureBatches(40, 500, bare)
  const slow = measureBatches(4_000, 1, step).sort((a, b) => a - b)
  const rounds = Math.max(5, Math.round(20_000 / count))
  const full = measureBatches(20, rounds, () => void openConfiguration(program, anonymousContext))
  const handFull = measureBatches(20, rounds, () => void byHand.all())
  const compiling = measureBatches(10, 1, () => void compileProgram(product.source, stockTypes)).map((time) => time / 1_000)
  const logic = await measureRate(createJsonLogicEngine(product), product, count > 1_000 ? 20 : 100)
  const events = await measureRate(createJsonRulesEngine(product), product, count > 1_000 ? 3 : 20)
  return [
    { name: name('compile'), unit: 'ms', ours: compiling, ...(count === 500 && { most: 10 }) },
    { name: name('first evaluation of all'), unit: 'µs', ours: full, baseline: handFull, ...(count === 500 && { most: 60 }) },
    { name: name('one change, price included'), unit: 'µs', ours, baseline: hand, goal: 3 },
    { name: name('one change, 99th percentile'), unit: 'µs', ours: [slow[Math.floor(slow.length * 0.99)]!] },
    { name: name('one change, json-logic-js as baseline'), unit: 'µs', ours, baseline: [logic.change] },
    { name: name('one change, json-rules-engine as baseline'), unit: 'µs', ours, baseline: [events.change] },
    {
      name: name('memory a compiled question'),
      unit: 'kB',
      ours: [measureBytes(Math.ceil(5_000 / count), () => compileProgram(product.source, stockTypes)) / count / 1_024],
    },
    {
      name: name('memory an open configuration'),
      unit: 'kB',
      ours: [measureBytes(50, () => openConfiguration(program, anonymousContext)) / 1_024],
    },
  ]
}

/** Measures a rule with this many conditions: conversion for storage, parsing, compilation, one change, and proof. */
async function measureLargeRule(conditions: number): Promise<readonly ReportedMeasure[]> {
  const large = createLargeRule(conditions)
  const vocabulary = createVocabulary(large.source(null), stockTypes)
  const result = toStoredRule(large.authored, vocabulary)
  if (!('stored' in result)) throw new Error('The rule was refused.')
  const source = large.source(result.stored)
  const program = compileProgram(source, stockTypes)
  const state = openConfiguration(program, anonymousContext)
  const questions = program.questions.length - 1
  for (let id = 1; id <= questions; id++) changeSelection(state, { question_id: id, value: String(answerId(id, 1)) })
  const step = (i: number): void => {
    const id = 1 + (i % questions)
    changeSelection(state, {
      question_id: id,
      value: String(answerId(id, 1 + ((i + Math.floor(i / questions)) % answersPerQuestion))),
    })
  }
  const milliseconds = (times: number, work: (i: number) => void): number[] =>
    measureBatches(times, 1, work).map((time) => time / 1_000)
  measureBatches(5, 500, step)
  const proving: number[] = []
  for (let round = 0; round < 3; round++) {
    const from = performance.now()
    const own = { only: ({ id }: { readonly id: number }) => id > questions, expired: () => performance.now() > from + 200 }
    await runProofs(source, stockTypes, own)
    proving.push(performance.now() - from)
  }
  const name = (measure: string): string => `a rule of ${conditions} conditions, ${measure}`
  return [
    {
      name: name('judged and spelled for storage'),
      unit: 'ms',
      ours: milliseconds(10, () => void toStoredRule(large.authored, vocabulary)),
    },
    // A different text each time, so no cached parse is used.
    { name: name('read'), unit: 'ms', ours: milliseconds(10, (i) => void parseRule(`${result.stored}${' '.repeat(i)}`)) },
    { name: name('compiled'), unit: 'ms', ours: milliseconds(10, () => void compileProgram(source, stockTypes)) },
    { name: name('one change that it reads'), unit: 'µs', ours: measureBatches(20, 500, step) },
    { name: name('proof of its write, 200 ms budget'), unit: 'ms', ours: proving },
  ]
}

async function measureProofs(name: string, source: ProductSource): Promise<readonly ReportedMeasure[]> {
  const timed = async (work: () => unknown): Promise<number> => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const proving: number[] = []
  const preparing: number[] = []
  const guiding: number[] = []
  const changing: number[] = []
  const questionOfAnswer = new Map(source.answers.map(({ id, question_id }) => [id, question_id]))
  const random = createSyntheticRandom(7)
  for (let round = 0; round < 3; round++) {
    proving.push(await timed(() => runProofs(source, stockTypes)))
    const from = performance.now()
    const guide = await createGuide(source, stockTypes, () => performance.now())
    preparing.push(performance.now() - from)
    const selections = new Map<number, string>()
    const measureGuidance = async (times: number[]): Promise<readonly number[]> => {
      let extendable: readonly number[] = []
      times.push(await timed(() => (extendable = guide.guide(selections, () => true, 10_000).extendable)))
      return extendable
    }
    let extendable = await measureGuidance(guiding)
    for (let change = 0; change < 20 && extendable.length > 0; change++) {
      const id = extendable[Math.floor(random() * extendable.length)]!
      selections.set(questionOfAnswer.get(id)!, String(id))
      extendable = await measureGuidance(changing)
    }
    guide.dispose()
  }
  return [
    { name: `${name}, proof of the whole product`, unit: 'ms', ours: proving },
    { name: `${name}, preparing guidance`, unit: 'ms', ours: preparing },
    { name: `${name}, guidance of an empty configuration`, unit: 'ms', ours: guiding, most: 10 },
    { name: `${name}, guidance after a change`, unit: 'ms', ours: changing, most: 1 },
  ]
}

/** Measures a variant table with this many rows against equivalent rules. */
async function measureTable(rows: number): Promise<readonly ReportedMeasure[]> {
  const { tabled, ruled, changes } = createTableProduct(rows)
  const name = (measure: string): string => `a variant table of ${rows} rows, ${measure} (baseline: as rules)`
  const milliseconds = (work: () => void): number[] => measureBatches(5, 1, work).map((time) => time / 1_000)
  const [table, rules] = [tabled, ruled].map((source) => {
    const compiled = milliseconds(() => void compileWithTables(source, stockTypes))
    const state = openConfiguration(compileWithTables(source, stockTypes), anonymousContext)
    const step = (i: number): void => void changeSelection(state, changes[i % changes.length]!, true)
    measureBatches(2, 1_000, step)
    return {
      compiled,
      changed: measureBatches(10, 400, step),
      memory: measureBytes(3, () => compileWithTables(source, stockTypes)) / 1_024,
    }
  })
  const proving = await measureProof(tabled)
  return [
    { name: name('compiled'), unit: 'ms', ours: table!.compiled, baseline: rules!.compiled },
    { name: name('one change'), unit: 'µs', ours: table!.changed, baseline: rules!.changed, goal: 1 },
    { name: name('memory of the program'), unit: 'kB', ours: [table!.memory], baseline: [rules!.memory] },
    { name: `a variant table of ${rows} rows, proof of the whole product`, unit: 'ms', ours: [proving] },
  ]
}

async function measureProof(source: ProductSource): Promise<number> {
  const from = performance.now()
  await runProofs(source, stockTypes)
  return performance.now() - from
}

const measures: ReportedMeasure[] = []
for (const size of questionCounts) measures.push(...(await measureSize(size)))
measures.push(...(await measureLargeRule(10_000)))
measures.push(...(await measureTable(5_000)))
for (const name of ['dell-laptop', 'car-selection', 'electronic-shopping']) {
  measures.push(...(await measureProofs(name, convertOracle(readOracleProduct(name)).source)))
}
printReport(
  'The engine beside closures written by hand and two rule libraries (medians; ratio below 1 = ours is faster)',
  measures,
)
