// Calculates the state of the page with all pending entries applied, before the service answers.
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

/** Number of differences after which the page leaves all calculations to the service. */
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
  /** The serialized program, to recognize an identical one. */
  private sent = ''
  /** The list of the state that the client engine has loaded. Every reply has a new list, so identity shows a new state. */
  private based: Holding['missing'] | null = null
  private differences = 0
  /** Whether the entries in progress were confirmed. */
  private confirmed = false

  constructor(
    private readonly session: Reckoned,
    private readonly types: EngineTypes,
    /** The plugin modules that are loaded. Programs that need other modules are left to the service until the next page load. */
    private readonly modules: string,
  ) {}

  get tellsPrices(): boolean {
    return this.twin?.program.mode === 'full'
  }

  /** Uses this program from now on; false if it is identical to the previous one. */
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
      // The state was saved under another catalog version. Its changes come with the service's next answer.
      if (twin.hold(holding.selections()).length > 0) return null
      this.based = holding.missing
    }
    return twin
  }

  /** Names of uploaded files, by the id that the entry selects. */
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
    // Reports changes before the service answers, so the layout moves while the shopper acts, not later.
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

  /** The service's reply wins over a different local result. An outdated program is renewed silently; other differences are reported. */
  private async judge(expected: ConfigurationReply, reply: ConfigurationReply, entries: readonly Pending[]): Promise<void> {
    const { program } = this.twin ?? {}
    if (!program) return
    const now = [reply.catalog_version, reply.currency.code, reply.country, reply.state].join()
    const isOther = now !== [program.catalog_version, program.currency.code, program.country, program.state].join()
    const found = isOther ? null : differenceOf(expected, reply, this.tellsPrices)
    if (!isOther && found === null) return
    const refused = new Set(reply.refused.map(({ index }) => index))
    for (const [index, { question_id }] of entries.entries()) if (!refused.has(index)) this.session.refused.delete(question_id)
    // Leave all calculations to the service until the cause is known.
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

/** The toolkit for plugin code. */
export const kit: TwinKit = { Refusal }

/** @param types the built-in types, passed by the bundle's entry module */
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
