// Reckons what stands on the page ahead of the service: with all entries applied that are on their way to it.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'
import { corrected } from '#core/commerce/configuration/nameless.js'
import type { ProgramReply } from '#core/commerce/configuration/program.js'
import { type EngineTypes, createEngineTypes } from '#core/engine/program/engine-types.js'
import type { TwinKit } from '#core/model/storefront/twin-module.js'
import { Holding } from '../holding.js'
import type { Pending } from '../pending.js'
import type { Disagreement, Painted, Reckoned, Reckoning, TwinScript } from '../reckoning.js'
import { type Difference, differenceOf } from './difference.js'
import { Refusal } from './contract.js'
import { Twin } from './twin.js'

/** Differences after which a page leaves reckoning to the service. */
const most = 3

type Titled = readonly { readonly id: number; readonly title: string }[]

const titlesOf = (list: Titled): Readonly<Record<number, string>> => Object.fromEntries(list.map(({ id, title }) => [id, title]))

function copyOf(held: Holding): Holding {
  const copy = new Holding()
  for (const [id, one] of held.questions) copy.questions.set(id, one)
  for (const [id, one] of held.answers) copy.answers.set(id, one)
  return copy
}

export class Reckoner implements Reckoning {
  private twin: Twin | null = null
  /** The program as it came, so that one that is the same is known. */
  private sent = ''
  /** Of the state that the twin has taken up: another list comes with every reply. */
  private based: Holding['missing'] | null = null
  private differences = 0
  /** Of the entries that are under way. */
  private confirmed = false

  constructor(
    private readonly session: Reckoned,
    private readonly types: EngineTypes,
    /** The code of plugins that has come: what takes other code is the service's to reckon until the next visit. */
    private readonly modules: string,
  ) {}

  get tellsPrices(): boolean {
    return this.twin?.program.mode === 'full'
  }

  /** Goes on with this program; false where it is the one that it had. */
  take(program: ProgramReply): boolean {
    const sent = JSON.stringify(program)
    const isNew = sent !== this.sent
    this.sent = sent
    this.based = null
    const questions = this.session.catalogue!.product.pages.flatMap((page) => page.questions)
    const titles = { questions: titlesOf(questions), answers: titlesOf(questions.flatMap(({ answers }) => answers)) }
    this.twin = program.source === null || String(program.modules) !== this.modules ? null : new Twin(program, titles, this.types)
    return isNew
  }

  private current(): Twin | null {
    const { twin } = this
    const { holding } = this.session
    if (twin === null || holding.token === null) return null
    if (this.based !== holding.missing) {
      // Held under another catalogue: what the service makes of it comes with its next answer.
      if (twin.hold(holding.selections()).length > 0) return null
      this.based = holding.missing
    }
    return twin
  }

  /** Of files that entries select, by their ids. */
  private fileNames(entries: readonly Pending[]): ReadonlyMap<string, string> {
    const { files } = this.session
    return new Map(
      entries.flatMap(({ question_id, value }): (readonly [string, string])[] => {
        const file = files.get(question_id)
        return file === undefined ? [] : [[String(value), file.name]]
      }),
    )
  }

  paint(): Painted | null {
    const { session } = this
    const { holding, underWay, agreed, asked, waiting, refused } = session
    const sent = underWay.map((entry) => ({ ...entry, confirmed: this.confirmed }))
    const entries = [...sent, ...(agreed === null ? [] : [{ ...agreed, confirmed: true }]), ...waiting]
    const twin = entries.length > 0 ? this.current() : null
    if (twin === null) return null
    const reply = twin.reckon(entries, this.fileNames(entries))
    const shown = copyOf(holding)
    shown.merge({ ...reply, configuration: holding.token!, revision: holding.revision })
    if (!this.tellsPrices) {
      const { price, missing, answerPrices } = holding
      Object.assign(shown, { price, missing, answerPrices })
    }
    // Said before the answer comes: the page moves while the shopper acts, not afterwards.
    if (reply.automatic.length > 0 && !entries.at(-1)!.unfinished) session.tell({ changes: reply.automatic }, session.at)
    const until = reply.confirm?.index ?? entries.length
    const refusals = new Map(reply.refused.map(({ index, message }) => [index, message]))
    for (const [index, message] of refusals) {
      const { question_id, unfinished } = entries[index]!
      if (!unfinished) refused.set(question_id, message)
    }
    return { shown, left: [...asked, ...entries.filter((_, index) => index >= until || refusals.has(index))] }
  }

  expect(entries: readonly Pending[], confirmed: boolean): ((reply: ConfigurationReply) => void) | undefined {
    this.confirmed = confirmed
    const sent = entries.map(({ question_id, value }) => ({ question_id, value, confirmed }))
    const expected = this.current()?.reckon(sent, this.fileNames(entries))
    return expected && ((reply) => void this.judge(expected, reply, entries))
  }

  /** Where the service answers otherwise, its word stands: an old program is renewed without a word, all else is told. */
  private async judge(expected: ConfigurationReply, reply: ConfigurationReply, entries: readonly Pending[]): Promise<void> {
    const { program } = this.twin ?? {}
    if (!program) return
    const now = [reply.catalog_version, reply.currency.code, reply.country, reply.state].join()
    const isOther = now !== [program.catalog_version, program.currency.code, program.country, program.state].join()
    const found = isOther ? null : differenceOf(expected, reply, this.tellsPrices)
    if (!isOther && found === null) return
    const refused = new Set(reply.refused.map(({ index }) => index))
    for (const [index, { question_id }] of entries.entries()) if (!refused.has(index)) this.session.refused.delete(question_id)
    // Until it is known why, everything waits for the service.
    this.twin = null
    const fresh = await this.session.api!.below<ProgramReply>(reply.configuration, '/program').catch(() => null)
    if (fresh === null || this.take(fresh) || found === null) return
    if (++this.differences >= most) this.twin = null
    this.tell(found, expected, reply, program.sentences[corrected] ?? corrected)
  }

  private tell(found: Difference, expected: ConfigurationReply, reply: ConfigurationReply, sentence: string): void {
    const { session } = this
    const reckoned = new Map(expected.questions.map(({ id, selection }) => [id, selection]))
    const changes = reply.questions.flatMap(({ id, selection }) => {
      const from = reckoned.get(id)
      return from === undefined || from === selection
        ? []
        : [{ question_id: id, from, to: selection, reason: 'elsewhere' as const }]
    })
    session.tell({ changes: [...reply.automatic, ...changes], corrected: sentence }, session.at)
    const { configuration, product_id: product, revision, catalog_version } = reply
    const detail: Disagreement = { configuration, product, revision, catalog_version, ...found }
    session.host.dispatchEvent(new CustomEvent('svc-disagreement', { detail, bubbles: true, composed: true }))
    session.host.requestUpdate()
    void session
      .api!.below(configuration, '/disagreements', { catalog_version, ...found, questions: found.questions.slice(0, 100) })
      .catch(() => undefined)
  }
}

/** For the code of plugins. */
export const kit: TwinKit = { Refusal }

/** The bundler gives the types that ship. */
export function twinOf(types: Parameters<typeof createEngineTypes>[0]): TwinScript['twin'] {
  const shipped = createEngineTypes(types)
  return async (session, program) => {
    const { modules } = program
    const types = modules[0] ? await (await import('./plugged.js')).withPlugged(shipped, modules, kit) : shipped
    const reckoner = new Reckoner(session, types, String(modules))
    reckoner.take(program)
    return reckoner
  }
}
