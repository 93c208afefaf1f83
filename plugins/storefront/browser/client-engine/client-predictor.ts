// Calculates the state of the page with all pending entries applied, before the service answers.
import { type ClientModuleKit, day } from '#core/contract.js'
import {
  type ConfigurationReply,
  correctedResultMessage,
  createEngineTypes,
  type EngineTypes,
  type ProgramReply,
  type AutomaticChange,
  buildConfigurationReply,
  type ChangeEntry,
  type ChangeOutcome,
  changeSelection,
  compileProgram,
  type ConfigurationState,
  type EvaluationContext,
  type RefusedEntry,
  type ReplySession,
  resumeConfiguration,
  type SelectionInput,
  type StateSnapshot,
  takeStateSnapshot,
  type EvaluationTexts,
  toCompleteEntry,
} from '#core/surface.js'
import { ConfigurationCache } from '../configuration-cache.js'
import type { PendingEntry } from '../pending-entry.js'
import type { Disagreement, PredictedState, PredictorSession, ResultPredictor, ClientEngineScript } from '../result-predictor.js'
import { Refusal } from './contract.js'

/** Number of differences after which the page leaves all calculations to the service. */
const maxDifferences = 3

type TitledList = readonly { readonly id: number; readonly title: string }[]

const mapTitles = (list: TitledList): Readonly<Record<number, string>> =>
  Object.fromEntries(list.map(({ id, title }) => [id, title]))

function copyQuestions(source: ConfigurationCache): ConfigurationCache {
  const copy = new ConfigurationCache()
  for (const [id, question] of source.questions) copy.questions.set(id, question)
  for (const [id, answer] of source.answers) copy.answers.set(id, answer)
  return copy
}

/** Names of the differing parts, and the ids of the differing questions. Contains no entered values. */
interface ResultDifference {
  readonly parts: readonly string[]
  readonly questions: readonly number[]
}

type ListName = 'answers' | 'questions'

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The ids of entries that are missing in one list or differ between the lists. */
function findDifferingIds(
  list: ListName,
  ours: ConfigurationReply,
  theirs: ConfigurationReply,
  without: 'text' | null,
): readonly number[] {
  const plain = (target: object): string => JSON.stringify(target, (key, value: unknown) => (key === without ? undefined : value))
  const ourTexts = new Map(ours[list].map((ourItem) => [ourItem.id, plain(ourItem)]))
  const other = theirs[list].filter(
    (theirItem) => ourTexts.get(theirItem.id) !== plain(theirItem) || !ourTexts.delete(theirItem.id),
  )
  return [...new Set([...ourTexts.keys(), ...other.map(({ id }) => id)])]
}

/**
 * null if both results are equal.
 * @param prices false: the client engine calculates no prices, so values that depend on them are not compared
 */
export function compareResults(ours: ConfigurationReply, theirs: ConfigurationReply, prices: boolean): ResultDifference | null {
  // Only the service knows the name of a file.
  const questions = findDifferingIds('questions', ours, theirs, 'text')
  const answers = findDifferingIds('answers', ours, theirs, null)
  const plain = ['weight', 'automatic', 'refused', 'confirm'] as const
  const priced = ['price', 'missing', 'answer_prices'] as const
  const parts = [
    ...(questions.length > 0 ? ['questions'] : []),
    ...(answers.length > 0 ? ['answers'] : []),
    ...[...plain, ...(prices ? priced : [])].filter((part) => !isEqual(ours[part], theirs[part])),
  ]
  if (parts.length === 0) return null
  const questionByAnswer = new Map([...ours.answers, ...theirs.answers].map(({ id, question_id }) => [id, question_id]))
  const automaticIds = [...ours.automatic, ...theirs.automatic].map(({ question_id }) => question_id)
  const changed = parts.includes('automatic') ? automaticIds : []
  return { parts, questions: [...new Set([...questions, ...answers.map((id) => questionByAnswer.get(id)!), ...changed])] }
}

/** Ids that stand for the one-time and the recurring tax class. */
const oneTimeTaxClass = 1
const recurringTaxClass = 2

/** An entry, and whether the shopper has confirmed the further changes that it causes. */
export interface EngineEntry extends ChangeEntry {
  readonly confirmed?: boolean
  /** The shopper is still typing: an entry that needs a confirmation is skipped. */
  readonly unfinished?: boolean
}

type Titles = Pick<EvaluationTexts, 'questions' | 'answers'>

/** The client engine: calculates a configuration in the browser with the server's engine and the data the shopper may see. */
export class ClientEngine {
  private readonly replyContext: ReplySession
  private readonly context: EvaluationContext
  private base: ConfigurationState | null = null
  private seen: StateSnapshot | null = null

