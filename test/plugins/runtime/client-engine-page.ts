// The client engine for tests, built from the program that the service sends and the stock types.
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { ProgramReply } from '../../../core/commerce/configuration/program.js'
import type { ProductReply } from '../../../core/shop/catalogue/define.js'
import {
  compareResults,
  type EngineEntry,
  ClientEngine,
} from '../../../plugins/storefront/browser/client-engine/client-predictor.js'
import { ConfigurationCache } from '../../../plugins/storefront/browser/configuration-cache.js'
import { stockTypes } from '../../core/engine/engine-product.js'

/** The state of a page: the merged replies of the service, and a client engine that predicts each reply. */
export class ClientEnginePage {
  readonly holding = new ConfigurationCache()
  private readonly clientEngine: ClientEngine

  constructor(
    program: ProgramReply,
    { product }: Pick<ProductReply, 'product'>,
    started: ConfigurationReply,
    types = stockTypes,
  ) {
    const questions = product.pages.flatMap((page) => page.questions)
    const titles = (list: readonly { readonly id: number; readonly title: string }[]): Record<number, string> =>
      Object.fromEntries(list.map(({ id, title }) => [id, title]))
    const answers = questions.flatMap((question) => question.answers)
    // Round trip through JSON, as over the network.
    const plainProgram = JSON.parse(JSON.stringify(program)) as ProgramReply
    this.clientEngine = new ClientEngine(plainProgram, { questions: titles(questions), answers: titles(answers) }, types)
    this.holding.replace(started)
  }

  /** Describes the differences between the prediction and the reply to these entries, and merges the reply. */
  findDifferences(entries: readonly EngineEntry[], reply: ConfigurationReply): readonly string[] {
    const before = this.clientEngine.loadSelections(this.holding.selections().filter(({ value }) => value !== null))
    const predicted = this.clientEngine.calculate(entries, new Map())
    const disagreement = compareResults(predicted, reply, this.clientEngine.program.mode === 'full')
    this.holding.merge(reply)
    const settled = before.map(({ question_id }) => `twin settles question ${question_id} by itself`)
    if (disagreement === null) return settled
    const differences = disagreement.parts.map((part) => {
      const [ours, theirs] = [predicted, reply].map((one) => JSON.stringify(one[part as keyof ConfigurationReply]))
      return `twin says ${part} ${ours} instead of ${theirs} (questions ${disagreement.questions.join()})`
    })
    return [...settled, ...differences]
  }
}
