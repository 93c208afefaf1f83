// Finds dead answers (in no valid configuration), forced answers (in every valid configuration), and questions that never apply.
// One example decides many answers.
import {
  createAnsweredValues,
  answerLiteral,
  addSettledConstraints,
  addRequiredConstraints,
  type ReachableRecords,
} from './reachability.js'
import { type AnswerModel, completeConstraint, finishableConstraint, type ProductModel, type QuestionModel } from './formulas.js'
import { createProver, type Literal, type Prover, type Verdict } from './solver.js'

export interface AnswerAnalysis {
  /** Whether some configuration can be finished. */
  readonly anyValid: boolean
  /** Dead answers that are part of a finishable configuration in which a required question has no applicable answer. */
  readonly finishable: ReadonlySet<number>
  readonly deadAnswers: ReadonlySet<number>
  readonly forcedAnswers: readonly number[]
  /** Questions that never apply while all selections apply. */
  readonly neverApplying: ReadonlySet<number>
}

interface AnswerAnalysisOptions {
  readonly expired: () => boolean
  /** Called after each decided answer. */
  readonly progress: (done: number, of: number) => void
  /** Whether a record is to be checked. */
  readonly isRequested: (entity: 'question' | 'answer', id: number) => boolean
}

class ExampleRecord {
  readonly alive = new Set<number>()
  /** Answers that are part of every example so far. */
  readonly always: Set<number>
  /** Questions that applied in at least one example. */
  readonly applying = new Set<number>()
  /** True after the first example. */
  isTaught = false

  constructor(private readonly model: ProductModel) {
    this.always = new Set(model.answerOf.keys())
  }

  record(values: Int32Array): void {
    const { formulas, questions } = this.model
    this.isTaught = true
    for (const question of questions) {
      for (const { id, subject, value } of question.answers) {
        if (values[subject] === value) this.alive.add(id)
        else this.always.delete(id)
      }
      if (!this.applying.has(question.id) && formulas.holds(question.rule, values)) this.applying.add(question.id)
    }
  }

  /** The amount of information that the examples have given. Increases with every useful example. */
  get known(): number {
    return this.alive.size - this.always.size + this.applying.size
  }

  get most(): number {
    return this.model.answerOf.size + this.model.questions.length
  }

  /** Values for the next example: prefers answers that were in no example, then answers that were not in all examples. */
  wanted(): Int32Array {
    const { sizes, questions } = this.model
    const values = createAnsweredValues(sizes).slice()
    for (const { answers } of questions) {
      for (const { subject } of answers) values[subject] = 0
      for (const { id, subject, value } of answers) if (!this.always.has(id)) values[subject] = value
      for (const { id, subject, value } of answers) if (!this.alive.has(id)) values[subject] = value
    }
    return values
  }
}

/** Maximum number of passes over all questions. */
const maxPasses = 6

/** Repairs the values until all rules hold. Returns null if that fails; a valid configuration may still exist. */
export function findValidConfiguration(model: ProductModel, reachable: ReachableRecords, initial: Int32Array): Int32Array | null {
  const values = initial.slice()
  for (let pass = 0; pass < maxPasses; pass++) {
    let isSettled = true
    for (const question of model.questions) {
      if (satisfies(model, reachable, question, values)) continue
      isSettled = false
      repair(model, reachable, question, values)
    }
    if (isSettled) return values
  }
  return null
}

const isSelected = ({ subject, value }: AnswerModel, values: Int32Array): boolean => values[subject] === value

/**
 * Whether the question satisfies the constraints of valid configurations: selections apply and can be reached, required
 * questions are answered.
 */
function satisfies(
  { formulas }: ProductModel,
  reachable: ReachableRecords,
  question: QuestionModel,
  values: Int32Array,
): boolean {
  const isAnswered = question.subjects.some((subject) => values[subject] !== 0)
  if ((isAnswered || question.required) && formulas.holds(question.rule, values) !== isAnswered) return false
  for (const answer of question.answers) {
    if (isSelected(answer, values) && !(reachable.answers.has(answer.id) && formulas.holds(answer.own, values))) return false
  }
  return question.tables.every((table) => formulas.holds(table, values))
}

