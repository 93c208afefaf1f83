// The client engine for tests, built from the program that the service sends and the stock types.
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { ProgramReply } from '../../core/commerce/configuration/program.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import { differenceOf } from '../../plugins/storefront/browser/twin/difference.js'
import { Holding } from '../../plugins/storefront/browser/holding.js'
import { type ReckonedEntry, Twin } from '../../plugins/storefront/browser/twin/twin.js'
import { stockTypes } from './engine-product.js'

/** The state of a page: the merged replies of the service, and a client engine that predicts each reply. */
export class TwinPage {
  readonly holding = new Holding()
  private readonly twin: Twin

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
    const sent = JSON.parse(JSON.stringify(program)) as ProgramReply
    this.twin = new Twin(sent, { questions: titles(questions), answers: titles(answers) }, types)
    this.holding.replace(started)
  }

  /** Describes the differences between the prediction and the reply to these entries, and merges the reply. */
  differences(entries: readonly ReckonedEntry[], reply: ConfigurationReply): readonly string[] {
    const before = this.twin.hold(this.holding.selections().filter(({ value }) => value !== null))
    const reckoned = this.twin.reckon(entries, new Map())
    const found = differenceOf(reckoned, reply, this.twin.program.mode === 'full')
    this.holding.merge(reply)
    const settled = before.map(({ question_id }) => `twin settles question ${question_id} by itself`)
    if (found === null) return settled
    const told = found.parts.map((part) => {
      const [ours, theirs] = [reckoned, reply].map((one) => JSON.stringify(one[part as keyof ConfigurationReply]))
      return `twin says ${part} ${ours} instead of ${theirs} (questions ${found.questions.join()})`
    })
    return [...settled, ...told]
  }
}
