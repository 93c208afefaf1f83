// Guides configurations: one prepared guide per product version serves them all.
import type { Guide, Held } from '../../engine/proof/guide.js'
import type { State } from '../../engine/program/state.js'
import { heldSelections, viewQuestion } from '../../engine/program/view.js'
import { titleOf } from '../../engine/program/limits.js'
import { ValidationError } from '../../ground/errors.js'
import { defineCache } from '../../storage/caches.js'
import type { Context } from '../../storage/context.js'
import type { SelectionInput, ReplyOptions } from '../configuration/define.js'
import { take, type Taken } from '../configuration/desk.js'
import { catalogVersion, productTopic } from '../configuration/programs.js'
import type { ConflictQuestion, ConflictsReply, GuidanceReply, GuidanceService } from './define.js'

/** Milliseconds that a shopper waits for guidance at most. */
const budget = 250

/** A guide holds a solver of some hundred kilobytes. */
const guides = defineCache<Guide>('guides', 20)

async function guideOf(context: Context, { moment, product, row }: Taken): Promise<Guide> {
  const { source, types } = product.program
  const prepare = async (): Promise<Guide> => {
    const { createGuide } = await import('../../engine/proof/guide.js')
    return createGuide(source, types, () => performance.now())
  }
  return context.caches.of(guides).get(productTopic(row.product_id), catalogVersion(moment, row.product_id), prepare)
}

function heldOf(state: State): Held {
  return new Map(heldSelections(state).map(({ question_id, value }) => [question_id, value]))
}

async function guide(context: Context, token: string, options: ReplyOptions): Promise<GuidanceReply> {
  const taken = await take(context, token, options)
  const { state } = taken
  const { program } = state
  const applies = (id: number): boolean => {
    const answer = program.answerIndex.get(id)
    return answer !== undefined && state.ownRule(answer) && state.applies(program.questionOfAnswer[answer]!)
  }
  const { feasible, extendable, deadEnds, gaveUp } = (await guideOf(context, taken)).guide(heldOf(state), applies, budget)
  const mode = program.source.guidance ?? 'off'
  return { configuration: token, mode, feasible, extendable, dead_ends: deadEnds, gave_up: gaveUp }
}

async function conflicts(
  context: Context,
  token: string,
  { question_id, value }: SelectionInput & { readonly value: string },
  options: ReplyOptions,
): Promise<ConflictsReply> {
  const taken = await take(context, token, options)
  const { state } = taken
  const { program } = state
  const index = program.questionIndex.get(question_id)
  if (index === undefined) {
    throw ValidationError.of('question_id', `This product has no question ${question_id}.`, 'UNKNOWN')
  }
  const prepared = await guideOf(context, taken)
  if (!prepared.knows(question_id, value)) {
    const message = `'${titleOf(state, index)}' cannot hold '${value.slice(0, 100)}'; send the id of an answer or an entry that it takes.`
    throw ValidationError.of('value', message, 'UNKNOWN')
  }
  const found = await prepared.conflicts(heldOf(state), { question: question_id, value }, budget)
  const named = (sets: readonly (readonly number[])[]): ConflictQuestion[][] =>
    sets.map((set) =>
      set.map((id) => {
        const at = program.questionIndex.get(id)!
        return { question_id: id, title: titleOf(state, at), text: viewQuestion(state, at).text }
      }),
    )
  return {
    ...{ configuration: token, question_id, value },
    minimal_conflicts: named(found.minimalConflicts),
    minimum_corrections: named(found.minimumCorrections),
    gave_up: found.gaveUp,
  }
}

export function createGuidance(context: Context): GuidanceService {
  return {
    guide: (token, options = {}) => guide(context, token, options),
    conflicts: (token, wanted, options = {}) => conflicts(context, token, wanted, options),
  }
}