/** Changes the question's values to satisfy its constraints, as far as possible. */
function repair(
  { formulas, sizes }: ProductModel,
  reachable: ReachableRecords,
  question: QuestionModel,
  values: Int32Array,
): void {
  const { subjects, answers, rule, required } = question
  if (!formulas.holds(rule, values)) {
    for (const subject of subjects) values[subject] = 0
    return
  }
  const fits = (answer: AnswerModel): boolean => reachable.answers.has(answer.id) && formulas.holds(answer.own, values)
  for (const answer of answers) if (isSelected(answer, values) && !fits(answer)) values[answer.subject] = 0
  if (!required || subjects.some((subject) => values[subject] !== 0)) return
  const replacement = answers.find(fits)
  if (replacement) values[replacement.subject] = replacement.value
  else if (answers.length === 0) for (const subject of subjects) values[subject] = Math.min(1, sizes[subject]! - 1)
}

/** Learns from configurations that are found without the solver, while each one gives new information. */
function learnFromWitnesses(
  model: ProductModel,
  reachable: ReachableRecords,
  examples: ExampleRecord,
  expired: () => boolean,
): void {
  for (let previous = -Infinity; previous < examples.known && !expired(); ) {
    previous = examples.known
    const example = findValidConfiguration(model, reachable, examples.wanted())
    if (example !== null) examples.record(example)
    if (examples.known === examples.most) return
  }
}

/** The constraints of unfinished configurations. The solver is created only if a question or answer is undecided. */
class UnfinishedConstraints {
  private cached: { readonly prover: Prover; readonly finished: Literal } | null = null

  constructor(
    private readonly model: ProductModel,
    private readonly reachable: ReachableRecords,
    private readonly expired: () => boolean,
  ) {}

  private async build(): Promise<{ readonly prover: Prover; readonly finished: Literal }> {
    const { model } = this
    const prover = await createProver(model.formulas, model.sizes, this.expired)
    const finishedLiteral = prover.switch()
    this.cached = { prover, finished: finishedLiteral }
    addSettledConstraints(model, prover, this.reachable)
    addRequiredConstraints(model, prover, finishedLiteral, finishableConstraint)
    return this.cached
  }

  async canApply({ rule }: QuestionModel): Promise<Verdict> {
    const { prover } = this.cached ?? (await this.build())
    return prover.possible([prover.literal(rule)])
  }

  /** Whether a configuration can be finished, optionally with the given answer. */
  async canFinish(answer: AnswerModel | null): Promise<Verdict> {
    const { prover, finished: finishedLiteral } = this.cached ?? (await this.build())
    return prover.possible(answer === null ? [finishedLiteral] : [finishedLiteral, answerLiteral(prover, answer)])
  }

  example(): Int32Array {
    return this.cached!.prover.example()
  }

  dispose(): void {
    this.cached?.prover.dispose()
  }
}

/** The constraints of valid configurations. The solver is created only if the examples are not sufficient. */
class ValidConstraints {
  private cached: Prover | null = null

  constructor(
    private readonly model: ProductModel,
    private readonly reachable: ReachableRecords,
    private readonly expired: () => boolean,
  ) {}

  async prover(): Promise<Prover> {
    if (this.cached) return this.cached
    const { model } = this
    const prover = await createProver(model.formulas, model.sizes, this.expired)
    this.cached = prover
    addSettledConstraints(model, prover, this.reachable)
    addRequiredConstraints(model, prover, null, completeConstraint)
    return prover
  }

  dispose(): void {
    this.cached?.dispose()
  }
}

/** Decides all requested answers. `reached` are the questions and answers that can be selected. */
export async function analyzeAnswers(
  model: ProductModel,
  reachable: ReachableRecords,
  options: AnswerAnalysisOptions,
): Promise<AnswerAnalysis> {
  const { expired, progress, isRequested } = options
  const examples = new ExampleRecord(model)
  const valid = new ValidConstraints(model, reachable, expired)
  const unfinished = new UnfinishedConstraints(model, reachable, expired)
  try {
    learnFromWitnesses(model, reachable, examples, expired)
    if (!examples.isTaught) await learnFirst(valid, examples)
    const anyValid = examples.isTaught || (await unfinished.canFinish(null)) !== 'no'
    // Without an example nothing is known about answers: either there is no valid configuration, or the time budget ended.
    const deadAnswers = examples.isTaught ? await findDead(model, valid, examples, isRequested, progress) : new Set<number>()
    const forcedAnswers = examples.isTaught ? await findForced(model, valid, examples, isRequested) : []
    const neverApplying = new Set<number>()
    for (const question of model.questions) {
      const { id } = question
      if (!isRequested('question', id) || !reachable.questions.has(id) || examples.applying.has(id)) continue
      const verdict = await unfinished.canApply(question)
      if (verdict === 'no') neverApplying.add(id)
      else if (verdict === 'yes') examples.record(unfinished.example())
    }
    return {
      anyValid,
      finishable: await findFinishable(model, unfinished, deadAnswers),
      deadAnswers,
      forcedAnswers,
      neverApplying,
    }
  } finally {
    valid.dispose()
    unfinished.dispose()
  }
}

