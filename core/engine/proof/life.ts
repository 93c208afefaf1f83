// Which answers valid configurations hold: dead ones, forced ones, and questions that never apply. One example shows many to be alive.
import { allAnswered } from './example.js'
import { type AnswerModel, complete, finishable, type ProductModel, type QuestionModel } from './model.js'
import type { Reach } from './reach.js'
import { createProver, type Literal, type Prover, type Verdict } from './solver.js'
import { chosen, requireSettled, requireWhole } from './valid-state.js'
import { witness } from './witness.js'

export interface Life {
  /** Some configuration can be finished. */
  readonly anyValid: boolean
  /** Dead answers that a configuration can hold all the same which leaves a required question empty for want of answers. */
  readonly finishable: ReadonlySet<number>
  readonly deadAnswers: ReadonlySet<number>
  readonly forcedAnswers: readonly number[]
  /** Questions that apply in no state in which everything held applies. */
  readonly neverApplying: ReadonlySet<number>
}

export interface LifeOptions {
  readonly expired: () => boolean
  /** Told of every answer that is decided. */
  readonly progress: (done: number, of: number) => void
  /** The records that are asked about. */
  readonly asked: (entity: 'question' | 'answer', id: number) => boolean
}

class Living {
  readonly alive = new Set<number>()
  /** Answers that every example held. */
  readonly always: Set<number>
  /** Questions that applied in some example. */
  readonly applying = new Set<number>()
  /** True where there was an example. */
  isTaught = false

  constructor(private readonly model: ProductModel) {
    this.always = new Set(model.answerOf.keys())
  }

  learn(values: Int32Array): void {
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

  /** How much the examples have shown, and all that they can show. */
  get known(): number {
    return this.alive.size - this.always.size + this.applying.size
  }

  get most(): number {
    return this.model.answerOf.size + this.model.questions.length
  }

  /** Values that would show more: an answer that was not held yet, else one without which an example was found. */
  wanted(): Int32Array {
    const { sizes, questions } = this.model
    const values = allAnswered(sizes).slice()
    for (const { answers } of questions) {
      for (const { subject } of answers) values[subject] = 0
      for (const { id, subject, value } of answers) if (!this.always.has(id)) values[subject] = value
      for (const { id, subject, value } of answers) if (!this.alive.has(id)) values[subject] = value
    }
    return values
  }
}

/** Learns of configurations that are found without a solver, as long as each of them shows more. */
function learnByTrying(model: ProductModel, reached: Reach, living: Living, expired: () => boolean): void {
  for (let known = -Infinity; known < living.known && !expired(); ) {
    known = living.known
    const found = witness(model, reached, living.wanted())
    if (found !== null) living.learn(found)
    if (living.known === living.most) return
  }
}

/** What holds while a configuration is being made: it is built only where a question or an answer is in doubt. */
class Making {
  private built: { readonly prover: Prover; readonly finished: Literal } | null = null

  constructor(
    private readonly model: ProductModel,
    private readonly reached: Reach,
    private readonly expired: () => boolean,
  ) {}

  private async build(): Promise<{ readonly prover: Prover; readonly finished: Literal }> {
    const { model } = this
    const prover = await createProver(model.formulas, model.sizes, this.expired)
    const finished = prover.switch()
    this.built = { prover, finished }
    requireSettled(model, prover, this.reached)
    requireWhole(model, prover, finished, finishable)
    return this.built
  }

  async canApply({ rule }: QuestionModel): Promise<Verdict> {
    const { prover } = this.built ?? (await this.build())
    return prover.possible([prover.literal(rule)])
  }

  /** Whether a configuration can be finished, with an answer or at all. */
  async canFinish(answer: AnswerModel | null): Promise<Verdict> {
    const { prover, finished } = this.built ?? (await this.build())
    return prover.possible(answer === null ? [finished] : [finished, chosen(prover, answer)])
  }

  example(): Int32Array {
    return this.built!.prover.example()
  }

  dispose(): void {
    this.built?.prover.dispose()
  }
}

/** What every valid configuration obeys: a solver is built only where trying does not show enough. */
class Valid {
  private built: Prover | null = null

  constructor(
    private readonly model: ProductModel,
    private readonly reached: Reach,
    private readonly expired: () => boolean,
  ) {}

  async prover(): Promise<Prover> {
    if (this.built) return this.built
    const { model } = this
    const prover = await createProver(model.formulas, model.sizes, this.expired)
    this.built = prover
    requireSettled(model, prover, this.reached)
    requireWhole(model, prover, null, complete)
    return prover
  }