  /** @param program a program with a source; @param titles question and answer titles in the shopper's language */
  constructor(
    readonly program: ProgramReply,
    titles: Titles,
    types: EngineTypes,
  ) {
    const { source, currency, may_see_prices: maySeePrices, prices, rates, recurring_rates, country, state } = program
    // Use the service's date: the browser's clock may be wrong.
    const ahead = program.today - Math.floor(Date.now() / day)
    this.replyContext = {
      product: { program: compileProgram(source!, types), taxClassId: oneTimeTaxClass, taxClassRecurringId: recurringTaxClass },
      shop: { currency, maySeePrices, prices, taxRates: (taxClass) => (taxClass === oneTimeTaxClass ? rates : recurring_rates) },
      place: { country, state },
    }
    this.context = {
      customerGroupId: null,
      customerGroup: {},
      now: Date.now() + ahead * day,
      today: new Date(program.today * day).toISOString().slice(0, 10),
      texts: { ...titles, language: program.language, messages: program.messages },
    }
  }

  /** Loads the selections that the service has saved. Returns the changes that this causes: none with the same catalog version. */
  loadSelections(selections: readonly SelectionInput[]): readonly AutomaticChange[] {
    const { state, automatic } = resumeConfiguration(this.replyContext.product.program, this.context, selections)
    this.base = state
    this.seen = takeStateSnapshot(state)
    return automatic
  }

  /** The expected reply of the service to the entries, based on the saved state. */
  calculate(entries: readonly EngineEntry[], fileNames: ReadonlyMap<string, string>): ConfigurationReply {
    const state = this.base!.fork()
    const outcome = applyEngineEntries(state, entries)
    // Members that only the service determines. The page takes them from the last reply.
    const head = { configuration: '', revision: 0, can_undo: false, can_redo: false, read_only: false }
    return buildConfigurationReply(head, state, this.replyContext, outcome, { seen: this.seen, prices: true, uploads: fileNames })
  }
}

/** Applies the entries in order, like the service. An entry that needs a confirmation ends the list. */
function applyEngineEntries(state: ConfigurationState, entries: readonly EngineEntry[]): ChangeOutcome {
  const refused: RefusedEntry[] = []
  const automatic: AutomaticChange[] = []
  for (const [index, sourceEntry] of entries.entries()) {
    const entry = toCompleteEntry(state, sourceEntry)
    if ('message' in entry) {
      refused.push({ index, code: 'INVALID_VALUE', message: entry.message })
      continue
    }
    const result = changeSelection(state, entry, sourceEntry.confirmed)
    if (result.refused) refused.push({ index, ...result.refused })
    if (result.confirm && sourceEntry.unfinished !== true) return { refused, automatic, confirm: { index, ...result.confirm } }
    automatic.push(...result.automatic)
  }
  return { refused, automatic }
}

export class ClientPredictor implements ResultPredictor {
  private engine: ClientEngine | null = null
  /** The serialized program, to recognize an identical one. */
  private serializedProgram = ''
  /** The list of the state that the client engine has loaded. Every reply has a new list, so identity shows a new state. */
  private loadedState: ConfigurationCache['missing'] | null = null
  private differences = 0
  /** Whether the entries in progress were confirmed. */
  private confirmed = false

  constructor(
    private readonly session: PredictorSession,
    private readonly types: EngineTypes,
    /** The plugin modules that are loaded. Programs that need other modules are left to the service until the next page load. */
    private readonly modules: string,
  ) {}

  get calculatesPrices(): boolean {
    return this.engine?.program.mode === 'full'
  }

  /** Uses this program from now on; false if it is identical to the previous one. */
  loadProgram(program: ProgramReply): boolean {
    const programText = JSON.stringify(program)
    const isNew = programText !== this.serializedProgram
    this.serializedProgram = programText
    this.loadedState = null
    const questions = this.session.catalogue!.product.pages.flatMap((page) => page.questions)
    const titles = { questions: mapTitles(questions), answers: mapTitles(questions.flatMap(({ answers }) => answers)) }
    this.engine =
      program.source === null || String(program.modules) !== this.modules ? null : new ClientEngine(program, titles, this.types)
    return isNew
  }

  private getCurrentEngine(): ClientEngine | null {
    const { engine } = this
    const { cache } = this.session
    if (engine === null || cache.token === null) return null
    if (this.loadedState !== cache.missing) {
      // The state was saved under another catalog version. Its changes come with the service's next answer.
      if (engine.loadSelections(cache.selections()).length > 0) return null
      this.loadedState = cache.missing
    }
    return engine
  }

  /** Names of uploaded files, by the id that the entry selects. */
  private fileNames(entries: readonly PendingEntry[]): ReadonlyMap<string, string> {
    const { files } = this.session
    return new Map(
      entries.flatMap(({ question_id, value }): (readonly [string, string])[] => {
        const file = files.get(question_id)
        return file === undefined ? [] : [[String(value), file.name]]
      }),
    )
  }

