// Replays recorded shopper sessions over the runtime API and compares each reply with the recording and with the client engine.
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { ProgramReply } from '../../core/commerce/configuration/program.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import type { JsonClient } from '../support/json-client.js'
import { type ImportedProduct, mapConcurrently } from './oracle-import.js'
import { parseBits, type OracleProduct, type OracleSequences, type OracleStep } from './oracle-product.js'
import { ClientEnginePage } from '../plugins/runtime/client-engine-page.js'

type ReplaySequence = OracleSequences['sequences'][number]

const configurations = '/svc-api/runtime/v1/configurations'

/** Rounds an exact decimal half away from zero to 4 places on its digits, without binary fractions. */
export function roundToFourPlaces(exact: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(exact) ?? []
  const digits = fraction.padEnd(5, '0')
  const rounded = BigInt(whole + digits.slice(0, 4)) + (digits.charAt(4) >= '5' ? 1n : 0n)
  const text = rounded.toString().padStart(5, '0')
  return `${rounded === 0n ? '' : sign}${text.slice(0, -4)}.${text.slice(-4)}`
}

/** The client's view of one configuration: complete at first, then updated by each reply. */
class ReplaySession {
  readonly applies = new Map<number, boolean>()
  readonly ownRule = new Map<number, boolean>()
  readonly selections = new Map<number, string>()

  take(reply: ConfigurationReply): void {
    for (const question of reply.questions) {
      this.applies.set(question.id, question.applies)
      if (question.selection === null) this.selections.delete(question.id)
      else this.selections.set(question.id, question.selection)
    }
    for (const answer of reply.answers) this.ownRule.set(answer.id, answer.ownRule)
  }
}

class ApiReplay {
  private readonly questionIds: readonly number[]
  private readonly answerIds: readonly number[]
  private readonly answerOf: ReadonlyMap<number, number>
  private sent: Promise<ProgramReply> | null = null
  private catalogue: Promise<ProductReply> | null = null

  constructor(
    private readonly client: JsonClient,
    private readonly product: OracleProduct,
    private readonly imported: ImportedProduct,
    private readonly encoding: string,
  ) {
    this.questionIds = product.questions.map((question) => imported.questions.get(question.id)!)
    this.answerIds = product.answers.map((answer) => imported.answers.get(answer.id)!)
    this.answerOf = new Map(
      product.answers.map((answer, index) => [this.answerIds[index]!, imported.questions.get(answer.question)!]),
    )
  }

  /** The differences of one sequence. Empty if everything matches the recording. */
  async sequence(sequence: ReplaySequence): Promise<readonly string[]> {
    const session = new ReplaySession()
    const started = await this.client.data<ConfigurationReply>('POST', `${configurations}?prices=1`, {
      product_id: this.imported.productId,
    })
    session.take(started)
    const page = new ClientEnginePage(await this.program(started.configuration), await this.shown(), started)
    const differences: string[] = []
    for (const [index, step] of sequence.steps.entries()) {
      const selections = step.do.map(([question, value]) => ({
        question_id: this.imported.questions.get(question)!,
        value: value === null ? null : String(this.imported.answers.get(value) ?? value),
      }))
      const path = `${configurations}/${started.configuration}?calculations=1&prices=1`
      const reply = await this.client.data<ConfigurationReply>('PATCH', path, { selections })
      session.take(reply)
      const mismatches = [
        ...this.compare(step, reply, session),
        ...page.findDifferences(selections, reply),
        ...this.held(session, page),
      ]
      differences.push(...mismatches.map((text) => `${sequence.id} step ${index + 1}: ${text}`))
    }
    return differences
  }

  /** The program is the same for every guest, so it is requested once. */
  private program(token: string): Promise<ProgramReply> {
    this.sent ??= this.client.data<ProgramReply>('GET', `${configurations}/${token}/program`)
    return this.sent
  }

