// Undo buttons in notifications. The server stores the undo data for one hour.
import type { UndoReply } from '../../transport/shape.js'
import { counted, t } from '../wording/text.js'
import { ask } from './api.js'
import { recordsChanged } from './queries.js'
import { tell, type Toast, tellFailure } from './toasts.js'

async function undo(entity: string, token: string, after?: () => unknown): Promise<void> {
  try {
    const { restored, left } = await ask<UndoReply>('POST', `undo/${token}`, { body: {} })
    await recordsChanged(entity)
    await after?.()
    const text = counted('restored', restored)
    tell({ text: left.length === 0 ? text : `${text} ${counted('leftAlone', left.length)}` })
  } catch (error) {
    tellFailure(error)
  }
}

/**
 * The undo button of a notification. Nothing without a token.
 * @param after called after the undo, for screens that show the records other than as a list
 */
export function undoing(entity: string, token: string | null, after?: () => unknown): Pick<Toast, 'action'> {
  return token === null ? {} : { action: { label: t('undo'), run: () => undo(entity, token, after) } }
}
