// The client engine: calculates a configuration in the browser with the server's engine and the data the shopper may see.
import { day } from '#core/contract.js'
import {
  type AutomaticChange,
  buildConfigurationReply,
  type ChangeEntry,
  type ChangeOutcome,
  changeSelection,
  compileProgram,
  type ConfigurationReply,
  type ConfigurationState,
  type EngineTypes,
  type EvaluationContext,
  type ProgramReply,
  type RefusedEntry,
  type ReplySession,
  resumeConfiguration,
  type SelectionInput,
  type StateSnapshot,
  takeStateSnapshot,
  type Texts,
  toCompleteEntry,
} from '#core/surface.js'

/** Ids that stand for the one-time and the recurring tax class. */
const oneTimeTaxClass = 1
const recurringTaxClass = 2

/** An entry, and whether the shopper has confirmed the further changes that it causes. */
export interface EngineEntry extends ChangeEntry {
  readonly confirmed?: boolean
  /** The shopper is still typing: an entry that needs a confirmation is skipped. */
  readonly unfinished?: boolean
}

type Titles = Pick<Texts, 'questions' | 'answers'>

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
      texts: { ...titles, language: program.language, sentences: program.sentences },
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