  private shown(): Promise<ProductReply> {
    this.catalogue ??= this.client.data<ProductReply>('GET', `/svc-api/runtime/v1/products/${this.imported.productId}`)
    return this.catalogue
  }

  /** Differences between the page's state and the merged replies. */
  private held({ selections, applies, ownRule }: ReplaySession, { holding }: ClientEnginePage): readonly string[] {
    const questions = [...holding.questions.values()].flatMap((question) =>
      question.selection === (selections.get(question.id) ?? null) && question.applies === applies.get(question.id)
        ? []
        : [`the page holds ${question.selection} of question ${question.id}`],
    )
    const answers = [...holding.answers.values()].filter((answer) => answer.ownRule !== ownRule.get(answer.id))
    return [...questions, ...answers.map((answer) => `the page holds own rule ${answer.ownRule} of answer ${answer.id}`)]
  }

  private compare(step: OracleStep, reply: ConfigurationReply, session: ReplaySession): readonly string[] {
    const differences: string[] = []
    const expect = (label: string, got: string, expected: string): void => {
      if (got !== expected) differences.push(`${label} is ${got} instead of ${expected}`)
    }
    expect('refused', reply.refused.map((entry) => entry.index).join(), (step.refused ?? []).join())
    expect('count', String(session.selections.size), String(step.count))
    const q = parseBits(step.q, this.questionIds.length, this.encoding)
    const a = parseBits(step.a, this.answerIds.length, this.encoding)
    for (const [index, id] of this.questionIds.entries()) {
      expect(this.product.questions[index]!.id, String(session.applies.get(id)), String(q[index]))
    }
    for (const [index, id] of this.answerIds.entries()) {
      expect(`own rule of ${this.product.answers[index]!.id}`, String(session.ownRule.get(id)), String(a[index]))
    }
    if (step.total !== undefined) expect('total', (reply.price?.net ?? Number.NaN).toFixed(2), Number(step.total).toFixed(2))
    for (const questionKey of step.gone)
      expect(
        `selection of ${questionKey}`,
        String(session.selections.get(this.imported.questions.get(questionKey)!)),
        'undefined',
      )
    const values = new Map(reply.calculations?.map((calculation) => [calculation.id, calculation.value]))
    for (const [id, expectedValue] of Object.entries(step.calc ?? {})) {
      const got = values.get(this.imported.calculations.get(id)!)
      expect(
        id,
        got === null || got === undefined ? String(got) : got.toFixed(4),
        expectedValue === null ? 'null' : roundToFourPlaces(expectedValue),
      )
    }
    return [...differences, ...this.appliesOnlyWithItsQuestion(reply, session)]
  }

  /** `applies` of a sent answer must be true exactly if its question applies and its own rule holds. */
  private appliesOnlyWithItsQuestion(reply: ConfigurationReply, session: ReplaySession): readonly string[] {
    return reply.answers
      .filter((answer) => answer.applies !== (answer.ownRule && session.applies.get(this.answerOf.get(answer.id)!) === true))
      .map((answer) => `answer ${answer.id} says applies ${answer.applies}, which its question and its own rule do not`)
  }
}

export interface ReplayOutcome {
  readonly sequences: number
  readonly steps: number
  readonly differences: readonly string[]
}

/** Replays every sequence, several configurations at a time. The client's token needs `catalog:read` for the calculations. */
export async function replayProduct(
  client: JsonClient,
  product: OracleProduct,
  imported: ImportedProduct,
  recorded: OracleSequences,
  parallel = 8,
): Promise<ReplayOutcome> {
  const replay = new ApiReplay(client, product, imported, recorded.encoding)
  const differences = await mapConcurrently(recorded.sequences, parallel, (sequence) => replay.sequence(sequence))
  const steps = recorded.sequences.reduce((sum, sequence) => sum + sequence.steps.length, 0)
  return { sequences: recorded.sequences.length, steps, differences: differences.flat() }
}