async function learnFirst(valid: ValidConstraints, examples: ExampleRecord): Promise<void> {
  const prover = await valid.prover()
  if (prover.possible([]) === 'yes') examples.record(prover.example())
}

async function findFinishable(
  model: ProductModel,
  unfinished: UnfinishedConstraints,
  deadAnswers: ReadonlySet<number>,
): Promise<Set<number>> {
  const finishableIds = new Set<number>()
  for (const id of deadAnswers) {
    if (finishableIds.has(id)) continue
    const verdict = await unfinished.canFinish(model.answerOf.get(id)!)
    if (verdict !== 'no') finishableIds.add(id)
    if (verdict !== 'yes') continue
    const values = unfinished.example()
    for (const otherId of deadAnswers) {
      const { subject, value } = model.answerOf.get(otherId)!
      if (values[subject] === value) finishableIds.add(otherId)
    }
  }
  return finishableIds
}

/** Minimum number of answers for a joint check, and maximum number of attempts. */
const [minJointAnswers, maxAttempts] = [8, 12]

/** Searches examples that contain as many of the undecided answers as possible, one answer per subject. */
function learnJointly(
  model: ProductModel,
  valid: Prover,
  examples: ExampleRecord,
  isOpen: (answer: AnswerModel) => boolean,
): void {
  for (;;) {
    const bySubject = new Map<number, AnswerModel>()
    for (const answer of model.answerOf.values()) if (isOpen(answer)) bySubject.set(answer.subject, answer)
    let literals = [...bySubject.values()].map((answer) => answerLiteral(valid, answer))
    let verdict: Verdict = 'no'
    for (let attempt = 0; verdict === 'no' && attempt < maxAttempts && literals.length >= minJointAnswers; attempt++) {
      // Contradictory answers are left for individual checks. After several attempts half of the others are left out too.
      verdict = valid.possible(literals)
      if (verdict !== 'no') break
      const core = new Set(valid.core())
      literals = literals.filter((literal) => !core.has(literal))
      if (attempt >= maxAttempts / 2) literals.length = Math.ceil(literals.length / 2)
    }
    if (verdict !== 'yes') return
    examples.record(valid.example())
  }
}

async function findDead(
  model: ProductModel,
  valid: ValidConstraints,
  examples: ExampleRecord,
  isRequested: AnswerAnalysisOptions['isRequested'],
  progress: AnswerAnalysisOptions['progress'],
): Promise<Set<number>> {
  const { formulas } = model
  const deadAnswers = new Set<number>()
  const answers = [...model.answerOf.values()]
  const isOpen = ({ id }: AnswerModel): boolean => !examples.alive.has(id) && isRequested('answer', id)
  if (answers.some(isOpen)) learnJointly(model, await valid.prover(), examples, isOpen)
  for (const [index, answer] of answers.entries()) {
    progress(index + 1, answers.length)
    if (!isOpen(answer)) continue
    const prover = await valid.prover()
    const verdict = prover.possible([answerLiteral(prover, answer)])
    if (verdict === 'yes') examples.record(prover.example())
    if (verdict !== 'no') continue
    deadAnswers.add(answer.id)
    // Learned clause: it speeds up the remaining checks.
    prover.require(null, formulas.not(formulas.in(answer.subject, [answer.value])))
  }
  return deadAnswers
}

async function findForced(
  model: ProductModel,
  valid: ValidConstraints,
  examples: ExampleRecord,
  isRequested: AnswerAnalysisOptions['isRequested'],
): Promise<number[]> {
  const forced: number[] = []
  for (const id of [...examples.always]) {
    if (!examples.always.has(id) || !isRequested('answer', id)) continue
    const prover = await valid.prover()
    const verdict = prover.possible([-answerLiteral(prover, model.answerOf.get(id)!)])
    if (verdict === 'yes') examples.record(prover.example())
    if (verdict === 'no') forced.push(id)
  }
  return forced
}
