// Undo and redo: restores the previous or next selections and settles them under the current catalogue.
import { resumeConfiguration, type RefusedEntry, currentSelections, findMissing } from '../../engine/program/configuration.js'
import type { EvaluationTexts } from '../../engine/program/program.js'
import { ValidationError } from '../../foundation/errors.js'
import type { ShopperContext } from '../shopper-context.js'
import type { ConfigurationReply, OptionalReplyParts, StepInput } from './define.js'
import { checkUploadOwnership, loadSelectedUploads } from './uploads.js'
import {
  applyStepToSelections,
  type HistoryDirection,
  moveHistory,
  readNextStep,
  type HistoryStep,
  computeHistoryStep,
} from './history.js'
import { buildConfigurationReply, refuseInvalidValue } from './reply.js'
import { requireOpenConfiguration, type UploadNames } from './rows.js'
import { hasCompletionObserver, readConfiguration, requireCurrentRevision, retryOnConflict, storeChange } from './service.js'
import { previewDelivery } from './preview.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'
import { createEngineIssue } from '../../shop/language.js'
import { createMessage } from '../../foundation/message.js'

const missingStepCodes = { undo: 'NOTHING_TO_UNDO', redo: 'NOTHING_TO_REDO' } as const
const missingStepMessages = { undo: 'shop.nothingToUndo', redo: 'shop.nothingToRedo' } as const

/** VALIDATION_FAILED on `configuration` if there is no step in the direction. */
function requireStep(history: string, direction: HistoryDirection, texts: EvaluationTexts | undefined): HistoryStep {
  const step = readNextStep(history, direction)
  if (step !== null) return step
  const message = createMessage(missingStepMessages[direction])
  throw new ValidationError([createEngineIssue(texts, 'configuration', message, missingStepCodes[direction])])
}

interface ApplicableStep {
  readonly step: HistoryStep
  readonly refused: readonly RefusedEntry[]
}

/** Removes deleted files from the step; `refused` lists their indexes in the step. */
function removeDeletedFiles(loadedConfiguration: LoadedConfiguration, step: HistoryStep, uploads: UploadNames): ApplicableStep {
  const refused = step.flatMap(([question_id, value], index) => {
    const message = checkUploadOwnership(loadedConfiguration, { question_id, value }, uploads)
    return message === null ? [] : [refuseInvalidValue(index, message)]
  })
  const places = new Set(refused.map(({ index }) => index))
  return { step: step.filter((_entry, index) => !places.has(index)), refused }
}

/**
 * Applies one whole step back or forward and returns the complete reply. Values that are no longer possible are left out: deleted
 * files are listed in `refused`, all others in `automatic`.
 */
export function applyHistoryStep(
  shopperContext: ShopperContext,
  token: string,
  direction: HistoryDirection,
  { revision }: StepInput,
  replyParts: OptionalReplyParts = {},
): Promise<ConfigurationReply> {
  return retryOnConflict(shopperContext, async (fresh) => {
    const loadedConfiguration = await loadConfiguration(fresh, token)
    const { row, product, evaluation, work } = loadedConfiguration
    requireOpenConfiguration(row, evaluation.texts)
    await requireCurrentRevision(loadedConfiguration, revision, () => readConfiguration(shopperContext, token, replyParts))
    const requestedStep = requireStep(row.history, direction, evaluation.texts)
    const entries = requestedStep.map(([question_id, value]) => ({ question_id, value }))
    const uploads = await loadSelectedUploads(loadedConfiguration, entries)
    const { step: entered, refused } = removeDeletedFiles(loadedConfiguration, requestedStep, uploads)
    const before = currentSelections(loadedConfiguration.state)
    const wasOpen = hasCompletionObserver(work) && findMissing(loadedConfiguration.state).length > 0
    const { state, automatic } = resumeConfiguration(product.program, evaluation, applyStepToSelections(before, entered))
    const history = moveHistory(row.history, direction, computeHistoryStep(before, currentSelections(state)))
    const head = await storeChange({ ...loadedConfiguration, state }, history, wasOpen)
    if (head === null) return null
    const delivery = await previewDelivery(work, loadedConfiguration, state)
    return buildConfigurationReply(
      head,
      state,
      loadedConfiguration,
      { refused, automatic: [...loadedConfiguration.automatic, ...automatic] },
      { ...replyParts, delivery, uploads },
    )
  })
}
