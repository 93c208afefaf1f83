// Undo buttons in notifications. The server stores the undo data for one hour.
import type { UndoReply } from '../../api/shape.js'
import { t } from '../wording/text.js'
import { requestBody } from './api.js'
import { refreshRecords } from './queries.js'
import { showToast, type Toast, showErrorToast } from './toasts.js'

async function runUndo(entity: string, token: string, after?: () => unknown): Promise<void> {
  try {
    const { restored, left: unrestored } = await requestBody<UndoReply>('POST', `undo/${token}`, { body: {} })
    await refreshRecords(entity)
    await after?.()
    const text = t('restored', { count: restored })
    showToast({ text: unrestored.length === 0 ? text : `${text} ${t('leftAlone', { count: unrestored.length })}` })
  } catch (error) {
    showErrorToast(error)
  }
}

/**
 * The undo button of a notification. Nothing without a token.
 * @param after called after the undo, for screens that show the records other than as a list
 */
export function createUndoAction(entity: string, token: string | null, after?: () => unknown): Pick<Toast, 'action'> {
  return token === null ? {} : { action: { label: t('undo'), run: () => runUndo(entity, token, after) } }
}
