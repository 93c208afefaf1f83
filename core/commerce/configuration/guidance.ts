// Guidance for stored configurations: computed within a time budget, in addition to the rules, which remain authoritative.
import type { guidanceShape, conflictsShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { currentSelections, viewQuestion } from '../../engine/program/configuration.js'
import { questionTitle } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { Guide, CurrentSelections } from '../../engine/proof/guide.js'
import { ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { getCatalogVersion, toProductTopic } from '../../product/compiled-products.js'
import type { ConflictReport, Guidance, ConflictTarget, ConflictQuestion } from '../../product/guidance.js'
import { defineCache } from '../../storage/caches.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { ShopperContext } from '../shopper-context.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'

export type GuidanceReply = ShapeValue<typeof guidanceShape>

export type ConflictsReply = ShapeValue<typeof conflictsShape>

/** NOT_FOUND for unknown and expired configurations. */
export async function guideConfiguration(shopperContext: ShopperContext, token: string): Promise<GuidanceReply> {
  return guideLoadedConfiguration(await loadConfiguration(shopperContext, token))
}

/** Time limit of guidance in milliseconds. */
const timeBudget = 1_000

/** A guide contains a solver of several hundred kilobytes. */
const guideCache = defineCache<Guide>('guides', 20)

async function loadGuide(
  { context, versionedSnapshot: shopSnapshot }: ServiceContext,
  { program }: ConfigurationState,
): Promise<Guide> {
  const { source, types } = program
  const prepare = async (): Promise<Guide> => {
    const { createGuide } = await import('../../engine/proof/guide.js')
    return createGuide(source, types, () => performance.now())
  }
  return context.caches.of(guideCache).get(toProductTopic(source.id), getCatalogVersion(shopSnapshot, source.id), prepare)
}

function toCurrentSelections(state: ConfigurationState): CurrentSelections {
  return new Map(currentSelections(state).map(({ question_id, value }) => [question_id, value]))
}

/** The caller has loaded the topic of the product. */
async function findGuidance(work: ServiceContext, state: ConfigurationState): Promise<Guidance> {
  const { program } = state
  const applies = (id: number): boolean => {
    const answer = program.answerIndex.get(id)
    return answer !== undefined && state.ownRule(answer) && state.applies(program.questionOfAnswer[answer]!)
  }
  const prepared = await loadGuide(work, state)
  const { feasible, extendable, deadEnds, gaveUp } = prepared.guide(toCurrentSelections(state), applies, timeBudget)
  return { mode: program.source.guidance ?? 'off', feasible, extendable, dead_ends: deadEnds, gave_up: gaveUp }
}

/** Conflicts between the state and a selection. VALIDATION_FAILED on an unknown `question_id` or `value`. */
async function computeConflicts(
  work: ServiceContext,
  state: ConfigurationState,
  { question_id, value }: ConflictTarget,
): Promise<ConflictReport> {
  const { program } = state
  const index = program.questionIndex.get(question_id)
  if (index === undefined) {
    throw ValidationError.of('question_id', createMessage('errors.noQuestionInProduct', { id: question_id }), 'UNKNOWN')
  }
  const prepared = await loadGuide(work, state)
  if (!prepared.acceptsSelection(question_id, value)) {
    const message = createMessage('errors.answerNotHeld', { question: questionTitle(state, index), value: value.slice(0, 100) })
    throw ValidationError.of('value', message, 'UNKNOWN')
  }
  const conflicts = await prepared.conflicts(toCurrentSelections(state), { question: question_id, value }, timeBudget)
  const toQuestions = (sets: readonly (readonly number[])[]): ConflictQuestion[][] =>
    sets.map((set) =>
      set.map((id) => {
        const at = program.questionIndex.get(id)!
        return { question_id: id, title: questionTitle(state, at), text: viewQuestion(state, at).text }
      }),
    )
  return {
    question_id,
    value,
    minimal_conflicts: toQuestions(conflicts.minimalConflicts),
    minimum_corrections: toQuestions(conflicts.minimumCorrections),
    gave_up: conflicts.gaveUp,
  }
}

/** Guidance for a configuration that was loaded before. The loading transaction need not wait for it. */
export async function guideLoadedConfiguration({
  work,
  row,
  state,
}: Pick<LoadedConfiguration, 'work' | 'row' | 'state'>): Promise<GuidanceReply> {
  return { configuration: row.token, revision: row.revision, ...(await findGuidance(work, state)) }
}

/** Conflicts between the configuration and a selection. VALIDATION_FAILED on an unknown `question_id` or `value`. */
export async function findConflicts(
  shopperContext: ShopperContext,
  token: string,
  target: ConflictTarget,
): Promise<ConflictsReply> {
  const { work, state } = await loadConfiguration(shopperContext, token)
  return { configuration: token, ...(await computeConflicts(work, state, target)) }
}