  predictState(): PredictedState | null {
    const { session } = this
    const { cache, inFlightEntries, confirmedEntry, entriesToConfirm, queuedEntries, refused } = session
    const inFlight = inFlightEntries.map((entry) => ({ ...entry, confirmed: this.confirmed }))
    const entries = [...inFlight, ...(confirmedEntry === null ? [] : [{ ...confirmedEntry, confirmed: true }]), ...queuedEntries]
    const engine = entries.length > 0 ? this.getCurrentEngine() : null
    if (engine === null) return null
    const reply = engine.calculate(entries, this.fileNames(entries))
    const predictedCache = copyQuestions(cache)
    predictedCache.merge({ ...reply, configuration: cache.token!, revision: cache.revision })
    if (!this.calculatesPrices) {
      const { price, missing, answerPrices } = cache
      Object.assign(predictedCache, { price, missing, answerPrices })
    }
    // Reports changes before the service answers, so the layout moves while the shopper acts, not later.
    if (reply.automatic.length > 0 && !entries.at(-1)!.unfinished) session.showNotice({ changes: reply.automatic }, session.at)
    const until = reply.confirm?.index ?? entries.length
    const refusals = new Map(reply.refused.map(({ index, message }) => [index, message]))
    for (const [index, message] of refusals) {
      const { question_id, unfinished } = entries[index]!
      if (!unfinished) refused.set(question_id, message)
    }
    return {
      state: predictedCache,
      remainingEntries: [...entriesToConfirm, ...entries.filter((_, index) => index >= until || refusals.has(index))],
    }
  }

  expectReply(entries: readonly PendingEntry[], confirmed: boolean): ((reply: ConfigurationReply) => void) | undefined {
    this.confirmed = confirmed
    const inputEntries = entries.map(({ question_id, value }) => ({ question_id, value, confirmed }))
    const expected = this.getCurrentEngine()?.calculate(inputEntries, this.fileNames(entries))
    return expected && ((reply) => void this.checkReply(expected, reply, entries))
  }

  /** The service's reply wins over a different local result. An outdated program is renewed silently; other differences are reported. */
  private async checkReply(
    expected: ConfigurationReply,
    reply: ConfigurationReply,
    entries: readonly PendingEntry[],
  ): Promise<void> {
    const { program } = this.engine ?? {}
    if (!program) return
    const now = [reply.catalog_version, reply.currency.code, reply.country, reply.state].join()
    const isOther = now !== [program.catalog_version, program.currency.code, program.country, program.state].join()
    const difference = isOther ? null : compareResults(expected, reply, this.calculatesPrices)
    if (!isOther && difference === null) return
    const refused = new Set(reply.refused.map(({ index }) => index))
    for (const [index, { question_id }] of entries.entries()) if (!refused.has(index)) this.session.refused.delete(question_id)
    // Leave all calculations to the service until the cause is known.
    this.engine = null
    const fresh = await this.session.api!.below<ProgramReply>(reply.configuration, '/program').catch(() => null)
    if (fresh === null || this.loadProgram(fresh) || difference === null) return
    if (++this.differences >= maxDifferences) this.engine = null
    this.reportDifference(difference, expected, reply, program.messages[correctedResultMessage] ?? correctedResultMessage)
  }

  private reportDifference(
    difference: ResultDifference,
    expected: ConfigurationReply,
    reply: ConfigurationReply,
    sentence: string,
  ): void {
    const { session } = this
    const expectedById = new Map(expected.questions.map(({ id, selection }) => [id, selection]))
    const changes = reply.questions.flatMap(({ id, selection }) => {
      const from = expectedById.get(id)
      return from === undefined || from === selection
        ? []
        : [{ question_id: id, from, to: selection, reason: 'elsewhere' as const }]
    })
    session.showNotice({ changes: [...reply.automatic, ...changes], corrected: sentence }, session.at)
    const { configuration, product_id: product, revision, catalog_version } = reply
    const detail: Disagreement = { configuration, product, revision, catalog_version, ...difference }
    session.host.dispatchEvent(new CustomEvent('svc-disagreement', { detail, bubbles: true, composed: true }))
    session.host.requestUpdate()
    void session
      .api!.below(configuration, '/disagreements', {
        catalog_version,
        ...difference,
        questions: difference.questions.slice(0, 100),
      })
      .catch(() => undefined)
  }
}

/** The toolkit for plugin code. */
export const pluginKit: ClientModuleKit = { Refusal }

/** @param types the built-in types, passed by the bundle's entry module */
export function createPredictorFactory(types: Parameters<typeof createEngineTypes>[0]): ClientEngineScript['createPredictor'] {
  const shipped = createEngineTypes(types)
  return async (session, program) => {
    const { modules } = program
    const types = modules[0] ? await (await import('./plugin-types.js')).loadPluginTypes(shipped, modules, pluginKit) : shipped
    const reckoner = new ClientPredictor(session, types, String(modules))
    reckoner.loadProgram(program)
    return reckoner
  }
}