  dispose(): void {
    this.built?.dispose()
  }
}

/** Decides the life of every answer that is asked about; `reached` is what can be selected at some time. */
export async function lifeOfAnswers(model: ProductModel, reached: Reach, options: LifeOptions): Promise<Life> {
  const { expired, progress, asked } = options
  const living = new Living(model)
  const valid = new Valid(model, reached, expired)
  const making = new Making(model, reached, expired)
  try {
    learnByTrying(model, reached, living, expired)
    if (!living.isTaught) await learnAny(valid, living)
    const anyValid = living.isTaught || (await making.canFinish(null)) !== 'no'
    // Without an example there is nothing to read answers off: either none exists, or time was up before one was found.
    const dead = living.isTaught ? await findDead(model, valid, living, asked, progress) : new Set<number>()
    const forcedAnswers = living.isTaught ? await findForced(model, valid, living, asked) : []
    const neverApplying = new Set<number>()
    for (const question of model.questions) {
      const { id } = question
      if (!asked('question', id) || !reached.questions.has(id) || living.applying.has(id)) continue
      const verdict = await making.canApply(question)
      if (verdict === 'no') neverApplying.add(id)
      else if (verdict === 'yes') living.learn(making.example())
    }
    return { anyValid, finishable: await finishing(model, making, dead), deadAnswers: dead, forcedAnswers, neverApplying }
  } finally {
    valid.dispose()
    making.dispose()
  }
}

async function learnAny(valid: Valid, living: Living): Promise<void> {
  const prover = await valid.prover()
  if (prover.possible([]) === 'yes') living.learn(prover.example())
}

async function finishing(model: ProductModel, making: Making, dead: ReadonlySet<number>): Promise<Set<number>> {
  const found = new Set<number>()
  for (const id of dead) {
    if (found.has(id)) continue
    const verdict = await making.canFinish(model.answerOf.get(id)!)
    if (verdict !== 'no') found.add(id)
    if (verdict !== 'yes') continue
    const values = making.example()
    for (const other of dead) {
      const { subject, value } = model.answerOf.get(other)!
      if (values[subject] === value) found.add(other)
    }
  }
  return found
}

/** Answers that are worth asking about all at once, and attempts to find what of them holds together. */
const [worthwhile, attempts] = [8, 12]

/** Answers of which none has been in an example, one of each subject, until one example holds all of them that it can. */
function learnTogether(model: ProductModel, valid: Prover, living: Living, isSought: (answer: AnswerModel) => boolean): void {
  for (;;) {
    const bySubject = new Map<number, AnswerModel>()
    for (const answer of model.answerOf.values()) if (isSought(answer)) bySubject.set(answer.subject, answer)
    let asked = [...bySubject.values()].map((answer) => chosen(valid, answer))
    let verdict: Verdict = 'no'
    for (let attempt = 0; verdict === 'no' && attempt < attempts && asked.length >= worthwhile; attempt++) {
      // What contradicts itself is left to be asked about one by one; where that is much, half of the others too.
      verdict = valid.possible(asked)
      if (verdict !== 'no') break
      const core = new Set(valid.core())
      asked = asked.filter((literal) => !core.has(literal))
      if (attempt >= attempts / 2) asked.length = Math.ceil(asked.length / 2)
    }
    if (verdict !== 'yes') return
    living.learn(valid.example())
  }
}

async function findDead(
  model: ProductModel,
  valid: Valid,
  living: Living,
  asked: LifeOptions['asked'],
  progress: LifeOptions['progress'],
): Promise<Set<number>> {
  const { formulas } = model
  const dead = new Set<number>()
  const answers = [...model.answerOf.values()]
  const isSought = ({ id }: AnswerModel): boolean => !living.alive.has(id) && asked('answer', id)
  if (answers.some(isSought)) learnTogether(model, await valid.prover(), living, isSought)
  for (const [index, answer] of answers.entries()) {
    progress(index + 1, answers.length)
    if (!isSought(answer)) continue
    const prover = await valid.prover()
    const verdict = prover.possible([chosen(prover, answer)])
    if (verdict === 'yes') living.learn(prover.example())
    if (verdict !== 'no') continue
    dead.add(answer.id)
    // Known from here on, it shortens the search for the others.
    prover.require(null, formulas.not(formulas.in(answer.subject, [answer.value])))
  }
  return dead
}

async function findForced(model: ProductModel, valid: Valid, living: Living, asked: LifeOptions['asked']): Promise<number[]> {
  const forced: number[] = []
  for (const id of [...living.always]) {
    if (!living.always.has(id) || !asked('answer', id)) continue
    const prover = await valid.prover()
    const verdict = prover.possible([-chosen(prover, model.answerOf.get(id)!)])
    if (verdict === 'yes') living.learn(prover.example())
    if (verdict === 'no') forced.push(id)
  }
  return forced
}
