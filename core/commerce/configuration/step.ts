// Undo and redo: restores the previous or next selections and settles them under the current catalogue.
import { resumeConfiguration, type RefusedEntry } from '../../engine/program/configuration.js'
import { translateMessage, type Texts } from '../../engine/program/evaluation-context.js'
import { currentSelections, findMissing } from '../../engine/program/configuration-view.js'
import { ValidationError } from '../../foundation/errors.js'
import type { Visit } from '../visit.js'
import type { ConfigurationReply, Shown, StepInput } from './define.js'
import { foreignUpload, uploadsOf } from './held-files.js'
import { afterStep, type Direction, moved, nextStep, type Step, stepBetween } from './history.js'
import { buildReply, invalid } from './reply.js'
import { requireOpen } from './rows.js'
import { isWatched, persistently, requireRevision, storeChange } from './saving.js'
import { readConfiguration } from './service.js'
import { take, type Taken } from './take.js'
import type { UploadNames } from './uploads.js'

const codes = { undo: 'NOTHING_TO_UNDO', redo: 'NOTHING_TO_REDO' } as const
const sentences = { undo: 'There is nothing to undo.', redo: 'There is nothing to redo.' }

/** VALIDATION_FAILED on `configuration` if there is no step in the direction. */
function requireStep(history: string, direction: Direction, texts: Texts | undefined): Step {
  const step = nextStep(history, direction)
  if (step !== null) return step
  throw ValidationError.of('configuration', translateMessage(texts, sentences[direction], {}), codes[direction])
}

interface Fitting {
  readonly step: Step
  readonly refused: readonly RefusedEntry[]
}

/** Removes deleted files from the step; `refused` lists their indexes in the step. */
function fitting(taken: Taken, step: Step, uploads: UploadNames): Fitting {
  const refused = step.flatMap(([question_id, value], index) => {
    const message = foreignUpload(taken, { question_id, value }, uploads)
    return message === null ? [] : [invalid(index, message)]
  })
  const places = new Set(refused.map(({ index }) => index))
  return { step: step.filter((_entry, index) => !places.has(index)), refused }
}

/**
 * Applies one whole step back or forward and returns the complete reply. Values that are no longer possible are left out: deleted
 * files are listed in `refused`, all others in `automatic`.
 */
export function step(
  visit: Visit,
  token: string,
  direction: Direction,
  { revision }: StepInput,
  shown: Shown = {},
): Promise<ConfigurationReply> {
  return persistently(visit, async (fresh) => {
    const taken = await take(fresh, token)
    const { row, product, evaluation, work } = taken
    requireOpen(row, evaluation.texts)
    await requireRevision(taken, revision, () => readConfiguration(visit, token, shown))
    const wanted = requireStep(row.history, direction, evaluation.texts)
    const sent = wanted.map(([question_id, value]) => ({ question_id, value }))
    const uploads = await uploadsOf(taken, sent)
    const { step: entered, refused } = fitting(taken, wanted, uploads)
    const before = currentSelections(taken.state)
    const wasOpen = isWatched(work) && findMissing(taken.state).length > 0
    const { state, automatic } = resumeConfiguration(product.program, evaluation, afterStep(before, entered))
    const history = moved(row.history, direction, stepBetween(before, currentSelections(state)))
    const head = await storeChange({ ...taken, state }, history, wasOpen)
    if (head === null) return null
    return buildReply(head, state, taken, { refused, automatic: [...taken.automatic, ...automatic] }, { ...shown, uploads })
  })
}
